import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import type { ContextDoubt } from "../../src/core/active-context/registry/doubt.ts";
import { openMemory } from "../../src/open-memory.ts";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, git, type Result, type Stage, stage } from "../scenarios/stage.ts";
import { itemIn } from "../support/item-events.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

type Warning = {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  readonly repeats?: readonly { readonly id: string }[];
  readonly suggested_action: string;
};

/** All staleness reasons. The type of this list makes the compiler report a missing reason. */
const REASONS = [
  "no_progress",
  "never_progressed",
  "not_accepted",
  "not_reviewed",
  "old_note",
  "expired",
  "not_confirmed",
  "file_gone",
  "file_moved",
  "symbol_changed",
  "symbol_gone",
  "branch_gone",
  "behind",
] as const;

const at = (day: number): string => new Date(START + day * DAY_MS).toISOString();

function onDay(on: Stage, day: number): void {
  Object.assign(on.env, { TIDEMARK_NOW: at(day), GIT_AUTHOR_DATE: at(day), GIT_COMMITTER_DATE: at(day) });
}

function write(on: Stage, path: string, text: string): void {
  mkdirSync(dirname(join(on.dir, path)), { recursive: true });
  writeFileSync(join(on.dir, path), text);
}

function commit(on: Stage): void {
  git(on, "add", "-A");
  git(on, "commit", "-q", "--allow-empty", "-m", "change");
}

/** Commits often to one file with one git process: a process for each commit would take longer than the test. */
function changeOften(on: Stage, path: string, count: number): void {
  const branch = git(on, "symbolic-ref", "HEAD");
  const who = `committer Reader <r@example.com> ${Date.parse(on.env.TIDEMARK_NOW ?? "") / 1000} +0000`;
  const commits = Array.from({ length: count }, (_, i) => {
    const text = `export const busy = ${i + 1};\n`;
    const from = i === 0 ? `from ${branch}^0\n` : "";
    return `commit ${branch}\n${who}\ndata 6\nchange\n${from}M 644 inline ${path}\ndata ${text.length}\n${text}\n`;
  });
  execFileSync("git", ["fast-import", "--quiet"], { cwd: on.dir, env: on.env, input: commits.join("") });
  git(on, "checkout", "-q", "HEAD", "--", path);
}

/** A project in which every staleness reason applies to some item. */
async function doubtful(): Promise<Stage> {
  const on = stage("cli", { git: true });
  onDay(on, 0);
  write(on, "src/price.ts", "export const price = (cents: number) => Math.ceil(cents / 100);\n");
  write(on, "src/gone.ts", "export const gone = true;\n");
  write(on, "src/moved here.ts", "export const moved = 1;\nexport const more = 2;\n");
  write(on, "src/told.ts", "export const told = 3;\nexport const again = 4;\n");
  write(on, "src/lost.ts", "export function lost() {\n  return 1;\n}\n");
  write(on, "src/busy.ts", "export const busy = 0;\n");
  commit(on);
  git(on, "checkout", "-q", "-b", "feature/vat");
  await on.call("create", { kind: "plan", text: "Move to PostgreSQL" });
  await on.call("transition", { id: "pln#1", status: "in_progress" });
  await on.call("create", { kind: "plan", text: "Write the manual" });
  await on.call("create", { kind: "handoff", text: "The schema is half done" });
  await on.call("create", { kind: "candidate", text: "Tests need Docker", proposes: "fact" });
  for (let i = 0; i < 3; i++) await on.call("create", { kind: "note", text: "The runner is slow" });
  await on.call("create", { kind: "trap", text: "The proxy is down", expires_at: "2026-03-02" });
  await on.call("create", { kind: "fact", text: "The port is 5432", verify_cmd: "echo $(rm x) `y`" });
  for (const text of [
    "src/price.ts:price rounds up",
    "src/gone.ts is loaded first",
    "`told` is in src/told.ts",
    "src/lost.ts:lost gives one",
    "The VAT rules are on branch feature/vat",
    "Everything about src/busy.ts is in flux",
  ])
    await on.call("remember", { text });
  await on.call("remember", { text: "One file for all", path: ["src/moved here.ts", "src/price.ts"] });
  await change(on);
  onDay(on, 60);
  return on;
}

async function change(on: Stage): Promise<void> {
  onDay(on, 20);
  git(on, "checkout", "-q", "main");
  git(on, "branch", "-q", "-D", "feature/vat");
  write(on, "src/price.ts", "export const price = (cents: number) => Math.floor(cents / 100);\n");
  write(on, "src/lost.ts", "export const other = 1;\n");
  write(on, "lib/found.ts", "export function lost() {\n  return 1;\n}\n");
  git(on, "mv", "src/moved here.ts", "lib/moved here.ts");
  git(on, "mv", "src/told.ts", "lib/told.ts");
  git(on, "rm", "-q", "src/gone.ts");
  commit(on);
  changeOften(on, "src/busy.ts", 51);
}

const flags = async (on: Stage): Promise<readonly Warning[]> =>
  ((await on.call("staleList")) as Result & { readonly warnings: readonly Warning[] }).warnings;

