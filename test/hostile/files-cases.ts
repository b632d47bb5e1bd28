import * as fs from "node:fs";
import { join } from "node:path";
import { spoolPlaces } from "../../src/adapters/spool/places.ts";
import {
  bounded,
  FILE,
  FOLDER,
  LINK_TO_DEVICE,
  LINK_TO_FILE,
  LINK_TO_FOLDER,
  LINK_TO_NOTHING,
  layOutside,
  PIPE,
  type Plant,
  plant,
  printOutside,
  REPOSITORY_TEXT,
  SECRET,
  SPARSE,
  STRANGER,
  STRANGERS_FILE,
  STRANGERS_FOLDER,
} from "./files-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

const isRoot = process.geteuid?.() === 0;
const SESSION = { session_id: "s1", source: "startup" };

/** Commands and hooks of a person or a host. Each must end, change no file outside the project and show no text of one. */
const DEEDS = {
  start: { args: ["hook", "claude-code", "SessionStart"], input: SESSION },
  prompt: {
    args: ["hook", "claude-code", "UserPromptSubmit"],
    input: { session_id: "s1", prompt: "Which port does the server use?" },
  },
  call: {
    args: ["hook", "claude-code", "PreToolUse"],
    input: { session_id: "s1", tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t1" },
  },
  /** An empty standard input, which the hook writes to the log of rejected input. */
  nonsense: { args: ["hook", "claude-code", "Stop"] },
  status: { args: ["status"] },
  remember: { args: ["remember", "The server listens on port 8080."] },
  worker: { args: ["worker", "--once"] },
  sync: { args: ["context", "sync"] },
  init: { args: ["context", "init", "--task", "T-1", "--goal", "Serve"] },
  doctor: { args: ["doctor"] },
  mend: { args: ["doctor", "--fix"] },
  brief: { args: ["brief"] },
  stale: { args: ["stale", "list"] },
} as const satisfies {
  readonly [name: string]: { readonly args: readonly string[]; readonly input?: object };
};

type Deed = keyof typeof DEEDS;

type Target = {
  /** A path relative to the memory folder, unless `at` gives another place. */
  readonly path: string;
  readonly at?: (stage: HostileStage) => string;
  readonly deeds: readonly Deed[];
  readonly plants: readonly Plant[];
  /** Deeds to run before the plant, without which the other deeds do not reach the file. */
  readonly before?: readonly Deed[];
};

const EVERY_FILE = [
  LINK_TO_FILE,
  LINK_TO_NOTHING,
  LINK_TO_FOLDER,
  LINK_TO_DEVICE,
  PIPE,
  FOLDER,
  SPARSE,
  ...(isRoot ? [STRANGERS_FILE] : []),
];
/** Links, a device and a pipe: a selection for files that are opened by the same code as those above. */
const SOME_FILES = [LINK_TO_FILE, LINK_TO_DEVICE, PIPE];
const EVERY_FOLDER = [LINK_TO_FOLDER, LINK_TO_NOTHING, FILE, PIPE, ...(isRoot ? [STRANGERS_FOLDER] : [])];
const SOME_FOLDERS = [LINK_TO_FOLDER, FILE];

const HOOKS: readonly Deed[] = ["start", "prompt"];
const MOST: readonly Deed[] = ["start", "status", "remember"];

const stateOf = ({ env }: HostileStage): string => join(String(env.XDG_STATE_HOME), "tidemark");
const contextAt = (path: string) => ({
  path: `ai_memory/${path}`,
  at: ({ project }: HostileStage) => join(project, "ai_memory", path),
});

const FILES: readonly Target[] = [
  { path: "config.yaml", deeds: [...MOST, "mend"], plants: EVERY_FILE },
  { path: "state.json", deeds: ["start", "prompt", "remember", "worker"], plants: EVERY_FILE },
  { path: "spool/rejected.log", deeds: ["nonsense", "start", "status"], plants: EVERY_FILE },
  { path: "hooks/calls", deeds: HOOKS, plants: EVERY_FILE },
  { path: "hooks/keys", deeds: [...HOOKS, "remember"], plants: EVERY_FILE },
  { path: "hooks/changed", deeds: [...HOOKS, "remember"], plants: EVERY_FILE },
  { path: "hooks/asked", deeds: [...HOOKS, "remember"], plants: EVERY_FILE },
  { path: "tidemark.db", deeds: MOST, plants: EVERY_FILE },
  { path: "tidemark.db-wal", deeds: MOST, plants: EVERY_FILE, before: ["remember"] },
  { path: ".gitignore", deeds: MOST, plants: EVERY_FILE },
  { path: "reference-tracker.json", deeds: ["start", "status"], plants: EVERY_FILE, before: ["remember"] },
  { path: "spool/lost", deeds: ["start", "status"], plants: EVERY_FILE },
  { path: "hooks/keys", deeds: ["start", "call"], plants: SOME_FILES, before: ["remember"] },
  { path: "hooks/changed", deeds: ["remember", "call"], plants: SOME_FILES, before: ["start"] },
  { path: "hooks/asked", deeds: ["call"], plants: SOME_FILES, before: ["remember"] },
  { path: "spool/0000.jsonl", deeds: ["start", "status"], plants: EVERY_FILE },
  { path: "spool/0000.open.jsonl", deeds: ["start", "status"], plants: SOME_FILES },
  { path: "tidemark.db-shm", deeds: MOST, plants: SOME_FILES, before: ["remember"] },
  { path: "tidemark.db-journal", deeds: MOST, plants: SOME_FILES, before: ["remember"] },
  { path: "reference-tracker.lock", deeds: ["start"], plants: SOME_FILES, before: ["remember"] },
  { path: "reference-tracker.failed", deeds: ["start", "status"], plants: SOME_FILES, before: ["remember"] },
  { path: "drift.json", deeds: ["stale", "brief"], plants: SOME_FILES, before: ["remember"] },
  { path: "vectors.bin", deeds: ["status", "brief"], plants: SOME_FILES, before: ["remember"] },
  { path: "context/main/pending.json", deeds: ["sync"], plants: SOME_FILES, before: ["init"] },
  { path: "context/main/lock", deeds: ["sync", "init"], plants: SOME_FILES },
  { ...contextAt("active_context.md"), deeds: ["sync", "start"], plants: EVERY_FILE, before: ["init"] },
  { ...contextAt("memory.md"), deeds: ["sync"], plants: SOME_FILES, before: ["init"] },
  {
    ...contextAt("context_history/contexts_index.yaml"),
    deeds: ["sync"],
    plants: SOME_FILES,
    before: ["init"],
  },
];

const FOLDERS: readonly Target[] = [
  { path: "", deeds: [...MOST, "prompt", "sync", "mend"], plants: [...EVERY_FOLDER, LINK_TO_DEVICE] },
  { path: "spool", deeds: MOST, plants: EVERY_FOLDER },
  { path: "hooks", deeds: HOOKS, plants: EVERY_FOLDER },
  { path: "sessions", deeds: ["start", "prompt", "worker"], plants: EVERY_FOLDER },
  { path: "context", deeds: ["init", "sync"], plants: EVERY_FOLDER },
  { path: "context/main", deeds: ["init"], plants: SOME_FOLDERS },
  { path: "context/main/base", deeds: ["init"], plants: SOME_FOLDERS },
  { path: "reference-tracker.waiting", deeds: ["start"], plants: SOME_FOLDERS, before: ["remember"] },
  { ...contextAt(""), deeds: ["init", "start"], plants: EVERY_FOLDER },
  { ...contextAt("context_history"), deeds: ["init", "sync"], plants: SOME_FOLDERS },
  { ...contextAt("session_history"), deeds: ["init", "sync"], plants: SOME_FOLDERS },
  { path: "the state folder", at: stateOf, deeds: ["start", "status"], plants: EVERY_FOLDER },
  {
    path: "the state folder's spool",
    at: (stage) => join(stateOf(stage), "spool"),
    deeds: ["start", "status"],
    plants: EVERY_FOLDER,
  },
  {
    path: "the state folder's spool of this project",
    at: ({ project, env }) => spoolPlaces(join(project, ".tidemark"), env).far.path,
    deeds: ["start", "status"],
    plants: EVERY_FOLDER,
  },
];

/** Matches the messages about a refused or damaged file. */
const SAID =
  /symbolic link|not a regular file|not a folder|more than \d+ bytes|another user|is a folder|cannot be|unreadable|no such file/;

function attack({ path, at, deeds, plants, before = [] }: Target): HostileCase[] {
  return plants.map((each) => ({
    area: "links and devices",
    name: `${each.name} in place of ${path === "" ? "the memory folder" : path} is neither followed nor blocks the program`,
    run: async (stage) => {
      // A foreign memory is not read at all, so the files are planted into a memory of the user's own.
      if (path !== "" && at === undefined) await act(stage, "remember");
      for (const deed of before) await act(stage, deed);
      const outside = layOutside(stage);
      const was = printOutside(outside);
      const memory = join(stage.project, ".tidemark");
      // A spool line that is cut off makes the drain write to the log of rejected lines.
      if (path.startsWith("spool/"))
        plant({ ...FILE, put: writeTornLine }, join(memory, "spool", "00.jsonl"), outside);
      plant(each, at?.(stage) ?? join(memory, path), outside);
      for (const deed of deeds) {
        const problem = problemOf(deed, await act(stage, deed));
        if (problem !== undefined) return problem;
        if (printOutside(outside) !== was) return `\`${deed}\` changed files outside the project`;
      }
      return undefined;
    },
  }));
}

const writeTornLine = (path: string): void => fs.writeFileSync(path, `${REPOSITORY_TEXT}\n`);

function act(stage: HostileStage, deed: Deed): ReturnType<typeof bounded> {
  const { args, input } = { input: undefined, ...DEEDS[deed] };
  return bounded(stage, args, input === undefined ? "" : JSON.stringify({ cwd: stage.project, ...input }));
}

function problemOf(
  deed: Deed,
  { code, stdout, stderr, killed }: Awaited<ReturnType<typeof act>>,
): string | undefined {
  const said = `${stdout}${stderr}`;
  if (killed !== undefined) return killed;
  if (said.includes(SECRET)) return `\`${deed}\` showed words of a file outside the project`;
  if (DEEDS[deed].args[0] === "hook" && code !== 0) return `the hook ended with ${code}`;
  if (/\bbug\b|\bat .*\.cjs:\d+/.test(said)) return `\`${deed}\` broke: ${said.slice(0, 300)}`;
  return undefined;
}

/** Cases in which the message must name the refused file and a remedy. */
const told: readonly HostileCase[] = (
  [
    ["spool/rejected.log", LINK_TO_FILE, "status"],
    ["hooks/calls", LINK_TO_FILE, "start"],
    ["hooks", LINK_TO_FOLDER, "start"],
    ["config.yaml", LINK_TO_DEVICE, "status"],
    ["spool", LINK_TO_FOLDER, "start"],
    ["", LINK_TO_FOLDER, "start"],
    ["tidemark.db", PIPE, "status"],
    ["hooks/calls", LINK_TO_FILE, "doctor"],
    ["sessions", LINK_TO_FOLDER, "doctor"],
    ["spool", FILE, "doctor"],
    ["state.json", PIPE, "doctor"],
    ["config.yaml", LINK_TO_FILE, "doctor"],
    ["tidemark.db", LINK_TO_FILE, "doctor"],
    ["", LINK_TO_FOLDER, "doctor"],
  ] as const
).map(([path, each, deed]) => ({
  area: "links and devices",
  name: `${deed} says what is wrong with ${each.name} in place of ${path || "the memory folder"}, and the way out`,
  run: async (stage) => {
    if (path !== "") await act(stage, "remember");
    const outside = layOutside(stage);
    const was = printOutside(outside);
    const memory = join(stage.project, ".tidemark");
    if (path.startsWith("spool/"))
      plant({ ...FILE, put: writeTornLine }, join(memory, "spool", "00.jsonl"), outside);
    plant(each, join(memory, path), outside);
    const ended = await act(stage, deed);
    const said = `${ended.stdout}${ended.stderr}`;
    const problem = problemOf(deed, ended);
    if (problem !== undefined) return problem;
    if (printOutside(outside) !== was) return `\`${deed}\` changed files outside the project`;
    const isNamed =
      said.includes(join(memory, path)) &&
      SAID.test(said) &&
      /\brm |\bmv |TIDEMARK_DIR|--fix|Move|Remove/.test(said);
    return isNamed ? undefined : `nobody is told: ${said.slice(0, 400)}`;
  },
}));

type ControlRun = (stage: HostileStage) => Promise<string | undefined>;
const control = (name: string, run: ControlRun): HostileCase => ({
  area: "links and devices",
  name,
  isControl: true,
  run,
});

const FACT = "The server listens on port 8080.";

/** Remembers a fact and checks that the brief of a new session contains it. */
async function remembers(
  stage: HostileStage,
  cwd = stage.project,
  env = stage.env,
): Promise<string | undefined> {
  const kept = await stage.tidemark(["remember", FACT], { cwd, env });
  if (kept.code !== 0) return `remember failed: ${kept.stderr}`;
  const start = await stage.tidemark(["hook", "claude-code", "SessionStart"], {
    cwd,
    env,
    input: JSON.stringify({ ...SESSION, cwd }),
  });
  if (start.stderr !== "") return `the hook complains: ${start.stderr}`;
  if (!start.stdout.includes("8080")) return `the brief does not tell it: ${start.stdout.slice(0, 300)}`;
  const { code, stdout, stderr } = await stage.tidemark(["status"], { cwd, env });
  return code === 0 ? undefined : `status failed: ${stdout}${stderr}`;
}

const controls: readonly HostileCase[] = [
  control("a memory of the user's own works", (stage) => remembers(stage)),
  control("a project reached through a link works", (stage) => {
    const linked = join(stage.home, "link-to-projects");
    fs.symlinkSync(join(stage.project, ".."), linked);
    return remembers(stage, join(linked, "project"));
  }),
  control("a memory in the folder that TIDEMARK_DIR names works, even below a link", async (stage) => {
    const real = join(stage.home, "disk");
    fs.mkdirSync(real);
    fs.symlinkSync(real, join(stage.home, "disk-link"));
    const env = { ...stage.env, TIDEMARK_DIR: join(stage.home, "disk-link", "memory") };
    const problem = await remembers(stage, stage.project, env);
    if (problem !== undefined) return problem;
    return fs.existsSync(join(real, "memory", "tidemark.db"))
      ? undefined
      : "the memory is not where it was put";
  }),
  control("a state folder and settings that the user links to work", async (stage) => {
    for (const name of ["state", "config"]) fs.mkdirSync(join(stage.home, `dotfiles-${name}`));
    fs.mkdirSync(join(stage.home, ".local"), { recursive: true });
    fs.symlinkSync(join(stage.home, "dotfiles-state"), join(stage.home, ".local", "state"));
    fs.mkdirSync(join(stage.home, ".config", "tidemark"), { recursive: true });
    fs.writeFileSync(join(stage.home, "dotfiles-config", "config.yaml"), "store:\n  wait_ms: 9000\n");
    fs.symlinkSync(
      join(stage.home, "dotfiles-config", "config.yaml"),
      join(stage.home, ".config", "tidemark", "config.yaml"),
    );
    return remembers(stage);
  }),
  control("the active context of a project works", async (stage) => {
    const begun = await act(stage, "init");
    if (begun.code !== 0) return `context init failed: ${begun.stderr}`;
    const synced = await act(stage, "sync");
    if (synced.code !== 0) return `context sync failed: ${synced.stderr}`;
    const text = fs.readFileSync(join(stage.project, "ai_memory", "active_context.md"), "utf8");
    return text.includes("Serve") ? undefined : "the goal is not in the file";
  }),
  control("an unreadable spool line is kept in the memory's own log", async (stage) => {
    await act(stage, "remember");
    await bounded(stage, ["hook", "claude-code", "Stop"], "torn");
    const log = fs.readFileSync(join(stage.project, ".tidemark", "spool", "rejected.log"), "utf8");
    return log.includes("torn") ? undefined : "the line is lost";
  }),
  control("doctor finds nothing to refuse in a memory of the user's own", async (stage) => {
    for (const deed of ["remember", "start", "prompt", "worker", "init", "sync"] as const)
      await act(stage, deed);
    const { stdout, stderr } = await act(stage, "doctor");
    return /refused|symbolic link|regular file/.test(stdout + stderr) ? `${stdout}${stderr}` : undefined;
  }),
  ...(isRoot
    ? [
        control("a container that runs as root over a user's project works", (stage) => {
          fs.chownSync(stage.project, STRANGER, STRANGER);
          return remembers(stage);
        }),
      ]
    : []),
];

const attacks = [...FILES, ...FOLDERS].flatMap(attack);

/** Files of a project that `share` reads completely. Reading a pipe in their place would never end. */
const pipes: readonly HostileCase[] = ["AGENTS.md", "CLAUDE.md"].map((name) => ({
  area: "links and devices",
  name: `\`share\` refuses a pipe in place of ${name}`,
  run: async (stage) => {
    await stage.tidemark(["remember", FACT]);
    PIPE.put(join(stage.project, name), layOutside(stage));
    const { stderr, killed } = await bounded(stage, ["share", name, "--yes"]);
    return killed === undefined && stderr.includes(name) ? undefined : (killed ?? `it said: ${stderr}`);
  },
}));

export const FILES_CASES: readonly HostileCase[] = [...attacks, ...told, ...pipes, ...controls];
