import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { currentTaskId } from "../../src/core/active-context/document/read.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { lintRegistry } from "../../src/core/active-context/lint/lint-registry.ts";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, environment, freshFolder, git } from "../scenarios/stage.ts";
import { BIN, built } from "../spawned.ts";

beforeAll(built);

/** A switch writes the archive, the registry and the active context; the process can die at each of the three. */
const FILES = [1, 2, 3];
const POINTS = [
  "context.checked_out",
  "context.noted",
  "context.pending",
  ...FILES.flatMap((n) => [`context.beside.${n}`, `context.file.${n}`, `context.base.${n}`]),
  "context.written",
  "context.finished",
  "context.appended",
  "context.closed",
];

const NOW = "2026-03-02T09:00:00Z";

type Place = { readonly dir: string; readonly env: NodeJS.ProcessEnv };

function run({ dir, env }: Place, argv: readonly string[], dieAt?: string) {
  return spawnSync(process.execPath, [BIN, ...argv], {
    cwd: dir,
    encoding: "utf8",
    env: {
      ...env,
      TIDEMARK_NOW: NOW,
      ...(dieAt === undefined ? {} : { TIDEMARK_DIE_AT: dieAt }),
    },
  });
}

/** Runs a command in this process, which is faster. Commands that are killed need a process of their own. */
async function ran({ dir, env }: Place, ...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await commandLine(argv, { dir, env: { ...env, TIDEMARK_NOW: NOW } });
  expect(code, stderr).toBe(0);
  return stdout;
}

/** A repository with task B archived on its branch, and task A current on another branch. */
async function prepared(): Promise<Place> {
  const base = freshFolder();
  const place = { dir: join(base, "project"), env: environment(base) };
  mkdirSync(place.dir);
  git(place, "init", "-q", "-b", "main");
  writeFileSync(join(place.dir, ".gitignore"), ".tidemark/\nai_memory/\n");
  git(place, "add", "-A");
  git(place, "commit", "-q", "-m", "First");
  git(place, "switch", "-q", "-c", "b");
  await ran(place, "context", "init", "--task", "B", "--goal", "The goal of B.");
  await ran(place, "context", "switch", "A", "--goal", "The goal of A.");
  git(place, "switch", "-q", "main");
  return place;
}

async function copyOf(place: Place): Promise<Place> {
  const base = freshFolder();
  const dir = join(base, "project");
  cpSync(place.dir, dir, { recursive: true });
  const copy = { dir, env: environment(base) };
  await ran(copy, "adopt", "--yes");
  return copy;
}

const textOf = ({ dir }: Place, path: string): string => readFileSync(join(dir, "ai_memory", path), "utf8");
const taskIn = (place: Place): string =>
  currentTaskId(parse(textOf(place, "active_context.md"))) ?? "neither";

async function plans(place: Place): Promise<{ readonly [key: string]: string }> {
  const { items } = JSON.parse(await ran(place, "find", "--kind", "plan", "--json")) as {
    items: { key: string; status: string }[];
  };
  return Object.fromEntries(items.map(({ key, status }) => [key, status]));
}

function isSound(place: Place, point: string): void {
  const now = Date.parse(NOW);
  const errors = (path: string, archived: boolean) =>
    lint(parse(textOf(place, path)), { now, archived }).filter(({ level }) => level === "error");
  expect(errors("active_context.md", false), point).toEqual([]);
  for (const task of ["A", "B"]) {
    const path = `context_history/${task}.md`;
    if (existsSync(join(place.dir, "ai_memory", path)))
      expect(errors(path, true), `${point} ${path}`).toEqual([]);
  }
  const index = lintRegistry(textOf(place, "context_history/contexts_index.yaml"));
  expect(
    index.filter(({ level }) => level === "error"),
    point,
  ).toEqual([]);
}

scenario("context.switch.killed", async () => {
  const origin = await prepared();
  const switching = ["context", "switch", "B", "--checkout"] as const;
  const ends = new Set<string>();
  for (const point of POINTS) {
    const place = await copyOf(origin);
    expect(run(place, switching, point).signal, point).toBe("SIGKILL");
    const seen = (
      JSON.parse(await ran(place, "context", "list", "--json")) as { contexts: { task_id: string }[] }
    ).contexts;
    await ran(place, "context", "sync");
    const task = taskIn(place);
    expect(["A", "B"], point).toContain(task);
    expect(seen[0]?.task_id, point).toBe(task);
    ends.add(task);
    const other = task === "A" ? "B" : "A";
    expect(await plans(place), point).toEqual({ [task]: "in_progress", [other]: "todo" });
    expect(JSON.parse(await ran(place, "brief", "--json")).text, point).toContain(`The goal of ${task}.`);
    expect(existsSync(join(place.dir, "ai_memory/context_history", `${other}.md`)), point).toBe(true);
    isSound(place, point);
    await ran(place, ...switching);
    expect(taskIn(place), point).toBe("B");
    expect(await plans(place), point).toEqual({ A: "todo", B: "in_progress" });
    expect(git(place, "branch", "--show-current"), point).toBe("b");
    isSound(place, point);
    await ran(place, "verify");
  }
  expect([...ends].sort()).toEqual(["A", "B"]);
});
