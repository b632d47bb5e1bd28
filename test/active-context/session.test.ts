import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  appendSessionFile,
  appendSessionFiles,
  sessionFileOf,
} from "../../src/app/active-context/session.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { listAt } from "../../src/core/active-context/document/read.ts";
import { templateOf } from "../../src/core/active-context/document/template.ts";
import { ACTIVE_FILE } from "../../src/core/active-context/registry/file-names.ts";
import { pathBelow } from "../../src/core/active-context/registry/path-below.ts";
import { readSessionFile, type SessionStep } from "../../src/core/active-context/registry/session-file.ts";
import { stepsFrom } from "../../src/core/active-context/registry/session-steps.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";
import { type Request, turnsOf, workSessions } from "../support/work-sessions.ts";

const LINK = { section: "plan_references", field: "session_history" } as const;

function begin(deps: TestMemory, taskId = "BILL-42"): void {
  mkdirSync(join(deps.memoryDir, "ai_memory"), { recursive: true });
  const text = print(templateOf({ taskId, goal: "Round invoices once.", now: deps.clock.now() }));
  writeFileSync(join(deps.memoryDir, "ai_memory", ACTIVE_FILE), text);
}

const fileIn = (deps: TestMemory, path: string): string => readFileSync(join(deps.memoryDir, path), "utf8");
const linksIn = (deps: TestMemory): string[] => listAt(parse(fileIn(deps, `ai_memory/${ACTIVE_FILE}`)), LINK);

const EDIT: Request = { asked: "Fix rounding", edits: ["src/total.ts"], fails: false };
const FIX: Request = { asked: "Make the tests pass", edits: ["src/tax.ts"], fails: true };
const COMMIT: Request = { ...EDIT, asked: "Commit it", commit: { hash: "abc1234", message: "Round once" } };
const QUESTION: Request = { asked: "What does total do", edits: [], fails: false };

const work = async (deps: TestMemory, session: string, ...requests: readonly Request[]): Promise<void> => {
  for (const request of requests) await deps.put(...turnsOf(session, request));
};

/** The turns of some requests as stored events. */
const recorded = (requests: readonly Request[]): StoredEvent[] =>
  requests
    .flatMap((request) => turnsOf("ses_1", request))
    .map((draft, i) => ({
      ...draft,
      id: `evt_${i}`,
      version: 1,
      at: i * 1000,
      recordedAt: i * 1000,
      writer: { agent: "a", host: "h", process: "p", worktree: "main" },
      position: i + 1,
      payloadHash: "",
      hash: "",
    }));

const stepsOf = (
  events: readonly StoredEvent[],
  before: readonly StoredEvent[] = [],
  isOver = false,
): SessionStep[] =>
  stepsFrom({ events: upcastAll(events), before: upcastAll(before), isOver, pathOf: (path) => path });

test("a request that changes something becomes a step, with its failures and their resolutions", () => {
  const steps = stepsOf(recorded([QUESTION, EDIT, FIX, COMMIT]));
  expect(steps).toMatchObject([
    { title: "Fix rounding", changed: [{ path: "src/total.ts" }], commits: [], errors: [] },
    {
      title: "Make the tests pass",
      changed: [{ path: "src/tax.ts" }],
      errors: [
        {
          error: "`npm test`: Error: expected 3 but got 2",
          resolution: "passes after editing src/tax.ts",
        },
      ],
    },
    { title: "Commit it", commits: [{ hash: "abc1234", message: "Round once" }] },
  ]);
});

test("an unresolved failure is reported once the session has ended, and not before", () => {
  const events = recorded([FIX]).slice(0, -2);
  expect(stepsOf(events)[0]?.errors).toEqual([]);
  expect(stepsOf(events, [], true)[0]?.errors).toEqual([
    { error: "`npm test`: Error: expected 3 but got 2" },
  ]);
});

test("a session that is read in two parts gives the same steps as a whole, wherever it is cut", async () => {
  const said = (steps: readonly SessionStep[]) => ({
    changed: new Set(
      steps.flatMap(({ title, changed = [] }) => changed.map(({ path }) => `${title} ${path}`)),
    ),
    commits: new Set(steps.flatMap(({ commits = [] }) => commits.map(({ hash }) => hash))),
    errors: steps.flatMap(({ errors = [] }) =>
      errors.map(({ error, resolution }) => `${error} ${resolution}`),
    ),
  });
  const sessions = workSessions(40, 7);
  await holds(
    fc.asyncProperty(
      fc.constantFrom(...sessions),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (one, share) => {
        const events = recorded(one.requests);
        const at = Math.floor(share * events.length);
        const [first, rest] = [events.slice(0, at), events.slice(at)];
        const parts = [...stepsOf(first), ...stepsOf(rest, first, true)];
        expect(said(parts)).toEqual(said(stepsOf(events, [], true)));
      },
    ),
  );
});

describe("a path from a host", () => {
  const place = { root: "/home/ana/shop", own: ["ai_memory", ".tidemark"] };
  test("is written relative to the root, or left out if it lies outside", () => {
    expect(pathBelow("/home/ana/shop/src/a.ts", place)).toBe("src/a.ts");
    expect(pathBelow("./src//a.ts", place)).toBe("src/a.ts");
    expect(pathBelow("src\\a.ts", place)).toBe("src/a.ts");
    for (const path of [
      "/home/ana/shop2/a.ts",
      "/etc/passwd",
      "../a.ts",
      "src/../../a",
      "~/a",
      "C:\\a",
      "",
      ".",
      "/home/ana/shop/",
    ])
      expect(pathBelow(path, place), path).toBe(undefined);
    for (const path of ["ai_memory/active_context.md", "/home/ana/shop/.tidemark/x"])
      expect(pathBelow(path, place), path).toBe(undefined);
  });
});

