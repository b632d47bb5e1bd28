import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { BIN, spawned } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { scenario } from "./scenario.ts";
import { commandLine, hasMemory, type Stage, stage, stageAt } from "./stage.ts";

const TURN = { type: "turn", session: "s1", role: "user", text: "Use pnpm, please" };
const line = (event: object): string => `${JSON.stringify(event)}\n`;

scenario("cli.where-things-stand", async () => {
  const on = stage("cli", { git: true });
  const fresh = await on.cli([]);
  expect(fresh).toEqual({
    code: 0,
    stdout: "project\n  No memory here yet, and nothing is recorded.\nNext: tidemark init\n",
    stderr: "",
  });
  expect(hasMemory(on.dir)).toBe(false);
  await on.call("remember", { text: "We build with pnpm" });
  const { code, stdout } = await on.cli([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^project\n {2}memory .*\n {2}tape {6}2 events\n {2}known {5}1 fact\n/);
  expect(stdout).toContain("Next: tidemark brief");
});

scenario("cli.json", async () => {
  const on = stage("cli", { git: true });
  const turns = on.file("turns.jsonl", line(TURN));
  const outside = dirname(on.dir);
  const commands: readonly (readonly string[])[] = [
    ["init"],
    ["record", turns],
    ["remember", "We build with pnpm", "--topic", "build", "--path", "package.json"],
    ["create", "plan", "--text", "Ship it", "--steps", "done: write", "--steps", "test"],
    ["create", "candidate", "--text", "Tests need Docker", "--proposes", "fact"],
    ["create", "candidate", "--text", "Tests need Podman", "--proposes", "fact", "--evidence", "2"],
    ["status"],
    ["brief"],
    ["recall", "pnpm"],
    ["get", "pln#1"],
    ["show", "pln#1"],
    ["show", "turn@2"],
    ["topics"],
    ["topics", "build"],
    ["working"],
    ["review"],
    ["review", "--reject", "cnd#2"],
    ["find"],
    ["update", "pln#1", "--assignee", "ana"],
    ["transition", "cnd#1", "accepted"],
    ["remove", "fct#1"],
    ["undo"],
    ["export", join(outside, "export")],
    ["import", join(outside, "export")],
    ["rebuild"],
    ["verify"],
    ["backup", join(outside, "memory.db")],
    ["forget", "--text", "Docker", "--dry-run"],
    ["restore", join(outside, "memory.db")],
  ];
  for (const argv of commands) {
    const { code, stdout, stderr } = await commandLine([...argv, "--json"], on);
    expect([argv, code, stderr]).toEqual([argv, 0, ""]);
    expect(stdout.endsWith("}\n")).toBe(true);
    expect(
      keysOf(JSON.parse(stdout)).filter((key) => !/^[a-z][a-z0-9_]*$/.test(key)),
      argv[0],
    ).toEqual([]);
  }
  // A separate process with the flag in front prints the same document and nothing else.
  const { stdout, stderr } = await on.cli(["--json", "find"]);
  expect([JSON.parse(stdout).total, stderr]).toEqual([6, ""]);
});

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}

