import { describe, expect, test } from "vitest";
import { bootstrapOf } from "../../src/core/active-context/document/bootstrap.ts";
import { addItem } from "../../src/core/active-context/document/edit.ts";
import { matchTask } from "../../src/core/active-context/document/match-task.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import {
  currentTaskId,
  hasSection,
  listAt,
  taskIdsIn,
  textAt,
} from "../../src/core/active-context/document/read.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { lintRegistry } from "../../src/core/active-context/lint/lint-registry.ts";
import {
  entryOf,
  summaryOf,
  taskDocument,
  withArchiveSummary,
  withoutArchiveSummary,
} from "../../src/core/active-context/registry/archive.ts";
import {
  entryOfRow,
  putEntry,
  type RegistryEntry,
  readRegistry,
} from "../../src/core/active-context/registry/registry.ts";
import { resumesIn } from "../../src/core/active-context/registry/resume.ts";
import {
  addSessionNote,
  appendToSession,
  completeSession,
  newSessionFile,
  readSessionFile,
  setSessionSummary,
} from "../../src/core/active-context/registry/session-file.ts";
import {
  nextSessionFileName,
  parseSessionFileName,
} from "../../src/core/active-context/registry/session-name.ts";
import { scenario } from "../scenarios/scenario.ts";
import { CLEAN, NOW } from "../support/clean-context.ts";

const ENTRY: RegistryEntry = {
  task_id: "CTX-001",
  title: "Lossless parser",
  category: "feature",
  tags: ["parser", "markdown"],
  status: "paused",
  archived_at: "2026-03-02T10:00:00.000Z",
  file: "ai_memory/context_history/CTX-001.md",
  summary: "goal: no byte lost\nstate: bullets\nnext: printer",
  restore_recipe: ["Open it", "Run it", "Go on"],
};

const entriesOf = (text: string) => {
  const read = readRegistry(text);
  return read.outcome === "read" ? read.rows.map(entryOfRow) : read;
};

const BY_HAND = `# Kept by hand as well.
contexts:
  # the old one
  - task_id: 007 # James
    title: "Old: one"
    category: docs
    tags: [a, b] # two
    status: completed
    archived_at: 2026-01-01
    file: ai_memory/context_history/007.md
    summary: |
      one
      two
      three
    note_to_self: call Anna

  - task_id: CTX-001
    title: Parser # better name wanted
    category: feature
    tags:
      - parser # the first
      - old
    status: completed
    archived_at: 2026-02-01
    file: ai_memory/context_history/CTX-001.md
    summary: short
    last_restored_at: 2026-02-02
`;

scenario("context.files.registry", () => {
  const after = putEntry(BY_HAND, ENTRY);
  for (const remark of [
    "# Kept by hand as well.",
    "# the old one",
    "# James",
    "# two",
    "# better name wanted",
    "# the first",
  ])
    expect(after).toContain(remark);
  expect(after.split("\n\n  - task_id: CTX-001")[0]).toBe(BY_HAND.split("\n\n  - task_id: CTX-001")[0]);
  expect(entriesOf(after)).toMatchObject([
    { task_id: "007", title: "Old: one" },
    { ...ENTRY, last_restored_at: "2026-02-02" },
  ]);
  expect(putEntry(after, ENTRY)).toBe(after);
  expect(entriesOf(putEntry("", ENTRY))).toEqual([ENTRY]);
  expect(entriesOf(putEntry("# mine\n", ENTRY))).toEqual([ENTRY]);
  expect(putEntry("# mine\n", ENTRY)).toContain("# mine");
  expect(entriesOf(putEntry("- task_id: X\n", ENTRY))).toEqual([undefined, ENTRY]);
  const tricky = {
    ...ENTRY,
    task_id: "1e3",
    title: "yes",
    summary: "a: b # c\n- d",
    tags: ["true", "[x]", "#y"],
  };
  expect(entriesOf(putEntry(BY_HAND, tricky))).toContainEqual(tricky);
  expect(putEntry(BY_HAND.replaceAll("\n", "\r\n"), ENTRY)).toBe(after.replaceAll("\n", "\r\n"));
});

const BOMB = `a: &a [x, x]\n${"bcdefgh"
  .split("")
  .map((name, i) => `${name}: &${name} [*${"abcdefg"[i]}, *${"abcdefg"[i]}]`)
  .join("\n")}\n`;

