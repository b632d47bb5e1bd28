import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import { MemoryError, openTidemark } from "../../src/index.ts";
import { openMemory } from "../../src/open-memory.ts";
import { type CliPorts, runCli } from "../../src/surfaces/cli/run.ts";
import type { Terminal } from "../../src/surfaces/cli/terminal.ts";
import { CATALOGUE, verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { failureJson } from "../../src/surfaces/verbs/failure-json.ts";
import { type Flag, flagsOf } from "../../src/surfaces/verbs/flags.ts";
import type { Verb } from "../../src/surfaces/verbs/verb.ts";
import { VERSION } from "../../src/version.ts";
import { BIN, type Ended, node, type SpawnedOptions } from "../spawned.ts";
import { approveStore } from "../support/approve-store.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { onPostgres } from "../support/on-postgres.ts";
import type { Surface } from "./requirement.ts";

export type VerbName = keyof typeof CATALOGUE;
export type Fields = { readonly [name: string]: unknown };

/** The fields that scenarios read from the results of verbs. */
export type Item = Fields & {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly status: string;
  readonly text: string;
};
export type Hit = Item & { readonly session?: string };
export type Result = Fields & {
  readonly item: Item;
  readonly items: readonly Item[];
  readonly hits: readonly Hit[];
  readonly text: string;
  readonly tape: { readonly events: number };
};
export type Failure = {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly fix?: string;
};

export type Asking = { readonly agent?: string };

/** A new project, and functions that call verbs on it through one surface. */
export type Stage = {
  readonly dir: string;
  readonly env: NodeJS.ProcessEnv;
  /** Starts the program as a process, whatever the surface. */
  readonly cli: (argv: readonly string[], options?: SpawnedOptions) => Promise<Ended>;
  /** Calls a verb that must succeed. */
  readonly call: (verb: VerbName, input?: Fields, asking?: Asking) => Promise<Result>;
  /** Calls a verb that must be refused, and returns the failure. */
  readonly refused: (verb: VerbName, input: Fields, asking?: Asking) => Promise<Failure>;
  /** The position of the last event on the tape. */
  readonly end: () => Promise<number>;
  readonly file: (name: string, text: string) => string;
};

/** Variables of the user's environment that would change the program. */
const UNSET = Object.keys(process.env).filter(
  (name) => name.startsWith("TIDEMARK_") || name === "FORCE_COLOR",
);

/** A new folder that is deleted after the test. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-stage-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

type StageOptions = {
  readonly git?: boolean;
  /** False if no person has asked for a memory. A repository and the library need no request: the first write makes one. */
  readonly isAsked?: boolean;
};

export function stage(surface: Surface = "cli", options: StageOptions = {}): Stage {
  const base = freshFolder();
  const dir = join(base, "project");
  mkdirSync(dir);
  const env = environment(base);
  if (surface === "library") livesIn(base);
  if (options.git) git({ dir, env }, "init", "-q", "-b", "main");
  else if (surface !== "library" && options.isAsked !== false) askForMemory(dir, env);
  return stageAt(surface, dir, env);
}

/** A stage for another folder, of this project or of another one, through the same surface. */
export function stageAt(surface: Surface, dir: string, env: NodeJS.ProcessEnv): Stage {
  const project = dir.split(sep).slice(-2).join("-");
  if (onPostgres.url !== undefined) approveStore({ dir, env }, onPostgres.url, project);
  const cli: Stage["cli"] = (argv, asked) => node([BIN, ...argv], { cwd: dir, env, ...asked });
  const ask =
    surface === "library" ? throughLibrary(dir) : throughCli((argv) => commandLine(argv, { dir, env }));
  return {
    dir,
    env,
    cli,
    call: async (verb, input = {}, asking = {}) => {
      const answer = await ask(verb, input, asking);
      if ("error" in answer) expect.fail(`${verb} was refused: ${JSON.stringify(answer.error)}`);
      return answer.result;
    },
    refused: async (verb, input, asking = {}) => {
      const answer = await ask(verb, input, asking);
      if ("result" in answer) expect.fail(`${verb} was not refused: ${JSON.stringify(answer.result)}`);
      return answer.error;
    },
    end: async () => ((await ask("status", {}, {})) as { result: Result }).result.tape.events,
    file: (name, text) => {
      writeFileSync(join(dir, name), text);
      return join(dir, name);
    },
  };
}