scenario("cli.errors-json", async () => {
  const on = stage();
  await on.call("create", { kind: "plan", text: "Ship it" });
  const refusals: readonly (readonly [readonly string[], object])[] = [
    [["get", "dec#9"], { code: "input.unknown_id", field: "id", fix: "To list items: tidemark find" }],
    [
      ["transition", "pln#1", "don"],
      { code: "input.illegal_transition", field: "status", fix: 'Did you mean "done"?' },
    ],
    [["remember", "x", "--kind", "desicion"], { code: "input.unknown_kind", field: "kind" }],
    [["recall"], { code: "input.invalid", field: "query", fix: "See: tidemark recall --help" }],
    [["find", "--limit", "0"], { code: "input.invalid", field: "limit" }],
    [["find", "--lmit", "3"], { code: "input.invalid", field: "lmit" }],
    [["fnid"], { code: "input.invalid", field: "command" }],
    [["demo"], { code: "input.invalid", field: "json" }],
  ];
  for (const [argv, error] of refusals) {
    const { code, stdout, stderr } = await commandLine([...argv, "--json"], on);
    expect([code, stderr]).toEqual([2, ""]);
    const document = JSON.parse(stdout) as { error: { message: string } };
    expect(Object.keys(document)).toEqual(["error"]);
    expect(document.error).toMatchObject({ message: expect.stringMatching(/^[A-Z"a-z].*\.$/s), ...error });
  }
});

scenario("cli.exit-codes", async () => {
  const on = stage();
  await on.call("remember", { text: "We build with pnpm" });
  expect((await on.cli(["verify"])).code).toBe(0);
  expect((await on.cli(["recall", "zebra"])).code).toBe(0);
  expect((await on.cli(["recall", "x", "-k", "none"])).code).toBe(2);
  const database = join(on.dir, ".tidemark", "tidemark.db");
  const db = (await chooseDriver()).open(database);
  db.exec("UPDATE view_rows SET body = replace(body, 'pnpm', 'yarn') WHERE view = 'items'");
  db.close();
  const finding = await on.cli(["verify"]);
  expect([finding.code, finding.stderr]).toEqual([1, ""]);
  expect(finding.stdout).toContain("tidemark rebuild");
  for (const file of [`${database}-wal`, `${database}-shm`]) rmSync(file, { force: true });
  writeFileSync(database, "this is not a database, and never was one ".repeat(200));
  const damaged = await on.cli(["status"]);
  expect([damaged.code, damaged.stdout]).toEqual([3, ""]);
  expect(damaged.stderr).toContain("tidemark restore");
});

scenario("cli.record", async () => {
  const on = stage();
  const events = [
    { type: "session.started", session: "s1", agent: "ana", branch: "main", at: "2026-03-01T08:59:59Z" },
    { ...TURN, at: "2026-03-01T09:00:00Z" },
    { ...TURN, role: "assistant", text: "Done.", at: "2026-03-01T09:00:05Z" },
    { type: "session.ended", session: "s1", reason: "done", at: "2026-03-01T09:01:00Z" },
  ];
  const input = `${events.map(line).join("\n")}\n\n`;
  const first = await on.cli(["record", "-"], { input });
  const due = "1 session to read: tidemark worker --once\n";
  expect(first).toMatchObject({ code: 0, stdout: `Recorded 4 events (positions 2 to 5).\n${due}` });
  const file = on.file("again.jsonl", input);
  const again = await on.call("record", { file });
  expect(again).toMatchObject({ read: 4, recorded: 0, known: 4 });
  expect((await on.cli(["record"], { input: line(TURN) })).stdout).toContain("Recorded 1 event");
  expect((await on.cli(["record", "-"])).stdout).toBe(`Recorded 0 events.\n${due}`);
  const { sessions } = await on.call("status");
  expect(sessions).toMatchObject({ total: 1, last: { id: "s1", agent: "ana" } });
});

scenario("cli.escapes", async () => {
  const on = stage();
  const nasty = "red \u001b[31m bell \u0007 back \b over\u202e run \u009b31m\r\nnext";
  await on.call("remember", { text: nasty, kind: "decision", topic: "to\u001bpic" });
  const file = on.file("t.jsonl", line({ ...TURN, text: nasty, speaker: "e\u001bve" }));
  await on.call("record", { file });
  for (const argv of [
    ["find"],
    ["get", "dec#1"],
    ["recall", "bell"],
    ["brief"],
    ["remove", "dec#1"],
    ["status"],
  ]) {
    const { stdout } = await commandLine(argv, on);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain these.
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  }
  expect((await on.cli(["recall", "bell"])).stdout).toContain(
    "red \\u{1b}[31m bell \\u{7} back \\u{8} over\\u{202e} run",
  );
  const { stderr } = await on.cli(["get", "dec#\u001b[2J"]);
  expect(stderr).toContain('There is no item "dec#\\u{1b}[2J"');
});

scenario("cli.fixed-clock", async () => {
  const on = stage();
  const env = { ...on.env, TIDEMARK_NOW: "2026-03-02T09:00:00Z" };
  const note = "The clock is fixed at 2026-03-02T09:00:00.000Z: TIDEMARK_NOW is set.\n";
  const kept = await on.cli(["remember", "We build with pnpm", "--json"], { env });
  expect(kept.stderr).toBe(note);
  expect(JSON.parse(kept.stdout).item.created_at).toBe("2026-03-02T09:00:00.000Z");
  for (const argv of [["find"], ["brief"], ["recall", "pnpm"], ["verify"]]) {
    expect((await commandLine(argv, { dir: on.dir, env })).stderr, argv[0]).toBe(note);
  }
  expect(JSON.parse((await on.cli(["status", "--json"], { env })).stdout).clock_fixed_at).toBe(
    "2026-03-02T09:00:00.000Z",
  );
  expect((await on.cli(["status", "--json"])).stdout).not.toContain("clock_fixed_at");
  const wrong = await on.cli(["status"], { env: { ...on.env, TIDEMARK_NOW: "noon" } });
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('TIDEMARK_NOW must be an ISO instant; it is "noon"'),
  ]);
});

scenario("cli.when", async () => {
  const on = stage();
  const then = stageAt("cli", on.dir, { ...on.env, TIDEMARK_NOW: "2026-03-02T09:00:00Z" });
  const meant = {
    "3d": "2026-03-05T09:00:00.000Z",
    "2w": "2026-03-16T09:00:00.000Z",
    "12h": "2026-03-02T21:00:00.000Z",
    tomorrow: "2026-03-03T09:00:00.000Z",
    "next week": "2026-03-09T09:00:00.000Z",
    "in 2 days": "2026-03-04T09:00:00.000Z",
    "3 weeks": "2026-03-23T09:00:00.000Z",
    "2026-04-01": "2026-04-01T00:00:00.000Z",
    "2026-04-01T12:00+02:00": "2026-04-01T10:00:00.000Z",
  };
  for (const [expires, instant] of Object.entries(meant)) {
    const { stdout } = await commandLine(
      ["remember", `Until ${expires}`, "--expires", expires, "--json"],
      then,
    );
    expect([expires, JSON.parse(stdout).item.expires_at]).toEqual([expires, instant]);
  }
  for (const expires of ["soon", "2026-02-30", "3 fortnights", "1e3d", ""]) {
    expect((await on.refused("remember", { text: "x", expires })).field).toBe("expires");
  }
  expect(await on.refused("recall", { query: "x", since: "last spring" })).toMatchObject({ field: "since" });
  for (const since of ["yesterday", "last week", "2 weeks ago", "3 days", "today", "a month ago"])
    await on.call("recall", { query: "x", since });
});

scenario("cli.agent", async () => {
  const on = stage();
  const env = { ...on.env, TIDEMARK_AGENT: "from-environment" };
  await on.cli(["remember", "One"]);
  await on.cli(["remember", "Two"], { env });
  await on.cli(["remember", "Three", "--agent", "from-flag"], { env });
  const by = (await on.call("find")).items.map((item) => [item.text, item.created_by]);
  expect(by).toEqual([
    ["Three", "from-flag"],
    ["Two", "from-environment"],
    ["One", "cli"],
  ]);
  expect((await on.cli(["undo", "--agent", "from-environment"])).stdout).toContain("Two");
  const { code, stderr } = await on.cli(["status", "--agent", "two\nlines"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("agent's name")]);
});

scenario("cli.broken-pipe", async () => {
  const on = stage();
  for (let i = 0; i < 40; i++)
    await on.call("remember", { text: `Fact ${i} ${"which is long ".repeat(200)}` });
  const child = spawn(process.execPath, [BIN, "find", "--json", "--limit", "100"], {
    cwd: on.dir,
    env: on.env,
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((done) => child.on("close", done));
  expect([code, stderr]).toEqual([0, ""]);
});

scenario("cli.demo", async () => {
  const on = stage("cli", { git: true });
  const temporary = join(dirname(on.dir), "temporary");
  mkdirSync(temporary);
  const env = { ...on.env, TMPDIR: temporary, TIDEMARK_NOW: "2026-03-02T09:00:00Z", TIDEMARK_AGENT: "me" };
  const { code, stdout } = await on.cli(["demo"], { env });
  expect(code).toBe(0);
  await expect(stdout).toMatchFileSnapshot("../golden/demo.txt");
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(on.dir)).toEqual([".git"]);
});

scenario("cli.init", async () => {
  const on = stage("cli", { isAsked: false });
  const first = await on.cli(["init"]);
  expect(first.stdout).toBe(
    `Memory created: ${join(on.dir, ".tidemark")}
Recording: in this project. To pause it: tidemark off. For every git repository: tidemark init --record every-repository
Next: tidemark remember "what the next agent should know"
`,
  );
  const end = await on.end();
  expect((await on.cli(["init"])).stdout).toContain("The memory already exists");
  expect(await on.call("init")).toMatchObject({ folder: join(on.dir, ".tidemark"), is_new: false });
  expect(await on.end()).toBe(end);
});

scenario("cli.status", async () => {
  const on = stage();
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("remember", { text: "The old one", kind: "decision" });
  await on.call("transition", { id: "dec#2", status: "superseded" });
  await on.call("create", { kind: "hypothesis", text: "It is the time zone" });
  await on.call("record", { file: on.file("t.jsonl", line(TURN)) });
  writeFileSync(join(on.dir, ".tidemark", "spool", "000000000-waiting.jsonl"), "not an event\n");
  const { stdout } = await on.cli(["status"]);
  expect(stdout.split("\n").length).toBeLessThanOrEqual(12);
  expect(stdout).toContain("tape      7 events");
  expect(stdout).toContain("known     1 decision, 1 hypothesis");
  expect(stdout).toContain("sessions  1, 1 active, 1 to read, last s1 by cli");
  expect(await on.call("status")).toMatchObject({
    tape: { events: 7 },
    items: { decision: 1, hypothesis: 1 },
  });
});

async function hooks(on: Stage, input: string, ...argv: string[]) {
  askForMemory(on.dir, on.env);
  return on.cli(["hook", ...argv], { input });
}

scenario("cli.hook-records", async () => {
  const on = stage();
  const silent = { code: 0, stdout: "", stderr: "" };
  expect(
    await hooks(on, JSON.stringify({ session: "s1", role: "user", text: "Use pnpm" }), "generic", "turn"),
  ).toEqual(silent);
  expect(existsSync(join(on.dir, ".tidemark", "tidemark.db"))).toBe(false);
  expect((await on.call("recall", { query: "pnpm" })).hits).toHaveLength(1);
  const end = await on.end();
  let rejected = 0;
  const wrong: [string, ...string[]][] = [
    ["", "generic", "turn"],
    ["not json", "generic", "turn"],
    ["[]", "generic", "turn"],
    ["null", "generic", "turn"],
    ['{"session":7}', "generic", "turn"],
    ["{}", "generic", "no.such.event"],
    ["{}", "nobody", "turn"],
    ["{}"],
  ];
  for (const [input, ...argv] of wrong) {
    const { code, stdout, stderr } = await hooks(on, input, ...argv);
    expect([input, code, stdout]).toEqual([input, 0, ""]);
    // Lost input is reported at once, or counted in `status`.
    if (stderr !== "") expect(stderr).toMatch(/^tidemark hook: \S/);
    else expect(Number((await on.call("status")).rejected)).toBeGreaterThan(rejected);
    rejected = Number((await on.call("status")).rejected);
  }
  expect(await on.end()).toBe(end);
});

test("a read-only verb makes no folder where there is no memory", async () => {
  const on = stage("cli", { isAsked: false });
  for (const argv of [["status"], ["find"], ["recall", "x"], ["brief"], ["verify"]]) {
    expect((await commandLine(argv, on)).code).toBe(0);
  }
  expect(readdirSync(on.dir)).toEqual([]);
  expect((await spawned(process.execPath, [BIN, "get", "dec#1"], { cwd: on.dir, env: on.env })).code).toBe(2);
  expect(readdirSync(on.dir)).toEqual([]);
});