scenario("context.files.plain-yaml", () => {
  const refused: readonly [string, number][] = [
    [BOMB, 1],
    ["contexts:\n  - task_id: !!js/function x\n", 2],
    ["contexts:\n  - task_id: !mine x\n", 2],
    ["contexts:\n  - &x\n    task_id: a\n  - *x\n", 3],
    ["contexts:\n  - task_id: a\n    task_id: b\n", 3],
    ["contexts: [\n", 1],
    [`contexts: ${"[".repeat(200)}${"]".repeat(200)}`, 1],
    ["[".repeat(100_000), 1],
    ["contexts:\n  - just a text\n", 1],
    ["just a text\n", 1],
    [`contexts:\n${"  - task_id: a\n".repeat(6000)}`, 1],
    [`# ${"x".repeat(2_000_000)}`, 1],
  ];
  for (const [text] of refused) expect(readRegistry(text).outcome, text.slice(0, 60)).toBe("unreadable");
  for (const [text, line] of refused.slice(1, 5)) expect(readRegistry(text)).toMatchObject({ line });
  expect(() => putEntry(BOMB, ENTRY)).toThrow(/cannot be read: line \d+/);
});

describe("each fault of the registry has its own code", () => {
  const text = putEntry("", ENTRY);
  test.each([
    ["index.field", "category: feature", "other: x"],
    ["index.task_id", "task_id: CTX-001", "task_id: ../up"],
    ["index.status", "status: paused", "status: parked"],
    ["index.time", '"2026-03-02T10:00:00.000Z"', "soon"],
    ["index.path", "file: ai_memory/", "file: ../ai_memory/"],
    ["index.confidence", "status: paused", "status: paused\n    confidence: sure"],
    ["index.summary.few", "      state: bullets\n", ""],
    ["index.summary.many", "      state: bullets\n", "      x\n".repeat(12)],
    ["index.restore_recipe.few", "      - Go on\n", ""],
    ["index.restore_recipe.many", "      - Go on\n", "      - Go on\n".repeat(5)],
  ])("%s", (code, from, to) => {
    expect(text).toContain(from);
    expect(lintRegistry(text)).toEqual([]);
    expect(lintRegistry(text.replace(from, to))).toMatchObject([{ code, line: 2 }]);
  });
  test("index.duplicate and index.unreadable", () => {
    const twins = text + text.replace("contexts:\n", "").replace("CTX-001", "ctx-001");
    expect(lintRegistry(twins)).toMatchObject([{ code: "index.duplicate" }]);
    expect(lintRegistry("a: *b")).toMatchObject([{ code: "index.unreadable", level: "error" }]);
  });
});

scenario("context.files.session", () => {
  const names = [
    "session_2026-03-02_001.md",
    "session_2026-03-02_009.md",
    "session_2026-03-01_044.md",
    "notes.md",
  ];
  expect(nextSessionFileName(names, "2026-03-02")).toBe("session_2026-03-02_010.md");
  expect(nextSessionFileName(names, "2026-03-03")).toBe("session_2026-03-03_001.md");
  for (const name of [
    "session_2026-3-2_001.md",
    "session_2026-13-02_001.md",
    "session_2026-03-02_1.md",
    "session_2026-03-02_000.md",
  ])
    expect(parseSessionFileName(name)).toBeUndefined();
  const begun = newSessionFile({ name: "session_2026-03-02_010.md", taskId: "CTX-001", started: NOW });
  const byHand = begun
    .replace("commits: 0", "commits: 0 # ours")
    .replace("## Summary\n", "## Summary\n\nMine.\n");
  const one = appendToSession(byHand, {
    at: NOW + 60_000,
    title: "Printer",
    changed: [{ path: "src/print.ts", what: "lists" }],
    commits: [{ hash: "abc1234", message: "print: lists" }],
    errors: [{ error: "## Changelog\nlost", resolution: "escaped" }],
  });
  const two = appendToSession(one, {
    at: NOW + 120_000,
    title: "Again",
    changed: [{ path: "src/print.ts", what: "tabs" }],
    notes: ["see above"],
  });
  expect(two).toContain(
    "### 10:01 — Printer\n\n- **Changed**: `src/print.ts` — lists\n- **Commit**: `abc1234` — print: lists\n",
  );
  expect(two.indexOf("### 10:02 — Again")).toBeGreaterThan(two.indexOf("### 10:01 — Printer"));
  expect(two.indexOf("### 10:02 — Again")).toBeLessThan(two.indexOf("## Notes for Next Session"));
  expect(two).toContain("commits: 1 # ours");
  expect(two).toContain("## Summary\n\nMine.\n");
  expect(readSessionFile(two)).toEqual({
    started: "2026-03-02T10:00:00.000Z",
    last_updated: "2026-03-02T10:02:00.000Z",
    task_id: "CTX-001",
    status: "in-progress",
    files_changed: 1,
    commits: 1,
  });
  const noted = addSessionNote(addSessionNote(two, "first", NOW), "second", NOW);
  expect(noted.endsWith("## Notes for Next Session\n\n- first\n- second\n")).toBe(true);
  const done = completeSession(setSessionSummary(noted, "All done.", NOW), NOW + 180_000);
  expect(done).toContain("## Summary\n\nAll done.\n\n## Changelog\n");
  expect(readSessionFile(done)).toMatchObject({
    status: "completed",
    last_updated: "2026-03-02T10:03:00.000Z",
  });
  expect(readSessionFile("# No front\n")).toBeUndefined();
});

