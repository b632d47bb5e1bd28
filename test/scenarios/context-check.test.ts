import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { setField } from "../../src/core/active-context/document/edit.ts";
import { addSection } from "../../src/core/active-context/document/edit-section.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { listAt } from "../../src/core/active-context/document/read.ts";
import { templateOf } from "../../src/core/active-context/document/template.ts";
import { doubtsOf } from "../../src/core/active-context/lint/check.ts";
import { refreshFor } from "../../src/core/active-context/registry/doubt.ts";
import type { Surface } from "./requirement.ts";
import { scenario } from "./scenario.ts";
import { commandLine, git, type Stage, stage } from "./stage.ts";

const START = Date.parse("2026-03-01T09:00:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;

type Claims = {
  readonly files?: readonly string[];
  readonly keyFiles?: readonly string[];
  readonly branch?: string;
  readonly revision?: string;
};

/** The text of an active context with claims about files, branch and revision of the repository. */
function contextWith({ files = [], branch = "", revision = "" }: Claims, now = START): string {
  const begun = templateOf({ taskId: "BILL-42", goal: "Round invoices once.", now });
  const withFiles = setField(begun, { section: "current_task", field: "active_files" }, [...files]);
  const withGit = addSection(withFiles, "git_state");
  const onBranch = setField(withGit, { section: "git_state", field: "current_branch" }, branch);
  return print(setField(onBranch, { section: "git_state", field: "repo_revision" }, revision));
}

function put(on: Stage, path: string, text: string): void {
  mkdirSync(dirname(join(on.dir, path)), { recursive: true });
  writeFileSync(join(on.dir, path), text);
}

function onDay(on: Stage, day: number): void {
  const at = new Date(START + day * DAY_MS).toISOString();
  Object.assign(on.env, { TIDEMARK_NOW: at, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at });
}

function commits(on: Stage, count: number): void {
  for (let i = 0; i < count; i++) git(on, "commit", "-q", "--allow-empty", "-m", `change ${i}`);
}

/** A repository with one file and one commit, and the clock at day 0. */
function repository(surface: Surface = "cli"): Stage {
  const on = stage(surface, { git: true });
  onDay(on, 0);
  put(on, "src/total.ts", "export const total = 1;\n");
  git(on, "add", "src");
  commits(on, 1);
  return on;
}

type Check = {
  readonly state: string;
  readonly refresh: string;
  readonly doubts: readonly { readonly what: string; readonly [field: string]: unknown }[];
};

const check = async (on: Stage, task?: string): Promise<Check> =>
  (await on.call("contextValidate", task === undefined ? {} : { task })).current as Check;

scenario("context.check.ages", async () => {
  const document = parse(contextWith({}));
  const facts = (ms: number) => ({ now: START + ms, missing: [] });
  const found = (ms: number) => {
    const doubts = doubtsOf(document, facts(ms));
    return [doubts.map(({ what }) => what), refreshFor(doubts)];
  };
  expect(found(7 * DAY_MS - 1000)).toEqual([[], "none"]);
  expect(found(7 * DAY_MS)).toEqual([["context_old"], "light"]);
  expect(found(8 * DAY_MS)).toEqual([["context_old"], "light"]);
  expect(found(30 * DAY_MS - 1000)).toEqual([["context_old"], "light"]);
  expect(found(30 * DAY_MS)).toEqual([["context_old"], "full"]);
  expect(found(31 * DAY_MS)).toEqual([["context_old"], "full"]);
  const later = parse(contextWith({}).replace(/last_updated.*/, "last_updated: 2026-03-01T11:00:00+02:00"));
  expect(doubtsOf(later, facts(7 * DAY_MS - 1000))).toEqual([]);
  expect(doubtsOf(later, facts(7 * DAY_MS))).toHaveLength(1);
});

scenario("context.check.files", async (surface) => {
  const on = repository(surface);
  const files = [
    "src/total.ts",
    "`src/gone.ts:12` — where rounding was",
    "src",
    "../outside.ts",
    "/etc/passwd",
    "*.md",
  ];
  const [first = ""] = files;
  put(on, "ai_memory/active_context.md", contextWith({ files: [first] }, Date.now()));
  expect(await check(on)).toMatchObject({ state: "fresh", refresh: "none", doubts: [] });
  put(on, "ai_memory/active_context.md", contextWith({ files }, Date.now()));
  expect(await check(on)).toMatchObject({
    state: "doubtful",
    refresh: "full",
    doubts: [{ what: "context_files", missing: ["src/gone.ts"] }],
  });
});

scenario("context.check.branch", async () => {
  const on = repository();
  git(on, "branch", "feature/vat");
  const write = (branch: string) => put(on, "ai_memory/active_context.md", contextWith({ branch }));
  write("main");
  expect((await check(on)).doubts).toEqual([]);
  write("feature/vat");
  expect((await check(on)).doubts).toEqual([{ what: "context_branch", branch: "feature/vat", now: "main" }]);
  write("feature/gone");
  expect((await check(on)).doubts).toEqual([
    { what: "context_branch_gone", branch: "feature/gone", now: "main" },
  ]);
  git(on, "checkout", "-q", "--detach");
  write("main");
  expect((await check(on)).doubts).toEqual([{ what: "context_branch", branch: "main" }]);
});

scenario("context.branch.files", async () => {
  const on = repository();
  git(on, "checkout", "-q", "-b", "feature/vat");
  put(on, "src/vat.ts", "export const vat = 2;\n");
  git(on, "add", "src");
  commits(on, 1);
  put(on, "ai_memory/active_context.md", contextWith({ files: ["src/vat.ts"], branch: "feature/vat" }));
  await on.call("contextSync");
  git(on, "checkout", "-q", "main");
  expect((await check(on)).doubts).toEqual([{ what: "context_branch", branch: "feature/vat", now: "main" }]);
  await on.call("contextRefresh", { full: true });
  await on.call("contextSwitch", { id: "DOC-7", goal: "The guide has examples." });
  await on.call("contextSwitch", { id: "BILL-42" });
  await on.call("contextSwitch", { id: "DOC-7" });
  await on.call("contextSwitch", { id: "BILL-42", checkout: true });
  const { text } = (await on.call("contextShow", { kind: "active" })) as unknown as { text: string };
  expect(listAt(parse(text), { section: "current_task", field: "active_files" })).toEqual(["src/vat.ts"]);
});

scenario("context.check.commits", async () => {
  const on = repository();
  const revision = git(on, "rev-parse", "HEAD");
  put(on, "ai_memory/active_context.md", contextWith({ revision }));
  commits(on, 50);
  expect((await check(on)).doubts).toEqual([]);
  commits(on, 1);
  expect((await check(on)).doubts).toEqual([{ what: "context_behind", commits: 51, revision }]);
  for (const odd of ["f".repeat(40), "HEAD~3", "--all", "main", "$(touch x)", "deadbee; rm -rf ."]) {
    put(on, "ai_memory/active_context.md", contextWith({ revision: odd }));
    expect((await check(on)).doubts, odd).toEqual([]);
  }
});

scenario("context.check.archive", async () => {
  const on = repository();
  put(on, "ai_memory/context_history/OLD-1.md", contextWith({ branch: "gone" }));
  onDay(on, 31);
  expect((await check(on)).state).toBe("none");
  expect(await check(on, "OLD-1")).toMatchObject({ state: "doubtful", refresh: "full" });
  expect((await on.refused("contextValidate", { task: "OLD-2" })).code).toBe("input.unknown_id");
  expect((await on.refused("contextValidate", { task: "../../x" })).code).toBe("input.invalid");
  const { code, stdout } = await commandLine(["context", "validate", "OLD-1"], on);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining("Doubtful: ai_memory/context_history/OLD-1.md"),
  ]);
});

