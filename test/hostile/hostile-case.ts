import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "../../src/core/agent-hosts.ts";
import { type Ended, node, type SpawnedOptions } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";

/** The area that a case attacks. The bench reports one row per area. */
export type HostileArea =
  | "links and devices"
  | "foreign stores"
  | "git"
  | "evidence"
  | "sub-agents"
  | "pasted text"
  | "active context"
  | "agent statements"
  | "agent shells"
  | "forgetting"
  | "identifiers"
  | "lost tails"
  | "text growth"
  | "inputs"
  | "secrets";

/** A new project with its own home, and the built command under attack. */
export type HostileStage = {
  /** The built command: `dist/tidemark.cjs` of this checkout, or of an older one for comparison. */
  readonly bin: string;
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the command in the project, as a person does. */
  readonly tidemark: (args: readonly string[], options?: SpawnedOptions) => Promise<Ended>;
  /** Runs a hook, as a host does. `input` is written to standard input as JSON. */
  readonly hook: (
    host: string,
    event: string,
    input: object,
    options?: Omit<SpawnedOptions, "input">,
  ) => Promise<Ended>;
};

/** One attack, or one harmless use (a positive control) that must work. */
export type HostileCase = {
  readonly area: HostileArea;
  /** A sentence that states what must hold. */
  readonly name: string;
  readonly isControl?: true;
  /** Resolves to undefined if the case passes, otherwise to a sentence that says what went wrong. */
  readonly run: (stage: HostileStage) => Promise<string | undefined>;
};

/** Matches environment variables that change the program's behaviour; the cases run without them. */
const UNSET = /^(TIDEMARK_|FORCE_COLOR$|CLAUDE|CODEX_|GEMINI_|QWEN_|COPILOT_|OPENCODE|CURSOR_|PI_)/;

const AGENT_HOSTS: readonly string[] = [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES];

/** Areas whose cases create the memory folder themselves. In all other areas, a person has consented to a memory. */
const PLANTING: readonly HostileArea[] = ["links and devices", "foreign stores", "git", "lost tails"];

/** Plays a case in a folder that is deleted afterwards. */
export async function playHostileCase({ run, area }: HostileCase, bin: string): Promise<string | undefined> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-hostile-")));
  try {
    const stage = stageIn(base, bin);
    if (!PLANTING.includes(area)) askForMemory(stage.project, stage.env);
    // In a git repository, the first command creates a memory unless the case has planted something that prevents it.
    else if (area !== "git") execFileSync("git", ["init", "-q"], { cwd: stage.project, env: stage.env });
    return await run(stage);
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

function stageIn(base: string, bin: string): HostileStage {
  const [home, project] = [join(base, "home"), join(base, "project")];
  for (const folder of [home, project]) mkdirSync(folder);
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !UNSET.test(name) && !AGENT_HOSTS.includes(name)),
    ),
    HOME: home,
    // Seconds until a hook gives up: enough for a busy machine, and a hook that hangs still ends within its test.
    TIDEMARK_HOOK_PATIENCE: "20",
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    GIT_CONFIG_GLOBAL: join(home, "gitconfig"),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Reader",
    GIT_AUTHOR_EMAIL: "r@example.com",
    GIT_COMMITTER_NAME: "Reader",
    GIT_COMMITTER_EMAIL: "r@example.com",
  };
  const tidemark: HostileStage["tidemark"] = (args, options) =>
    node([bin, ...args], { cwd: project, env, ...options });
  return {
    bin,
    home,
    project,
    env,
    tidemark,
    hook: (host, event, input, options) =>
      tidemark(["hook", host, event], { ...options, input: JSON.stringify({ cwd: project, ...input }) }),
  };
}