scenario("context.files.archive", () => {
  const active = parse(CLEAN);
  const summary = summaryOf(active, { status: "paused", now: NOW });
  const archive = withArchiveSummary(active, summary);
  expect(archive.sections.slice(-2).map(({ key }) => key)).toEqual(["archive_summary", "quick_resume"]);
  expect(lint(archive, { now: NOW, archived: true })).toEqual([]);
  expect(print(withoutArchiveSummary(archive))).toBe(CLEAN);
  expect(print(withArchiveSummary(archive, summary))).toBe(print(archive));
  expect(summary.accomplished).toEqual(listAt(active, { section: "progress", field: "done" }));
  expect(summary.failing_or_unknown).toEqual(["Should tabs count as four columns?"]);
  const entry = entryOf(active, { file: "context_history/CTX-001.md", status: "paused", now: NOW });
  expect(lintRegistry(putEntry("", entry))).toEqual([]);
  expect(entry).toMatchObject({ task_id: "CTX-001", category: "feature", repo_revision: "abc1234" });
});

describe("each task of a file can be archived alone", () => {
  const both = parse(CLEAN);
  test("the current task, without the others", () => {
    const own = taskDocument(both, "CTX-001", NOW);
    expect(taskIdsIn(own)).toEqual(["CTX-001"]);
    expect(print(own)).not.toContain("Quick Resume — DOC-002");
    expect(lint(own, { now: NOW }).filter(({ level }) => level === "error")).toEqual([]);
    expect(listAt(own, { section: "progress", field: "done" })).toEqual(
      listAt(both, { section: "progress", field: "done" }),
    );
  });
  test("a secondary task, with its progress, Quick Resume and dependencies", () => {
    const other = taskDocument(both, "DOC-002", NOW);
    const of = (field: string) => ({ section: "progress", task: "DOC-002", field }) as const;
    expect(currentTaskId(other)).toBe("DOC-002");
    for (const field of ["done", "in_progress", "next"])
      expect(listAt(other, of(field))).toEqual(listAt(both, of(field)));
    expect(resumesIn(other)).toEqual(resumesIn(both).filter(({ task }) => task === "DOC-002"));
    expect(listAt(other, { section: "external_dependencies", field: "blocked_by" })).toEqual(["CTX-001"]);
    expect(lint(other, { now: NOW }).filter(({ level }) => level === "error")).toEqual([]);
  });
});

test("a new task inherits environment, project invariants and documents, but no progress or breadcrumbs", () => {
  const previous = addItem(
    parse(CLEAN),
    { section: "guardrails", field: "invariants" },
    { text: "Node 20 works (project)" },
  );
  const fresh = bootstrapOf(previous, { taskId: "NEW-1", goal: "Another thing.", now: NOW });
  expect(textAt(fresh, { section: "environment_snapshot", field: "os" })).toBe("Linux");
  expect(listAt(fresh, { section: "guardrails", field: "invariants" })).toEqual(["Node 20 works (project)"]);
  expect(listAt(fresh, { section: "plan_references", field: "related_docs" })).toEqual(["docs/format.md"]);
  expect(listAt(fresh, { section: "progress", field: "done" })).toEqual([]);
  expect(listAt(fresh, { section: "breadcrumbs", field: "navigation_queries" })).toEqual([]);
  expect(hasSection(fresh, "failure_context")).toBe(false);
});

const KNOWN: readonly RegistryEntry[] = [
  { ...ENTRY, task_id: "A", category: "feature", tags: ["x", "y", "z"], archived_at: "2026-01-01" },
  { ...ENTRY, task_id: "B", category: "feature", tags: ["x", "y"], archived_at: "2026-01-03" },
  { ...ENTRY, task_id: "C", category: "feature", tags: ["X", "y", "z"], archived_at: "2026-01-02" },
  { ...ENTRY, task_id: "D", category: "bugfix", tags: ["x", "y", "z", "w"], archived_at: "2026-01-09" },
];

scenario("context.files.match", () => {
  const found = (wanted: Parameters<typeof matchTask>[1]) => matchTask(KNOWN, wanted)?.entry.task_id;
  expect(found({ taskId: "A", category: "bugfix", tags: ["x", "y", "z", "w"] })).toBe("A");
  expect(found({ taskId: "a" })).toBe("A");
  expect(found({ taskId: "new", category: "feature", tags: ["x", "y", "z"] })).toBe("C");
  expect(found({ category: "Feature", tags: ["x", "y"] })).toBe("B");
  expect(found({ category: "bugfix", tags: ["x", "w"] })).toBe("D");
  expect(found({ category: "feature", tags: ["x"] })).toBeUndefined();
  expect(found({ category: "docs", tags: ["x", "y", "z"] })).toBeUndefined();
  expect(found({ tags: ["x", "y", "z"] })).toBeUndefined();
  expect(matchTask([], { taskId: "A" })).toBeUndefined();
});
