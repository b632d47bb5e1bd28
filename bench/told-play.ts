import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commandDriver, inProcessDriver, type ToldDriver } from "./told-drivers.ts";
import { type History, type HistoryTurn, hasAll, type Told } from "./told-history.ts";

const TURN_MS = 30_000;
const DAY_MS = 86_400_000;
/** Maximum number of worker passes. */
const PASSES_MAX = 20;

export type PlayOptions = {
  readonly folder: string;
  readonly isReal: boolean;
  /** Additional environment variables of the program. */
  readonly env?: { readonly [variable: string]: string };
  /** True to read the sessions only, without questions. */
  readonly isRead?: boolean;
};

/** Imports a history into an empty project and then asks as a host would. */
export async function playHistory(history: History, options: PlayOptions): Promise<Told> {
  const { project, env, files } = stageIn(options.folder, history);
  const driver = (options.isReal ? commandDriver : inProcessDriver)({
    project,
    env: { ...env, ...options.env },
  });
  try {
    await driver.run(["init"]);
    const imported = await driver.run(["import", ...files()]);
    if (imported.status !== 0) throw new Error(`${history.name} was not imported: ${imported.stderr}`);
    for (let pass = 0; pass < PASSES_MAX; pass++)
      if ((await driver.run(["worker", "--once"])).stdout.includes(" 0 still due")) break;
    if (options.isRead) return { brief: "", asked: [], acts: [], quiet: [], ordinary: [] };
    return await askAll(history, { driver, cwd: project });
  } finally {
    await driver.close();
  }
}

type Asking = { readonly driver: ToldDriver; readonly cwd: string };

/** Asks one question after the other: each new session sees the results of the sessions before it. */
async function askAll(history: History, { driver, cwd }: Asking): Promise<Told> {
  const { key } = history;
  const hook = (event: string, more: object, session: string) =>
    driver.hook(event, { session_id: session, cwd, hook_event_name: event, ...more });
  const askFirst = async (prompt: string) => {
    const session = randomUUID();
    const start = await hook("SessionStart", { source: "startup" }, session);
    return { start, first: await hook("UserPromptSubmit", { prompt }, session) };
  };
  const brief = (await driver.run(["brief"])).stdout;
  const asked: { heard: string; hits: string[] }[] = [];
  for (const { ask } of key.now) {
    const { start, first } = await askFirst(ask);
    asked.push({ heard: `${start}\n${first}`, hits: await recalled(driver, ask) });
  }
  const acts: string[] = [];
  for (const { tool, input } of key.acts ?? [])
    acts.push(await hook("PreToolUse", { tool_name: tool, tool_input: input }, randomUUID()));
  const quiet: string[] = [];
  for (const prompt of key.quiet ?? []) quiet.push((await askFirst(prompt)).first);
  const ordinary: { call: string; note: string }[] = [];
  for (const { tool, input } of ordinaryCalls(history)) {
    const note = await hook("PreToolUse", { tool_name: tool, tool_input: input }, randomUUID());
    ordinary.push({ call: `${tool} ${JSON.stringify(input)}`, note });
  }
  return { brief, asked, acts, quiet, ordinary };
}

/** Tools that change something. A host calls no hook before other tools. */
const CHANGING = new Set(["Bash", "Edit", "MultiEdit", "Write", "NotebookEdit"]);

type ToolCall = { readonly tool: string; readonly input: object };

/**
 * Successful tool calls of a history, without duplicates and without those that need a warning: calls of the
 * key, calls that use something given up later, and calls that failed once.
 */
function ordinaryCalls({ sessions, key }: History): ToolCall[] {
  const calls = sessions.flatMap(({ turns }) => turns).flatMap(changingCall);
  const acts = new Set((key.acts ?? []).map(({ input }) => JSON.stringify(input)));
  const failed = calls.flatMap(({ input, isFailed }) => (isFailed ? [textOf(input)] : []));
  const isWarned = (input: object): boolean => {
    const text = textOf(input);
    return (
      acts.has(JSON.stringify(input)) ||
      failed.some((each) => text.includes(each)) ||
      key.now.some(({ was }) => was !== undefined && hasAll(text, was))
    );
  };
  const ordinary = calls.filter(({ input, isFailed }) => !isFailed && !isWarned(input));
  return [...new Map(ordinary.map((call) => [JSON.stringify(call.input), call])).values()];
}

