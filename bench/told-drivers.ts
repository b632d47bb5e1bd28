import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { hookNotes } from "../src/adapters/files/hosts/hook-notes.ts";
import { draftFromHook } from "../src/app/intake/draft-from-hook.ts";
import type { JsonRecord } from "../src/app/intake/json-lines.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { keysOf, signsOfAction } from "../src/core/bundle/action-signs.ts";
import { fromRoot } from "../src/core/bundle/call.ts";
import { tellHost } from "../src/hook-brief.ts";
import { type OpenMemory, type OpenMemoryOptions, openMemory } from "../src/open-memory.ts";
import { type CliPorts, runCli } from "../src/surfaces/cli/run.ts";
import type { Terminal } from "../src/surfaces/cli/terminal.ts";
import { claudeCodeHook } from "../src/surfaces/hosts/claude-code/hook.ts";
import { type HookCapture, safeContext } from "../src/surfaces/hosts/hook.ts";
import { verbsNamed } from "../src/surfaces/verbs/catalogue.ts";
import { ROOT } from "./place.ts";

export type CommandResult = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** Plays a history, with the built command or with the same functions in this process. */
export type ToldDriver = {
  readonly run: (argv: readonly string[]) => Promise<CommandResult>;
  /** The context that the program returns to a host's hook event. */
  readonly hook: (event: string, input: JsonRecord) => Promise<string>;
  readonly close: () => Promise<void>;
};

type DriverPlace = { readonly project: string; readonly env: NodeJS.ProcessEnv };

/** Starts `dist/tidemark.cjs` for every command and every hook, as on a user's machine. */
export function commandDriver({ project, env }: DriverPlace): ToldDriver {
  const bin = join(ROOT, "dist/tidemark.cjs");
  const start = (argv: readonly string[], input = "") =>
    spawnSync(process.execPath, [bin, ...argv], { cwd: project, env, input, encoding: "utf8" });
  return {
    run: async (argv) => start(argv),
    hook: async (event, input) =>
      contextIn(start(["hook", "claude-code", event], JSON.stringify(input)).stdout),
    close: async () => {},
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

/** The most frequent commands, which only read. They share one open memory. */
const READING = new Set(["brief", "recall"]);

/** Calls the program's functions in this process. */
export function inProcessDriver({ project, env }: DriverPlace): ToldDriver {
  const opened = new Map<string, OpenMemory>();
  const openOnce = async (name: string, options: Omit<OpenMemoryOptions, "cwd" | "env">): Promise<Deps> => {
    const known = opened.get(name) ?? (await openMemory({ ...options, cwd: project, env }));
    opened.set(name, known);
    return known.deps;
  };
  const close = async () => {
    for (const each of opened.values()) await each.close();
    opened.clear();
  };
  return {
    run: async (argv) => {
      const isReading = READING.has(argv[0] ?? "");
      if (!isReading) await close();
      return runHere(argv, env, async ({ project: _, ...options }) =>
        isReading
          ? { deps: await openOnce("reader", options), close: async () => {} }
          : openMemory({ ...options, cwd: project, env }),
      );
    },
    hook: async (event, input) => {
      const captured = claudeCodeHook.capture(event, input);
      const deps = await openOnce("host", { effect: "reads", host: claudeCodeHook.host });
      await record(deps, captured);
      return safeContext(await contextOf(deps, captured));
    },
    close,
  };
}

/** Runs a command line in this process. */
async function runHere(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  openFor: CliPorts["openMemory"],
): Promise<CommandResult> {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const terminal: Terminal = {
    out: (text) => void stdout.push(text),
    err: (text) => void stderr.push(text),
    isOutTty: false,
    isErrTty: false,
    env,
    style: (_, text) => text,
  };
  const unused = {
    demo: async () => "",
    mcp: async () => {},
    serve: async () => {},
    open: async () => {},
    edit: async (text: string) => text,
  };
  const doors = { verbs: verbsNamed, version: "", terminal, now: Date.now, openMemory: openFor, ...unused };
  const status = await runCli(argv, doors);
  return { status, stdout: stdout.join(""), stderr: stderr.join("") };
}

/** Appends the lines of a hook directly to the tape instead of the spool. */
async function record(deps: Deps, { lines }: HookCapture): Promise<void> {
  const drafts = lines.map((line) =>
    draftFromHook(line, {
      id: deps.ids.next("evt"),
      now: deps.clock.now(),
      writer: deps.writer,
      sha256: deps.sha256,
      isOwn: false,
    }),
  );
  if (drafts.length > 0) await deps.store.tape.append(drafts);
}

/** The answer of `src/hook.ts` to the start of a session, its first prompt or a tool call. */
async function contextOf(deps: Deps, captured: HookCapture): Promise<string> {
  const { wantsBrief, prompt, call, lines } = captured;
  const { memoryDir, worktreeRoot, root } = deps.project;
  const { host } = claudeCodeHook;
  const notes = hookNotes(memoryDir);
  const session = lines[0]?.session;
  if (wantsBrief && typeof session === "string")
    return tellHost(deps, { host, intent: "brief", input: { session } });
  if (prompt && notes.takeFirst(prompt.session)) {
    const input = { query: prompt.text, session: prompt.session, onlyRecalled: true };
    return tellHost(deps, { host, intent: "context", input });
  }
  if (!call) return "";
  const paths = call.paths.map((path) => fromRoot(path, [worktreeRoot, root]));
  if (!notes.isNews(call.session, keysOf(signsOfAction({ ...call, paths })))) return "";
  return tellHost(deps, { host, intent: "action", input: { ...call, paths } });
}
