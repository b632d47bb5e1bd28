import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { checkTaskId } from "../../src/core/active-context/registry/task-id.ts";
import { MemoryError, openTidemark, type Tidemark } from "../../src/index.ts";
import { HOSTILE_IDS } from "../support/hostile-paths.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Stage, stage } from "./stage.ts";

const CANARY = "the words of a file that is none of ours";

/** A project with files, inside and outside it, that no verb of the active context may touch. */
function guarded(surface: "library" | "cli"): Stage {
  const on = stage(surface, { git: true });
  for (const path of [
    "../outside/canary.md",
    "../outside/A-1.md",
    "../canary.md",
    "src/canary.md",
    "canary.md",
  ]) {
    mkdirSync(dirname(join(on.dir, path)), { recursive: true });
    writeFileSync(join(on.dir, path), CANARY);
  }
  return on;
}

/** All files in and around the project, without those of git and Tidemark. */
function treeOf(root: string, inside = ""): { readonly [path: string]: string } {
  return Object.assign(
    {},
    ...readdirSync(join(root, inside), { withFileTypes: true }).map((entry) => {
      const path = join(inside, entry.name);
      if (/^(?:project\/(?:\.git|\.tidemark|ai_memory)|\.config|\.local)$/.test(path)) return {};
      if (entry.isSymbolicLink()) return { [path]: `link ${readlinkSync(join(root, path))}` };
      if (entry.isDirectory()) return { [path]: "folder", ...treeOf(root, path) };
      const { ino, mtimeMs } = lstatSync(join(root, path));
      return { [path]: `${ino} ${mtimeMs} ${readFileSync(join(root, path), "latin1")}` };
    }),
  );
}

const memoryTree = (on: Stage): readonly string[] =>
  (readdirSync(join(on.dir, "ai_memory"), { recursive: true }) as string[]).sort();

/** Every n-th id; all of them in the long run. */
const share = (ids: readonly string[], every: number): readonly string[] =>
  process.env.TIDEMARK_LONG === "1" ? ids : ids.filter((_, i) => i % every === 0);

type Call = (memory: Tidemark) => Promise<unknown>;

/** The result or the refusal of a call as text. A failure must be a `MemoryError` with a message. */
async function answerTo(
  memory: Tidemark,
  call: Call,
): Promise<{ readonly text: string; readonly isRefused: boolean }> {
  try {
    return { text: JSON.stringify(await call(memory)), isRefused: false };
  } catch (error) {
    expect(error, String((error as Error).stack)).toBeInstanceOf(MemoryError);
    const { message, fix } = error as MemoryError;
    expect(message).toMatch(/\w/);
    return { text: `${message} ${fix}`, isRefused: true };
  }
}

const callsWith = (id: string): readonly Call[] => [
  (memory) => memory.contextInit({ task: id, goal: "G." }),
  (memory) => memory.contextSwitch({ id, goal: "G." }),
  (memory) => memory.contextRestore({ id }),
  (memory) => memory.contextArchive({ id }),
  (memory) => memory.contextValidate({ task: id }),
  (memory) => memory.contextSession({ file: id }),
];

scenario("context.hostile.verbs", async () => {
  expect(HOSTILE_IDS.length).toBeGreaterThanOrEqual(200);
  const on = guarded("library");
  const memory = openTidemark({ dir: on.dir });
  await memory.contextInit({ task: "REAL-1", goal: "Something real." });
  const before = [treeOf(dirname(on.dir)), memoryTree(on)];
  for (const id of share(HOSTILE_IDS, 12)) {
    for (const [i, call] of callsWith(id).entries()) {
      const { text, isRefused } = await answerTo(memory, call);
      expect([id, i, isRefused]).toEqual([id, i, true]);
      expect(text).not.toContain(CANARY);
    }
  }
  expect([treeOf(dirname(on.dir)), memoryTree(on)]).toEqual(before);
  const copy = await memory.contextArchive({ snapshot: "../../outside/canary" });
  expect(JSON.stringify(copy)).not.toContain("..");
  expect(treeOf(dirname(on.dir))).toEqual(before[0]);
  await memory.close();
});

