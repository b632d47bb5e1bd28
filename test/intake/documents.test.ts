import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { gitAt } from "../../src/adapters/git/git.ts";
import { importDocuments } from "../../src/app/intake/import-documents.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { DEFAULTS } from "../../src/core/config/config.ts";
import { dump } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { environment, git } from "../scenarios/stage.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

/** A new git repository, and a memory of it. */
async function repository() {
  const dir = freshMemoryDir();
  const at = { dir, env: environment(dir) };
  git(at, "init", "-q", "-b", "main");
  const base = await testMemory();
  const deps: TestMemory = { ...base, git: gitAt(dir, at.env), project: { ...base.project, root: dir } };
  const write = (path: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    git(at, "add", path);
  };
  return { ...at, deps, write };
}

const NOTHING = { added: 0, gone: 0, left_out: 0, skipped: 0 };

async function seenOn(deps: Deps) {
  return (await deps.store.events.read(0, 1000, ["document.seen", "document.gone"])).events;
}

/** The search index as text. */
async function indexOf(deps: Deps): Promise<string> {
  await catchUp(deps, "search");
  return dump(deps.store.views, deps.views.search);
}

scenario("documents.once", async () => {
  const { deps, write, ...at } = await repository();
  expect(await importDocuments(deps)).toEqual(NOTHING);
  write("README.md", "# Harbour\n\nShips come in.");
  write("docs/adr/0001-größe.md", "# Size\n\nIn lines.");
  writeFileSync(join(at.dir, "docs/untracked.md"), "# Not yet");
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, added: 2 });
  expect(await importDocuments(deps)).toEqual(NOTHING);
  const first = await seenOn(deps);
  expect(first.find(({ subject }) => subject === "document:README.md")).toMatchObject({
    payload: { path: "README.md", title: "Harbour", text: "# Harbour\n\nShips come in." },
  });
  const texts = ["# Harbour\n\nShips go out.", "# Harbour\n\nShips come in."];
  for (const text of texts) {
    write("README.md", text);
    expect(await importDocuments(deps)).toEqual({ ...NOTHING, added: 1 });
  }
  // Two imports at the same time, as by two processes, add nothing.
  const [a, b] = [importDocuments(deps), importDocuments(deps)];
  expect([await a, await b]).toEqual([NOTHING, NOTHING]);
  const index = await indexOf(deps);
  expect(index.match(/document:README\.md/g)?.length).toBeGreaterThan(0);
  expect(index).toContain("come");
  expect(index).not.toContain("go out");
});

scenario("documents.gone", async () => {
  const { deps, write, ...at } = await repository();
  for (const name of ["a", "b", "c"]) write(`docs/${name}.md`, `# ${name}\n\ntext of ${name}`);
  expect(await importDocuments(deps)).toMatchObject({ added: 3 });
  git(at, "rm", "-q", "--cached", "docs/a.md");
  rmSync(join(at.dir, "docs/b.md"));
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, gone: 2, skipped: 1 });
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, skipped: 1 });
  expect(await indexOf(deps)).not.toMatch(/docs\/[ab]\.md/);
  git(at, "add", "docs/a.md");
  expect(await importDocuments(deps)).toMatchObject({ added: 1, gone: 0 });
  expect(await indexOf(deps)).toMatch(/docs\/a\.md/);
  const set = (documents: Deps["config"]["documents"]) => ({ ...deps, config: { ...DEFAULTS, documents } });
  const others = set({ enabled: true, paths: "README.md, docs/c.*" });
  expect(await importDocuments(others)).toMatchObject({ added: 0, gone: 1 });
  expect(await importDocuments(set({ ...DEFAULTS.documents, enabled: false }))).toMatchObject({ gone: 1 });
  expect(await indexOf(deps)).toBe("");
  expect(await importDocuments(deps)).toMatchObject({ added: 2, gone: 0 });
});

test("without git the known documents stay", async () => {
  const { deps, write, dir } = await repository();
  write("README.md", "# Here");
  await importDocuments(deps);
  rmSync(join(dir, ".git"), { recursive: true });
  expect(await importDocuments(deps)).toEqual(NOTHING);
  expect(await indexOf(deps)).toContain("README.md");
});