scenario("context.session.appended", async () => {
  const deps = await testMemory();
  begin(deps);
  await work(deps, "s1", QUESTION);
  expect(await appendSessionFile(deps, "s1")).toBe(undefined);
  expect(await deps.contextFiles.list("session_history")).toEqual([]);
  await work(deps, "s1", EDIT);
  expect(await appendSessionFile(deps, "s1")).toEqual({
    file: "ai_memory/session_history/session_2030-01-01_001.md",
    steps: 1,
  });
  const path = "ai_memory/session_history/session_2030-01-01_001.md";
  const first = fileIn(deps, path);
  expect(await appendSessionFile(deps, "s1")).toBe(undefined);
  expect(fileIn(deps, path)).toBe(first);
  writeFileSync(
    join(deps.memoryDir, path),
    first.replace("## Changelog", "A person's line.\n\n## Changelog"),
  );
  await work(deps, "s1", FIX, QUESTION, COMMIT);
  expect(await appendSessionFile(deps, "s1")).toMatchObject({ file: path, steps: 2 });
  const second = fileIn(deps, path);
  expect(second).toContain("A person's line.");
  expect(second).toContain(
    "- **Error**: `npm test`: Error: expected 3 but got 2 → **Resolution**: passes after editing src/tax.ts",
  );
  expect(second).toContain("- **Commit**: `abc1234` — Round once");
  expect(readSessionFile(second)).toMatchObject({
    task_id: "BILL-42",
    status: "in-progress",
    files_changed: 2,
    commits: 1,
  });
  expect(linksIn(deps)).toEqual([`\`${path}\` — what was changed, step by step`]);
  await deps.put({ type: "session.ended", session: "s1", payload: {} });
  await appendSessionFile(deps, "s1");
  expect(readSessionFile(fileIn(deps, path))?.status).toBe("completed");
  expect(fileIn(deps, path)).toContain("A person's line.");
});

scenario("context.session.numbered", async () => {
  const deps = await testMemory();
  begin(deps);
  const names = async (): Promise<readonly string[]> => deps.contextFiles.list("session_history");
  await work(deps, "s1", EDIT);
  await work(deps, "s2", EDIT);
  expect((await appendSessionFiles(deps)).length).toBe(2);
  deps.later(24 * 60 * 60 * 1000);
  await work(deps, "s1", FIX);
  await work(deps, "s3", EDIT);
  await appendSessionFiles(deps);
  expect(await names()).toEqual([
    "session_2030-01-01_001.md",
    "session_2030-01-01_002.md",
    "session_2030-01-02_001.md",
  ]);
  // Another task starts a new file, even within one session.
  begin(deps, "DOC-7");
  await work(deps, "s3", COMMIT);
  await appendSessionFile(deps, "s3");
  expect((await names()).at(-1)).toBe("session_2030-01-02_002.md");
  const text = fileIn(deps, "ai_memory/session_history/session_2030-01-02_002.md");
  expect(readSessionFile(text)?.task_id).toBe("DOC-7");
  expect(text).not.toContain("Fix rounding");
});

test("only the next session appends to a session file that was created by hand", async () => {
  const deps = await testMemory();
  begin(deps);
  const open = await sessionFileOf(deps, "BILL-42");
  expect(open).toMatchObject({ path: "session_history/session_2030-01-01_001.md" });
  await deps.contextFiles.write({ id: "grp_1", changes: [{ path: open.path, after: open.text }] });
  expect((await sessionFileOf(deps, "BILL-42")).before).toBe(open.text);
  expect((await sessionFileOf(deps, "DOC-7")).path).toBe("session_history/session_2030-01-01_002.md");
  await work(deps, "s1", EDIT);
  await work(deps, "s2", EDIT);
  expect((await appendSessionFile(deps, "s1"))?.file).toContain("_001.md");
  expect((await appendSessionFile(deps, "s2"))?.file).toContain("_002.md");
});

test("nothing is written without an active context, for another worktree, or a day after the session", async () => {
  const deps = await testMemory();
  await work(deps, "s1", EDIT);
  expect(await appendSessionFile(deps, "s1")).toBe(undefined);
  begin(deps);
  const elsewhere = { ...deps.writer, worktree: "other" };
  await deps.put(...turnsOf("s2", EDIT).map((draft) => ({ ...draft, writer: elsewhere })));
  expect(await appendSessionFile(deps, "s2")).toBe(undefined);
  expect(await appendSessionFile(deps, "s_unknown")).toBe(undefined);
  deps.later(25 * 60 * 60 * 1000);
  expect(await appendSessionFile(deps, "s1")).toBe(undefined);
});

test("adding a link to the session file keeps a person's edits out of the base", async () => {
  const deps = await testMemory();
  begin(deps);
  const path = join(deps.memoryDir, "ai_memory", ACTIVE_FILE);
  const begun = readFileSync(path, "utf8");
  await deps.contextFiles.write({
    id: "grp_1",
    changes: [{ path: ACTIVE_FILE, before: begun, after: begun }],
  });
  writeFileSync(path, begun.replace("Round invoices once.", "Round invoices twice."));
  await work(deps, "s1", EDIT);
  await appendSessionFile(deps, "s1");
  const base = (await deps.contextFiles.base(ACTIVE_FILE)) ?? "";
  expect([base.includes("once."), base.includes("session_2030-01-01_001.md")]).toEqual([true, true]);
  const now = readFileSync(path, "utf8");
  expect([now.includes("twice."), now.includes("session_2030-01-01_001.md")]).toEqual([true, true]);
});