scenario("context.hostile.command-line", async () => {
  const on = guarded("cli");
  await on.call("contextInit", { task: "REAL-1", goal: "Something real." });
  const before = [treeOf(dirname(on.dir)), memoryTree(on)];
  const words = share(
    HOSTILE_IDS.filter((id) => !id.includes("\0") && id !== ""),
    12,
  );
  for (const id of words) {
    for (const argv of [
      ["context", "switch", "--goal=G.", "--", id],
      ["context", "init", `--task=${id}`, "--goal=G."],
    ]) {
      const { code, stdout, stderr } = await commandLine(argv, on);
      expect([id, code]).toEqual([id, 2]);
      expect(stdout + stderr).not.toContain(CANARY);
    }
  }
  expect([treeOf(dirname(on.dir)), memoryTree(on)]).toEqual(before);
});

const BOMB = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ...["b", "c", "d", "e", "f", "g", "h", "i"].map(
    (name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(",")}]`,
  ),
  "contexts: *i",
].join("\n");

const REGISTRIES: { readonly [name: string]: string } = {
  "aliases that grow without end": BOMB,
  "a tag that would run code": "contexts: !!js/function 'function () { return 1 }'\n",
  "a tag of another language": "contexts: !!python/object/apply:os.system ['touch canary']\n",
  "a merge of itself": "contexts: &x\n  - <<: *x\n",
  "nesting without end": `contexts: ${"[".repeat(20_000)}`,
  "two documents": "contexts: []\n---\ncontexts: []\n",
  "no list": "contexts: 7\n",
  "no map": "- - -",
  "a huge value": `contexts:\n  - task_id: ${"x".repeat(1_050_000)}\n`,
};

const VERBS: readonly Call[] = [
  (memory) => memory.contextList({}),
  (memory) => memory.contextValidate({}),
  (memory) => memory.contextSwitch({ id: "NEW-1", goal: "Something new." }),
  (memory) => memory.contextRestore({ id: "A-1" }),
  (memory) => memory.contextArchive({}),
  (memory) => memory.contextComplete({}),
  (memory) => memory.contextRefresh({}),
  (memory) => memory.contextSync({}),
  (memory) => memory.doctor({}),
];

scenario("context.hostile.yaml", async () => {
  for (const [name, text] of Object.entries(REGISTRIES)) {
    const on = guarded("library");
    const memory = openTidemark({ dir: on.dir });
    await memory.contextInit({ task: "REAL-1", goal: "Something real." });
    const path = join(on.dir, "ai_memory/context_history/contexts_index.yaml");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const before = treeOf(dirname(on.dir));
    for (const call of VERBS) await answerTo(memory, call);
    expect(readFileSync(path, "utf8"), name).toBe(text);
    expect(
      (await answerTo(memory, (open) => open.contextSwitch({ id: "NEW-1", goal: "G." }))).isRefused,
      name,
    ).toBe(true);
    expect(treeOf(dirname(on.dir)), name).toEqual(before);
    await memory.close();
  }
});

const entry = (file: string): string =>
  `contexts:
  - task_id: A-1
    title: A
    category: c
    tags: [one, two]
    status: paused
    archived_at: 2026-01-01T00:00:00Z
    file: ${JSON.stringify(file)}
    summary: |
      One.
      Two.
      Three.
