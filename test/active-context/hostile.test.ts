import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { contextFiles } from "../../src/adapters/files/context/context-files.ts";
import {
  ACTIVE_FILE,
  problemOfFolder,
  REGISTRY_FILE,
} from "../../src/core/active-context/registry/file-names.ts";
import { checkTaskId } from "../../src/core/active-context/registry/task-id.ts";
import type { ContextFiles } from "../../src/ports/context-files.ts";
import { scenario } from "../scenarios/scenario.ts";
import { HOSTILE_IDS, HOSTILE_PATHS } from "../support/hostile-paths.ts";
import { bundledWorker } from "../support/processes.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const CANARY = "the words of a file that is none of ours";

const around: string[] = [];
afterEach(() => {
  for (const place of around.splice(0)) rmSync(place, { recursive: true, force: true });
});

type Place = {
  /** The folder that contains the project and, beside it, canary files that must not change. */
  readonly whole: string;
  readonly root: string;
  readonly files: ContextFiles;
};

function newPlace(folder = "ai_memory"): Place {
  const whole = mkdtempSync(join(tmpdir(), "tidemark-hostile-"));
  around.push(whole);
  const root = join(whole, "project");
  mkdirSync(root);
  for (const path of [
    "outside/canary.md",
    "outside/active_context.md",
    "outside/deep/canary.md",
    "canary.md",
  ]) {
    mkdirSync(dirname(join(whole, path)), { recursive: true });
    writeFileSync(join(whole, path), CANARY);
  }
  writeFileSync(join(root, "README.md"), CANARY);
  const files = contextFiles({ root, folder, memoryDir: join(root, ".tidemark"), worktree: "main" });
  return { whole, root, files };
}

/** Each file, folder and link outside `.tidemark`, with its content. Links are listed, not followed. */
function treeOf({ whole }: Pick<Place, "whole">, folder = ""): { readonly [path: string]: string } {
  return Object.assign(
    {},
    ...readdirSync(join(whole, folder), { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (path === join("project", ".tidemark")) return {};
      const stat = lstatSync(join(whole, path));
      if (entry.isSymbolicLink()) return { [path]: `link ${readlinkSync(join(whole, path))}` };
      if (entry.isDirectory()) return { [path]: "folder", ...treeOf({ whole }, path) };
      const text = entry.isFile() && stat.size < 10_000 ? readFileSync(join(whole, path), "utf8") : stat.size;
      return { [path]: `${stat.ino} ${stat.mtimeMs} ${text}` };
    }),
  );
}

async function refusedEverywhere(place: Place, path: string): Promise<void> {
  const read = await place.files.read(path);
  expect(read.outcome, path).toBe("refused");
  expect(JSON.stringify(read)).not.toContain(CANARY);
  const written = await place.files.write({ id: "grp_1", changes: [{ path, after: "ours" }] });
  expect(written, path).toMatchObject({ outcome: "refused", path });
  expect((written as { why: string }).why.length, path).toBeGreaterThan(10);
}

scenario("context.hostile.names", async () => {
  expect(HOSTILE_IDS.length).toBeGreaterThanOrEqual(200);
  for (const id of HOSTILE_IDS) expect(checkTaskId(id), JSON.stringify(id)).toBeDefined();
  const place = newPlace();
  mkdirSync(join(place.root, "ai_memory/context_history"), { recursive: true });
  const before = treeOf(place);
  for (const path of HOSTILE_PATHS) await refusedEverywhere(place, path);
  expect(treeOf(place)).toEqual(before);
});

test("the setting for the folder refuses paths that lead outside and folders of other programs", () => {
  const taken = ["ai_memory", "docs/ai", ".ai", "a.b", "a_b-c", "one/two/three"];
  for (const folder of taken) expect(problemOfFolder(folder), folder).toBe(undefined);
  // A folder's name may begin with a dot, dash or underscore; a task's id may not.
  const plain = /^[A-Za-z0-9._-]{1,64}(?:\/[A-Za-z0-9._-]{1,64}){0,5}$/;
  const hostile = HOSTILE_IDS.filter((id) => !plain.test(id) || /(^|\/)\.+(\/|$)/.test(id));
  expect(hostile.length).toBeGreaterThan(150);
  for (const folder of [
    ...hostile,
    ".git",
    ".GIT/hooks",
    "a/.git",
    ".tidemark",
    "node_modules/x",
    "nul",
    "a/CON",
  ])
    expect(problemOfFolder(folder), JSON.stringify(folder)).toBeDefined();
});

