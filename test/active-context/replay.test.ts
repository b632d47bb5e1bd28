import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { listAt } from "../../src/core/active-context/document/read.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { readSessionFile } from "../../src/core/active-context/registry/session-file.ts";
import { parseSessionFileName } from "../../src/core/active-context/registry/session-name.ts";
import { openMemory } from "../../src/open-memory.ts";
import { fixedClock } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { git, type Stage, stage } from "../scenarios/stage.ts";
import { NOTHING } from "../support/distil-nothing.ts";
import {
  changesSomething,
  SECRETS,
  turnsOf,
  type WorkSession,
  workSessions,
} from "../support/work-sessions.ts";

const COUNT = process.env.TIDEMARK_LONG === "1" ? 100 : 15;
/** Time between the starts of two sessions: several sessions fall on each day. */
const GAP_MS = 5 * 60 * 60 * 1000;
const START = Date.parse("2026-03-01T06:00:00Z");

const text = (on: Stage, path: string): string => readFileSync(join(on.dir, path), "utf8");
const folder = "ai_memory/session_history";
const filesOf = (on: Stage): string[] => {
  try {
    return readdirSync(join(on.dir, folder)).sort();
  } catch {
    return [];
  }
};

/** Paths of all files of the project, without `.git`. */
function everything(dir: string, inside = ""): string[] {
  return readdirSync(join(dir, inside), { withFileTypes: true }).flatMap((entry) => {
    const path = join(inside, entry.name);
    if (path === ".git") return [];
    return entry.isDirectory() ? everything(dir, path) : [path];
  });
}

/** Expects that all earlier lines of the body are still there, in order; the front matter above it may change. */
function expectGrown(before: string, after: string): void {
  const body = (whole: string) =>
    whole
      .slice(whole.indexOf("\n# "))
      .split("\n")
      .filter((line) => line.trim() !== "");
  const lines = body(after)[Symbol.iterator]();
  for (const line of body(before)) {
    let next = lines.next();
    while (!next.done && next.value !== line) next = lines.next();
    expect(next.done, line).toBeFalsy();
  }
}

/** Records a session request by request, runs a worker after each, and returns the path of its session file. */
async function replay(on: Stage, deps: Deps, session: WorkSession): Promise<string | undefined> {
  const known = new Set(filesOf(on));
  let before = "";
  let own: string | undefined;
  for (const [i, request] of session.requests.entries()) {
    await deps.store.tape.append(turnsOf(session.id, request).map((turn) => newDraft(deps, turn)));
    if (i === session.requests.length - 1)
      await deps.store.tape.append([
        newDraft(deps, { type: "session.ended", session: session.id, payload: {} }),
      ]);
    else
      await deps.store.tape.append([
        newDraft(deps, { type: "session.marked", session: session.id, payload: { reason: "turn end" } }),
      ]);
    await tick(deps, { distil: async () => NOTHING });
    const fresh = filesOf(on).filter((name) => !known.has(name));
    expect(fresh.length).toBeLessThanOrEqual(1);
    own ??= fresh[0];
    if (own === undefined) continue;
    const after = text(on, `${folder}/${own}`);
    expectGrown(before, after);
    before = after;
  }
  return own;
}

scenario("context.session.replay", async () => {
  const on = stage("cli", { git: true });
  git(on, "commit", "-q", "--allow-empty", "-m", "first");
  on.env.TIDEMARK_NOW = new Date(START).toISOString();
  await on.call("contextInit", { task: "BILL-42", goal: "Round invoices once." });
  const clock = fixedClock(START);
  const opened = await openMemory({ cwd: on.dir, env: on.env, effect: "writes" });
  const deps: Deps = { ...opened.deps, clock };
  const sessions = workSessions(COUNT, 20260301);
  const made: string[] = [];
  for (const session of sessions) {
    clock.advance(GAP_MS);
    const file = await replay(on, deps, session);
    expect(file !== undefined, session.id).toBe(session.requests.some(changesSomething));
    if (file === undefined) continue;
    made.push(file);
    holdsWhat(text(on, `${folder}/${file}`), session);
  }
  await opened.close();
  expect(made.length).toBeGreaterThan(COUNT / 2);
  expect(made.length).toBeLessThan(COUNT);
  expect(filesOf(on)).toEqual(made.toSorted());
  expectNumbered(made);
  const active = parse(text(on, "ai_memory/active_context.md"));
  expect(lint(active, { now: clock.now() }).filter(({ level }) => level === "error")).toEqual([]);
  const links = listAt(active, { section: "plan_references", field: "session_history" });
  expect(links.map((link) => /`(.+)`/.exec(link)?.[1])).toEqual(
    made.slice(-20).map((name) => `${folder}/${name}`),
  );
  for (const path of everything(on.dir)) {
    const bytes = readFileSync(join(on.dir, path), "latin1");
    for (const secret of SECRETS)
      expect(bytes.includes(secret), `${secret.slice(0, 6)}… in ${path}`).toBe(false);
  }
  expect(git(on, "status", "--porcelain")).toBe("?? ai_memory/");
});

function holdsWhat(whole: string, { requests }: WorkSession): void {
  const changed = new Set(requests.flatMap(({ edits }) => edits));
  const commits = new Set(requests.flatMap(({ commit }) => commit?.hash ?? []));
  expect(readSessionFile(whole)).toMatchObject({
    task_id: "BILL-42",
    status: "completed",
    files_changed: changed.size,
    commits: commits.size,
  });
  const resolved = [...whole.matchAll(/→ \*\*Resolution\*\*/g)].length;
  expect(resolved).toBe(requests.filter(({ fails }) => fails).length);
  for (const path of changed) expect(whole).toContain(`- **Changed**: \`${path}\``);
}

/** Expects that session files are numbered 001, 002 … on each day, in the order of their start. */
function expectNumbered(names: readonly string[]): void {
  const counts = new Map<string, number>();
  for (const name of names) {
    const { date = "", number } = parseSessionFileName(name) ?? {};
    counts.set(date, (counts.get(date) ?? 0) + 1);
    expect(number, name).toBe(counts.get(date));
  }
  expect(counts.size).toBeGreaterThan(COUNT / 6);
}