const changingCall = (turn: HistoryTurn): (ToolCall & { readonly isFailed: boolean })[] =>
  turn[0] === "t" && CHANGING.has(turn[1])
    ? [{ tool: turn[1], input: turn[2], isFailed: turn[4] === true }]
    : [];

const textOf = (input: object): string =>
  "command" in input ? String(input.command) : JSON.stringify(input);

/** The texts of the first five hits, with outdated ones marked. */
async function recalled({ run }: ToldDriver, question: string): Promise<string[]> {
  const { stdout } = await run(["recall", question, "-k", "5", "--json"]);
  const { hits } = JSON.parse(stdout) as {
    readonly hits: readonly {
      readonly text: string;
      readonly status?: string;
      readonly replaced_by?: string;
    }[];
  };
  const mark = (isOver: boolean): string => (isOver ? "(superseded)" : "");
  return hits.map(({ text, status, replaced_by }) =>
    `${text} ${mark(status === "superseded" || replaced_by !== undefined)}`.replace(/\s+/g, " "),
  );
}

function stageIn(folder: string, { name, sessions }: History) {
  const project = join(folder, name.replace(/[^\w-]/g, "-"));
  const home = join(folder, "home");
  for (const each of [project, home]) mkdirSync(each, { recursive: true });
  const last = Math.max(...sessions.map(({ at }) => Date.parse(at)));
  const now = new Date(last + DAY_MS).toISOString();
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", TIDEMARK_NOW: now };
  const git = (...argv: string[]) => execFileSync("git", argv, { cwd: project });
  git("init", "-q", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "root");
  const transcript = (session: History["sessions"][number], number: number): string => {
    const id = sessionId(`${name} ${number}`);
    const file = join(home, ".claude/projects", project.replace(/[^a-zA-Z0-9]/g, "-"), `${id}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, transcriptOf(session, { id, cwd: project }));
    return file;
  };
  return { project, env, files: () => sessions.map(transcript) };
}

/** A deterministic id: a brief shows its first letters, which might look like an expected value. */
const sessionId = (text: string): string =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/u, "$1-$2-$3-$4-$5");

/** A session in Claude Code's transcript format. */
function transcriptOf(
  { at, turns }: History["sessions"][number],
  { id, cwd }: { readonly id: string; readonly cwd: string },
): string {
  let time = Date.parse(at);
  let parentUuid: string | null = null;
  const common = { isSidechain: false, userType: "external", cwd, sessionId: id, version: "2.1.100" };
  const lines = turns.flatMap(recordsOf).map((record) => {
    const uuid = randomUUID();
    time += TURN_MS;
    const line = JSON.stringify({
      parentUuid,
      ...common,
      ...record,
      uuid,
      timestamp: new Date(time).toISOString(),
    });
    parentUuid = uuid;
    return line;
  });
  return `${lines.join("\n")}\n`;
}

function recordsOf(turn: HistoryTurn): object[] {
  if (turn[0] === "u") return [{ type: "user", message: { role: "user", content: turn[1] } }];
  if (turn[0] === "a") return [assistant({ type: "text", text: turn[1] })];
  const [, name, input, output = "", failed = false] = turn;
  const use = `toolu_${randomUUID()}`;
  const result = { tool_use_id: use, type: "tool_result", content: output, is_error: failed };
  const toolUseResult = failed ? `Error: ${output}` : { stdout: output, stderr: "", interrupted: false };
  return [
    assistant({ type: "tool_use", id: use, name, input }),
    { type: "user", message: { role: "user", content: [result] }, toolUseResult },
  ];
}

const assistant = (content: object): object => ({
  type: "assistant",
  message: {
    ...{ model: "m", id: `msg_${randomUUID()}`, type: "message", role: "assistant" },
    ...{ content: [content], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } },
  },
});