type Trap = {
  readonly name: string;
  readonly set: (place: Place) => void;
  readonly paths?: readonly string[];
};

const EVERY = [ACTIVE_FILE, REGISTRY_FILE, "memory.md", "context_history/A-1.md"];
const inFolder = ({ root }: Place, path = ""): string => join(root, "ai_memory", path);

function linked(place: Place, target: string, path: string): void {
  mkdirSync(dirname(inFolder(place, path)), { recursive: true });
  symlinkSync(target, inFolder(place, path));
}

const LINKS: readonly Trap[] = [
  { name: "the folder is a link out", set: (place) => symlinkSync("../outside", inFolder(place)) },
  {
    name: "the folder is an absolute link",
    set: (place) => symlinkSync(join(place.whole, "outside"), inFolder(place)),
  },
  { name: "the folder is a link to the root", set: (place) => symlinkSync(".", inFolder(place)) },
  { name: "the folder is a link to nothing", set: (place) => symlinkSync("../not-there", inFolder(place)) },
  { name: "the folder is a link to itself", set: (place) => symlinkSync("ai_memory", inFolder(place)) },
  { name: "the folder is a file", set: (place) => writeFileSync(inFolder(place), "x") },
  {
    name: "the folder of archives is a link out",
    set: (place) => linked(place, "../../outside", "context_history"),
    paths: [REGISTRY_FILE, "context_history/A-1.md", "context_history/canary.md"],
  },
  {
    name: "the folder of session files is a link out",
    set: (place) => linked(place, "../../outside", "session_history"),
    paths: ["session_history/session_2026-01-01_001.md"],
  },
  ...EVERY.flatMap((path): Trap[] => [
    {
      name: `${path} is a link out`,
      set: (place) => linked(place, join(place.whole, "outside/canary.md"), path),
      paths: [path],
    },
    {
      name: `${path} is a link to nothing`,
      set: (place) => linked(place, "../../new.md", path),
      paths: [path],
    },
    { name: `${path} is a link to a file beside it`, set: besideLink(path), paths: [path] },
    {
      name: `${path} is a folder`,
      set: (place) => mkdirSync(inFolder(place, path), { recursive: true }),
      paths: [path],
    },
    {
      name: `${path} is a pipe`,
      set: (place) => {
        mkdirSync(dirname(inFolder(place, path)), { recursive: true });
        execFileSync("mkfifo", [inFolder(place, path)]);
      },
      paths: [path],
    },
    {
      name: `${path} is huge`,
      set: (place) => {
        mkdirSync(dirname(inFolder(place, path)), { recursive: true });
        writeFileSync(inFolder(place, path), "");
        truncateSync(inFolder(place, path), 3 * 1024 * 1024 * 1024);
      },
      paths: [path],
    },
    {
      name: `${path} is no text`,
      set: (place) => {
        mkdirSync(dirname(inFolder(place, path)), { recursive: true });
        writeFileSync(inFolder(place, path), Buffer.from([0x23, 0xff, 0xfe, 0x00]));
      },
      paths: [path],
    },
  ]),
];

function besideLink(path: string): Trap["set"] {
  return (place) => {
    mkdirSync(dirname(inFolder(place, path)), { recursive: true });
    writeFileSync(join(dirname(inFolder(place, path)), "beside.md"), "x");
    symlinkSync("beside.md", inFolder(place, path));
  };
}

scenario("context.hostile.links", async () => {
  for (const { name, set, paths = EVERY } of LINKS) {
    const place = newPlace();
    set(place);
    const before = treeOf(place);
    for (const path of paths) {
      const read = await place.files.read(path);
      expect([name, path, read.outcome]).toEqual([name, path, "refused"]);
      const written = await place.files.write({ id: "grp_1", changes: [{ path, after: "ours" }] });
      expect([name, path, written.outcome]).toEqual([name, path, "refused"]);
    }
    const listed = [
      ...(await place.files.list("context_history")),
      ...(await place.files.list("session_history")),
    ];
    expect(
      listed.filter((file) => file !== "beside.md" && file !== "A-1.md"),
      name,
    ).toEqual([]);
    expect(treeOf(place), name).toEqual(before);
  }
});

