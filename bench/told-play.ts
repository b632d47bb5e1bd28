import { execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./place.ts";
import type { History, HistoryTurn, Told } from "./told-history.ts";

const TURN_MS = 30_000;
const DAY_MS = 86_400_000;
/** Passes of the worker before what is still unread is left. */
const PASSES_MAX = 20;

/** Plays a history into an empty project through the built command, and asks as a host would. */
export async function playHistory(folder: string, history: History): Promise<Told> {
  const stage = stageIn(folder, history);
  stage.run(["init"]);
  const files = history.sessions.map((session) => stage.transcript(session));
  const imported = stage.run(["import", ...files]);
  if (imported.status !== 0) throw new Error(`${history.name} was not imported: ${imported.stderr}`);
  for (let pass = 0; pass < PASSES_MAX; pass++)
    if (stage.run(["worker", "--once"]).stdout.includes(" 0 still due")) break;
  const { now, acts = [], quiet = [] } = history.key;
  const brief = stage.run(["brief"]).stdout;
  const askedFirst = (prompt: string): { start: string; first: string } => {
    const session = randomUUID();
    const start = stage.hook("SessionStart", { source: "startup" }, session);
    return { start, first: stage.hook("UserPromptSubmit", { prompt }, session) };
  };
  return {
    brief,
    asked: now.map(({ ask }) => {
      const { start, first } = askedFirst(ask);
      return { heard: `${start}\n${first}`, hits: stage.recalled(ask) };
    }),
    acts: acts.map(({ tool, input }) =>
      stage.hook("PreToolUse", { tool_name: tool, tool_input: input }, randomUUID()),
    ),
    quiet: quiet.map((prompt) => askedFirst(prompt).first),
  };
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
  const bin = join(ROOT, "dist/tidemark.cjs");
  const run = (argv: readonly string[], input = "") =>
    spawnSync(process.execPath, [bin, ...argv], { cwd: project, env, input, encoding: "utf8" });
  return {
    run,
    hook: (event: string, more: object, session: string): string => {
      const input = { session_id: session, cwd: project, hook_event_name: event, ...more };
      return contextIn(run(["hook", "claude-code", event], JSON.stringify(input)).stdout);
    },
    recalled: (question: string): string[] => {
      const { hits } = JSON.parse(run(["recall", question, "-k", "5", "--json"]).stdout) as {
        readonly hits: readonly { readonly text: string }[];
      };
      return hits.map(({ text }) => text.replace(/\s+/g, " "));
    },
    transcript: (session: History["sessions"][number]): string => {
      const id = randomUUID();
      const file = join(home, ".claude/projects", project.replace(/[^a-zA-Z0-9]/g, "-"), `${id}.jsonl`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, transcriptOf(session, { id, cwd: project }));
      return file;
    },
  };
}

function contextIn(reply: string): string {
  try {
    const { hookSpecificOutput, systemMessage } = JSON.parse(reply) as {
      readonly hookSpecificOutput?: { readonly additionalContext?: string };
      readonly systemMessage?: string;
    };
    return hookSpecificOutput?.additionalContext ?? systemMessage ?? "";
  } catch {
    return reply;
  }
}

/** A session as Claude Code keeps it. */
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