/** Replaces this process's environment, which the library reads, so that the user's settings have no effect. */
function livesIn(home: string): void {
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CONFIG_HOME", join(home, ".config"));
  vi.stubEnv("XDG_STATE_HOME", join(home, ".local", "state"));
  for (const name of UNSET) vi.stubEnv(name, undefined);
  if (onPostgres.url !== undefined) vi.stubEnv("TIDEMARK_STORE", onPostgres.url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
}

/** Makes the project the current folder, so that files without a path are written there. */
export function standsIn(dir: string): void {
  const from = process.cwd();
  process.chdir(dir);
  onTestFinished(() => process.chdir(from));
}

export function environment(home: string): NodeJS.ProcessEnv {
  const own = { XDG_CONFIG_HOME: join(home, ".config"), XDG_STATE_HOME: join(home, ".local", "state") };
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: home, ...own };
  for (const name of UNSET) delete env[name];
  const git = { GIT_CONFIG_GLOBAL: join(home, "gitconfig"), GIT_CONFIG_NOSYSTEM: "1" };
  // Allows hooks more time, because other tests may keep the machine busy.
  const patient = { TIDEMARK_HOOK_PATIENCE: "20" };
  const who = { GIT_AUTHOR_NAME: "Reader", GIT_AUTHOR_EMAIL: "r@example.com" };
  return {
    ...env,
    ...patient,
    ...git,
    ...who,
    GIT_COMMITTER_NAME: "Reader",
    GIT_COMMITTER_EMAIL: "r@example.com",
    ...(onPostgres.url === undefined ? {} : { TIDEMARK_STORE: onPostgres.url }),
  };
}

export function git(
  at: { readonly dir: string; readonly env: NodeJS.ProcessEnv },
  ...argv: string[]
): string {
  return execFileSync("git", argv, { cwd: at.dir, env: at.env, encoding: "utf8" }).trim();
}

export const hasMemory = (dir: string): boolean => existsSync(join(dir, ".tidemark", "tidemark.db"));

type Answer = { readonly result: Result } | { readonly error: Failure };
type Ask = (verb: VerbName, input: Fields, asking: Asking) => Promise<Answer>;

function throughLibrary(dir: string): Ask {
  return async (verb, input, { agent }) => {
    const memory = openTidemark({ dir, ...(agent === undefined ? {} : { agent }) });
    try {
      const method = memory[verb] as unknown as (given: Fields) => Promise<Result>;
      return { result: await method(input) };
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      return failureJson(error);
    } finally {
      await memory.close();
    }
  };
}

type TestedTerminal = Partial<Terminal> & { readonly inEditor?: CliPorts["edit"] };

/** Runs a command line in this process, without the start of the program, which takes most of the time. */
export async function commandLine(
  argv: readonly string[],
  { dir, env, inEditor, ...screen }: { dir: string; env: NodeJS.ProcessEnv } & TestedTerminal,
): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  const terminal: Terminal = {
    out: (text) => {
      stdout += text;
    },
    err: (text) => {
      stderr += text;
    },
    isOutTty: false,
    isErrTty: false,
    style: (_, text) => text,
    ...screen,
    env,
  };
  const doors: CliPorts = {
    verbs: verbsNamed,
    version: VERSION,
    terminal,
    now: Date.now,
    openMemory: ({ project, ...rest }) => openMemory({ ...rest, cwd: project ?? dir, env }),
    edit: inEditor ?? (async (text) => text),
    demo: async () => "",
    mcp: async () => {},
    serve: async () => {},
    open: async () => {},
  };
  const code = await runCli(argv, doors);
  return { code, stdout, stderr };
}

function throughCli(run: (argv: readonly string[]) => Promise<Ended>): Ask {
  return async (name, input, { agent }) => {
    const who = agent === undefined ? [] : ["--agent", agent];
    const argv = [
      ...CATALOGUE[name]().name.split(" "),
      "--json",
      ...who,
      ...argvOf(CATALOGUE[name]() as unknown as Verb, input),
    ];
    const { code, stdout, stderr } = await run(argv);
    const document = JSON.parse(stdout) as Result & { readonly error?: Failure };
    if (!document.error) return { result: document };
    expect([2, 3], stderr).toContain(code);
    expect(stderr.replace(/^.*TIDEMARK_NOW is set\.\n/, "")).toBe("");
    return { error: document.error };
  };
}

/** The command-line arguments for an input of a verb. */
export function argvOf(verb: Verb, input: Fields): string[] {
  const flags = flagsOf(verb);
  const words: readonly string[] = verb.words ?? [];
  const positional = words
    .filter((name) => input[name] !== undefined)
    .flatMap((name) => [input[name]].flat().map(String));
  const given = Object.entries(input).filter(([name]) => !words.includes(name));
  const typed = given.flatMap(([name, value]) =>
    typedFlag(
      flags.find((flag) => flag.name === name),
      name,
      value,
    ),
  );
  return [...typed, ...(positional.length > 0 ? ["--", ...positional] : [])];
}

function typedFlag(flag: Flag | undefined, name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const typed = name.length === 1 ? `-${name}` : `--${flag?.flag ?? name}`;
  if (flag?.type === "switch" || (flag?.type === "maybe" && typeof value === "boolean"))
    return value === true ? [typed] : [];
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => (name.length === 1 ? [typed, String(one)] : [`${typed}=${one}`]));
}