type Flag = { readonly kind: string; readonly reason: string; readonly suggested_action: string };

scenario("context.check.stale", async (surface) => {
  const on = repository(surface);
  const file = contextWith({ files: ["src/gone.ts"], branch: "gone" });
  put(on, "ai_memory/active_context.md", file);
  await on.call("contextSync");
  put(on, "ai_memory/active_context.md", file);
  const { warnings, counts } = (await on.call("staleList")) as unknown as {
    readonly warnings: readonly Flag[];
    readonly counts: { readonly total: number };
  };
  const flags = warnings.filter(({ kind }) => kind === "context");
  expect(flags).toHaveLength(1);
  expect(flags[0]).toMatchObject({
    label: "active context",
    suggested_action: "tidemark context refresh",
    reasons: expect.arrayContaining(["context_files", "context_branch_gone"]),
    text: "BILL-42: Round invoices once.",
  });
  expect(counts.total).toBe(1);
  const { text } = await on.call("brief");
  expect(text).toContain("To settle it: tidemark context refresh");
  const { findings } = await on.call("doctor");
  expect(findings).toContainEqual(expect.objectContaining({ code: "stale_memory" }));
});

describe("a file that must not be read", () => {
  test("is reported by the doctor and by the validation, and breaks nothing else", async () => {
    const on = repository();
    await on.call("remember", { text: "The port is 5432" });
    const outside = join(on.dir, "..", "outside.md");
    writeFileSync(outside, contextWith({ files: ["src/gone.ts"] }));
    mkdirSync(join(on.dir, "ai_memory"));
    symlinkSync(outside, join(on.dir, "ai_memory/active_context.md"));
    expect((await on.call("staleList")).warnings).toEqual([]);
    await on.call("brief");
    const { findings } = await on.call("doctor");
    expect(findings).toContainEqual(expect.objectContaining({ code: "context.refused", level: "error" }));
    expect((await on.refused("contextValidate", {})).message).toContain("symbolic link");
    rmSync(outside);
  });
});