describe("a file that is a hard link to a file outside", () => {
  test("is replaced, so that the other file keeps its text", async () => {
    const place = newPlace();
    mkdirSync(inFolder(place));
    linkSync(join(place.whole, "canary.md"), inFolder(place, ACTIVE_FILE));
    const change = { path: ACTIVE_FILE, before: CANARY, after: "ours" };
    expect(await place.files.write({ id: "grp_1", changes: [change] })).toEqual({ outcome: "written" });
    expect(readFileSync(join(place.whole, "canary.md"), "utf8")).toBe(CANARY);
    expect(readFileSync(inFolder(place, ACTIVE_FILE), "utf8")).toBe("ours");
  });
});

test("a group that somebody else left in the memory folder cannot write outside either", async () => {
  const place = newPlace();
  const own = join(place.root, ".tidemark/context/main");
  mkdirSync(own, { recursive: true });
  for (const path of HOSTILE_PATHS) {
    const group = { schema: "pending.v1", id: "grp_1", changes: [{ path, after: "theirs" }] };
    writeFileSync(join(own, "pending.json"), JSON.stringify(group));
    const before = treeOf(place);
    expect(await place.files.finish(), path).toBe(undefined);
    expect(treeOf(place), path).toEqual(before);
  }
  for (const id of ["../x", "a/b", "", "x".repeat(200)]) {
    writeFileSync(join(own, "pending.json"), JSON.stringify({ schema: "pending.v1", id, changes: [] }));
    expect(await place.files.finish()).toBe(undefined);
    expect(existsSync(join(own, "pending.json"))).toBe(false);
  }
});

test("a text over the limit is refused, and so is a name that differs from an existing one only in case", async () => {
  const place = newPlace();
  const large = { path: ACTIVE_FILE, after: "x".repeat(1024 * 1024 + 1) };
  expect(await place.files.write({ id: "grp_1", changes: [large] })).toMatchObject({ outcome: "refused" });
  const first = { path: "context_history/Task.md", after: "x" };
  expect(await place.files.write({ id: "grp_2", changes: [first] })).toEqual({ outcome: "written" });
  const twin = { path: "context_history/task.md", after: "y" };
  expect(await place.files.write({ id: "grp_3", changes: [twin] })).toMatchObject({ outcome: "refused" });
  const both = ["context_history/a.md", "context_history/A.md"].map((path) => ({ path, after: "x" }));
  expect(await place.files.write({ id: "grp_4", changes: both })).toMatchObject({ outcome: "refused" });
  expect(await place.files.list("context_history")).toEqual(["Task.md"]);
});

/** The next test needs `strace`. Without it, only the canary files show an access outside. */
const hasTracer = spawnSync("strace", ["-V"]).status === 0;

test.skipIf(!hasTracer)("no process even makes a system call for a file outside", async () => {
  const worker = await bundledWorker(resolve("."), "context-worker");
  const traps = LINKS.filter(({ name }) =>
    / is (?:a link out|an absolute link|a link to nothing)$/.test(name),
  );
  expect(traps.length).toBeGreaterThan(8);
  // Tracing is slow: a normal run plays every fourth trap, the long run plays all of them.
  for (const { name, set, paths = EVERY } of traps.filter((_, i) => isLong || i % 4 === 0)) {
    const place = newPlace();
    set(place);
    const asked = [...paths, ...HOSTILE_PATHS.filter((path) => path.includes("outside"))];
    const input = { root: place.root, memoryDir: join(place.root, ".tidemark"), paths: asked };
    const trace = join(place.whole, "trace");
    const argv = ["-f", "-e", "trace=%file", "-o", trace, process.execPath, worker, JSON.stringify(input)];
    const { stdout } = spawnSync("strace", argv, { encoding: "utf8" });
    expect([name, stdout]).toEqual([name, "refused\n"]);
    const lines = readFileSync(trace, "utf8").split("\n");
    expect(lines.filter((line) => line.includes(place.root)).length, name).toBeGreaterThan(0);
    // `execve` has all paths as arguments, and `readlink` reads a link's target without opening it.
    const outside = lines.filter(
      (line) => /outside|not-there|new\.md/.test(line) && !/execve\(|readlink/.test(line),
    );
    expect(outside, name).toEqual([]);
  }
});