`;

scenario("context.hostile.registry-paths", async () => {
  const on = guarded("library");
  const memory = openTidemark({ dir: on.dir });
  await memory.contextInit({ task: "REAL-1", goal: "Something real." });
  const path = join(on.dir, "ai_memory/context_history/contexts_index.yaml");
  mkdirSync(dirname(path), { recursive: true });
  const before = treeOf(dirname(on.dir));
  const named = HOSTILE_IDS.flatMap((id) => [id, `context_history/${id}`]);
  for (const file of [
    ...share(named, 9),
    "../outside/A-1.md",
    "context_history/../../../outside/A-1.md",
    "/etc/passwd",
  ]) {
    writeFileSync(path, entry(file));
    for (const call of [VERBS[0], VERBS[1], VERBS[3]] as const) {
      const { text } = await answerTo(memory, call as Call);
      expect(text, file).not.toContain(CANARY);
      expect(text, file).not.toContain("root:");
    }
    expect(treeOf(dirname(on.dir)), file).toEqual(before);
    const active = join(on.dir, "ai_memory/active_context.md");
    if (existsSync(active)) expect(readFileSync(active, "utf8"), file).not.toContain(CANARY);
    rmSync(join(on.dir, "ai_memory"), { recursive: true });
    mkdirSync(dirname(path), { recursive: true });
  }
  await memory.close();
});

type Trap = { readonly name: string; readonly set: (folder: string) => void };

const TRAPS: readonly Trap[] = [
  { name: "the folder leads out", set: (folder) => symlinkSync("../outside", folder) },
  { name: "the folder leads to the project", set: (folder) => symlinkSync(".", folder) },
  { name: "the folder is a file", set: (folder) => writeFileSync(folder, CANARY) },
  {
    name: "the archives lead out",
    set: (folder) => {
      mkdirSync(folder);
      symlinkSync("../../outside", join(folder, "context_history"));
    },
  },
  {
    name: "the context leads out",
    set: (folder) => {
      mkdirSync(folder);
      symlinkSync("../../outside/canary.md", join(folder, "active_context.md"));
    },
  },
  {
    name: "the context is huge",
    set: (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, "active_context.md"), "");
      truncateSync(join(folder, "active_context.md"), 2 ** 32);
    },
  },
];

scenario("context.hostile.folders", async () => {
  for (const { name, set } of TRAPS) {
    const on = guarded("library");
    const memory = openTidemark({ dir: on.dir });
    set(join(on.dir, "ai_memory"));
    const before = treeOf(dirname(on.dir));
    const calls: readonly Call[] = [
      (open) => open.contextInit({ task: "NEW-1", goal: "Something new." }),
      ...VERBS,
      (open) => open.contextSession({ note: "A note" }),
      (open) => open.brief({}),
      (open) => open.staleList({}),
      (open) => open.worker({ once: true }),
    ];
    for (const call of calls) expect((await answerTo(memory, call)).text, name).not.toContain(CANARY);
    expect((await answerTo(memory, calls[0] as Call)).isRefused, name).toBe(true);
    expect(treeOf(dirname(on.dir)), name).toEqual(before);
    await memory.close();
  }
});

const FRONT_MATTERS: readonly string[] = [
  "---js\nmodule.exports = require('fs').writeFileSync('canary.md', 'x')\n---\n",
  "---\n!!js/function 'function () { return 1 }'\n---\n",
  `---\n${BOMB}\n---\n`,
  "---\ntask_id: !ruby/object:Gem::Installer\n  i: x\n---\n",
  "---\nstarted: {{7*7}}\ntask_id: '<%= exit %> `exit`'\n---\n",
  `---\n${"a: ".repeat(5000)}\n---\n`,
  "---\nnever closed\n",
];

scenario("context.hostile.front-matter", async () => {
  const on = guarded("library");
  const memory = openTidemark({ dir: on.dir });
  await memory.contextInit({ task: "REAL-1", goal: "Something real." });
  const folder = join(on.dir, "ai_memory/session_history");
  mkdirSync(folder, { recursive: true });
  const today = new Date().toISOString().slice(0, 10);
  for (const [i, text] of FRONT_MATTERS.entries())
    writeFileSync(join(folder, `session_${today}_00${i + 1}.md`), text);
  const before = treeOf(dirname(on.dir));
  const shown = await memory.contextSession({});
  expect(shown.files).toEqual([]);
  const noted = await memory.contextSession({ note: "Go on with the totals" });
  expect(noted.file).toBe(`ai_memory/session_history/session_${today}_00${FRONT_MATTERS.length + 1}.md`);
  for (const [i, text] of FRONT_MATTERS.entries())
    expect(readFileSync(join(folder, `session_${today}_00${i + 1}.md`), "utf8")).toBe(text);
  expect(treeOf(dirname(on.dir))).toEqual(before);
  expect(FRONT_MATTERS.every((text) => checkTaskId(text) !== undefined)).toBe(true);
  await memory.close();
});
