import type { HostileStage } from "./hostile-case.ts";

export type Fields = { readonly [name: string]: unknown };

/** Runs a command with `--json` and parses its output. */
export async function json(
  stage: HostileStage,
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<Fields> {
  const { stdout } = await stage.tidemark([...args, "--json"], env === undefined ? {} : { env });
  return JSON.parse(stdout) as Fields;
}

/** Records a person's turn and returns its position. */
export async function turnBy(stage: HostileStage, text: string): Promise<string> {
  const input = `${JSON.stringify({ type: "turn", session: "s1", role: "user", text })}\n`;
  const { stdout } = await stage.tidemark(["record", "-", "--json"], { input });
  return String((JSON.parse(stdout) as Fields).last_position);
}

/** Records lines as the person, or as an agent if one is named. */
export async function records(stage: HostileStage, lines: readonly Fields[], agent?: string): Promise<void> {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await stage.tidemark([...(agent === undefined ? [] : ["--agent", agent]), "record", "-"], { input });
}

/** Creates an item as an agent. A refusal is ignored, because the case checks the active items afterwards. */
export async function agentCreates(
  stage: HostileStage,
  kind: string,
  text: string,
  more: Fields = {},
): Promise<void> {
  const flags = Object.entries(more).flatMap(([name, value]) => [`--${name}`, String(value)]);
  await stage.tidemark(["--agent", "codex", "create", kind, "--text", text, ...flags]);
}

/** Creates an item over MCP, as a host does, by one tool call on standard input. */
export async function mcpCreates(stage: HostileStage, args: Fields): Promise<void> {
  const frame = (id: number, method: string, params: Fields): string =>
    `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const hello = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "codex", version: "1" },
  };
  const input = [
    frame(1, "initialize", hello),
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`,
    frame(2, "tools/call", { name: "create", arguments: args }),
  ].join("");
  await stage.tidemark(["mcp"], { input });
}

const LIVE: readonly string[] = ["active", "todo", "in_progress", "open", "pending"];

/** The live items of a kind. */
export async function active(stage: HostileStage, kind: string): Promise<Fields[]> {
  const { items } = await json(stage, ["find", "--kind", kind]);
  return (items as Fields[]).filter(({ status }) => LIVE.includes(String(status)));
}

export const statuses = ({ items }: Fields): string[] =>
  (items as Fields[]).map(({ status }) => String(status));

export const isBroken = (found: readonly Fields[]): boolean => found.length > 0;

export const broken = (found: readonly Fields[], what: string): string | undefined =>
  isBroken(found) ? `${what}: ${found[0]?.text}` : undefined;