scenario("documents.bounded", async () => {
  const { deps, write, ...at } = await repository();
  mkdirSync(join(at.dir, "docs"));
  for (let n = 0; n < 310; n++) {
    const file = join(at.dir, `docs/${n}.md`);
    writeFileSync(file, `# Page ${n}\n\nnumber ${n}`);
    utimesSync(file, 1_700_000_000 + n, 1_700_000_000 + n);
  }
  git(at, "add", "-A");
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, added: 300, left_out: 10 });
  expect((await seenOn(deps)).map(({ payload }) => payload?.path)).not.toContain("docs/9.md");
  write("docs/9.md", `# Long\n\n${"many words in a line ä\n".repeat(10_000)}`);
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, added: 1, gone: 1, left_out: 10 });
  const { payload } = (await seenOn(deps)).at(-1) ?? {};
  expect(payload).toMatchObject({ path: "docs/9.md", cut: true });
  const bytes = Buffer.byteLength(String(payload?.text));
  expect(bytes).toBeLessThanOrEqual(64 * 1024);
  expect(bytes).toBeGreaterThan(63 * 1024);
  expect(String(payload?.text).endsWith("ä\n")).toBe(true);
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, left_out: 10 });
});

scenario("documents.inside", async () => {
  const { deps, write, ...at } = await repository();
  const outside = freshMemoryDir();
  writeFileSync(join(outside, "secret.md"), "# Outside\n\nnobody may read this");
  write("docs/real.md", "# Real\n\ninside");
  write("docs/deep/page.md", "# Deep\n\nin a folder");
  write("docs/latin.md", Buffer.from([0x23, 0x20, 0xe4, 0x0a]));
  write("docs/binary.md", "a\0b");
  symlinkSync(join(outside, "secret.md"), join(at.dir, "docs/link.md"));
  symlinkSync("real.md", join(at.dir, "docs/inner.md"));
  git(at, "add", "-A");
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, added: 2, skipped: 4 });
  // A folder that became a link after git listed it also leads out of the repository.
  rmSync(join(at.dir, "docs/deep"), { recursive: true });
  writeFileSync(join(outside, "page.md"), "# Outside\n\nnobody may read this");
  symlinkSync(outside, join(at.dir, "docs/deep"));
  execFileSync("mkfifo", [join(at.dir, "docs/pipe.md")]);
  rmSync(join(at.dir, "docs/real.md"));
  execFileSync("mkfifo", [join(at.dir, "docs/real.md")]);
  expect(await importDocuments(deps)).toEqual({ ...NOTHING, gone: 2, skipped: 6 });
  expect(JSON.stringify(await seenOn(deps))).not.toContain("nobody may read");
});

test("documents are found by their path, each with the passage that answers the question", async () => {
  const { deps, write } = await repository();
  write(
    "docs/boats.md",
    `# Boats\n\n## Oars\n\nAsh wood.\n\n## Sails\n\n${"Canvas is mended in winter. ".repeat(60)}`,
  );
  write("README.md", "# Wood\n\nAsh burns well.");
  await importDocuments(deps);
  const asked = async (query: string, path: string) =>
    (await recall(deps, { query, k: 5, path })).hits.map(({ id, text }) => `${id}: ${text}`);
  expect(await asked("ash wood", "docs")).toEqual(["document:docs/boats.md: Boats > Oars\nAsh wood."]);
  expect(await asked("ash wood", "README.md")).toEqual(["document:README.md: Wood\nAsh burns well."]);
  const [long = ""] = await asked("mended canvas", "docs/boats.md");
  expect(long).toMatch(/^document:docs\/boats\.md: Boats > Sails\nCanvas/);
  expect(long.length).toBeLessThan(1000);
});

test("a committed document has the date of its last commit, a changed one the date of its file", async () => {
  const { deps, write, ...at } = await repository();
  write("README.md", "# One");
  const env = {
    ...at.env,
    GIT_COMMITTER_DATE: "2020-01-02T00:00:00Z",
    GIT_AUTHOR_DATE: "2020-01-02T00:00:00Z",
  };
  git({ ...at, env }, "commit", "-q", "-m", "one");
  await importDocuments(deps);
  write("README.md", "# Two");
  utimesSync(join(at.dir, "README.md"), 1_600_000_000, 1_600_000_000);
  await importDocuments(deps);
  expect((await seenOn(deps)).map((event) => event.at)).toEqual([
    Date.parse("2020-01-02T00:00:00Z"),
    1_600_000_000_000,
  ]);
});