/** Splits a command into words with a real shell, which proves that a person can paste it. */
function wordsOf(command: string): string[] {
  const printed = execFileSync("sh", ["-c", `tidemark() { printf '%s\\0' "$@"; }; ${command}`], {
    encoding: "utf8",
  });
  return printed.split("\0").slice(0, -1);
}

/** Malformed dates come from the tapes of other programs. */
async function malformedDatesAreMended(on: Stage): Promise<void> {
  const { item } = await on.call("create", { kind: "trap", text: "The cache lies", expires_at: "3d" });
  const { deps, close } = await openMemory({ cwd: on.dir, env: on.env, effect: "writes" });
  const [made] = await deps.store.events.history(item.id);
  const whole = made ? itemIn(made) : {};
  const odd = { item: { ...whole, expires_at: "next Tuesday" }, fields: ["expires_at"] };
  await deps.store.tape.append([newDraft(deps, { type: "item.updated", subject: item.id, payload: odd })]);
  await close();
  const malformed = async () => (await on.call("staleList")).malformed as readonly Warning[];
  const [found] = await malformed();
  expect(found).toMatchObject({ id: item.id, field: "expires_at", value: "next Tuesday" });
  const { code } = await commandLine(wordsOf(found?.suggested_action ?? ""), on);
  expect([code, await malformed()]).toEqual([0, []]);
}

scenario("stale.every-action", async () => {
  const on = await doubtful();
  const before = await flags(on);
  expect(new Set(before.map(({ reason }) => reason))).toEqual(new Set(REASONS));
  const { text } = await on.call("brief");
  const settling = [...text.matchAll(/To settle it: (.+) \([^()]+\) \[[a-z]{3}#\d+\]$/gm)].map(
    ([, command]) => command,
  );
  expect(settling.length).toBeGreaterThan(0);
  expect(before.map((flag) => flag.suggested_action)).toEqual(expect.arrayContaining(settling));
  const { stdout } = await commandLine(["stale", "list"], on);
  for (const { label, suggested_action } of before)
    expect(stdout, label).toContain(`do    ${suggested_action}\n`);
  for (const { suggested_action, repeats = [], id } of before) {
    const { code, stderr } = await commandLine(wordsOf(suggested_action), on);
    expect([suggested_action, code, stderr.replace(/^.*TIDEMARK_NOW.*\n/, "")]).toEqual([
      suggested_action,
      0,
      "",
    ]);
    const left = (await flags(on)).flatMap((flag) => [flag.id, ...(flag.repeats ?? []).map((one) => one.id)]);
    expect(left, suggested_action).not.toContain(id);
    for (const repeat of repeats) expect(left, suggested_action).not.toContain(repeat.id);
  }
  expect(await flags(on)).toEqual([]);
  await malformedDatesAreMended(on);
});

/** How to give an active context each kind of doubt. */
const CONTEXT_DOUBTS: { readonly [what in ContextDoubt["what"]]: (on: Stage, path: string) => void } = {
  context_empty: (_, path) => writeFileSync(path, "# Active Context\n"),
  context_undated: (_, path) => edit(path, /^(.*last_updated.*?:).*$/m, "$1 some day"),
  context_old: (on) => onDay(on, 31),
  context_files: (on) => git(on, "rm", "-q", "-f", "src/price.ts"),
  context_branch_gone: (on) => {
    git(on, "checkout", "-q", "main");
    git(on, "branch", "-q", "-D", "feature/vat");
  },
  context_branch: (on) => git(on, "checkout", "-q", "main"),
  context_behind: (on) => {
    changeOften(on, "src/busy.ts", 51);
  },
};

function edit(path: string, from: RegExp, to: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
}

test("every doubt about an active context is resolved by the command that its row suggests", async () => {
  for (const [what, doubt] of Object.entries(CONTEXT_DOUBTS)) {
    const on = stage("cli", { git: true });
    onDay(on, 0);
    write(on, "src/price.ts", "export const price = 1;\n");
    commit(on);
    git(on, "checkout", "-q", "-b", "feature/vat");
    await on.call("contextInit", { task: "VAT-1", goal: "Prices with tax." });
    const patch = JSON.stringify({ current_task: { active_files: ["src/price.ts"] } });
    await on.call("contextSync", { patch });
    expect(await flags(on), what).toEqual([]);
    doubt(on, join(on.dir, "ai_memory/active_context.md"));
    const doubted = (await flags(on)).filter(({ label }) => label === "active context");
    expect(doubted.map(({ reason }) => reason)).toEqual([what]);
    const { code, stderr } = await commandLine(wordsOf(doubted[0]?.suggested_action ?? ""), on);
    expect([what, code, stderr.replace(/^.*TIDEMARK_NOW.*\n/, "")]).toEqual([what, 0, ""]);
    expect(
      (await flags(on)).filter(({ label }) => label === "active context"),
      what,
    ).toEqual([]);
  }
});

test("a completed context is never doubted, whatever its age", async () => {
  const on = stage("cli", { git: true });
  onDay(on, 0);
  commit(on);
  await on.call("contextInit", { task: "VAT-1", goal: "Prices with tax." });
  await on.call("contextComplete", { verified: "seen by a person" });
  onDay(on, 60);
  expect((await flags(on)).filter(({ label }) => label === "active context")).toEqual([]);
});
