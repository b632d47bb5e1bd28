import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { quote } from "../../src/core/bundle/quote.ts";
import type { Item } from "../../src/core/items/item.ts";
import { printable } from "../../src/core/text/printable.ts";
import { changesOnPage, editPage } from "../../src/surfaces/cli/edit-page.ts";
import { ALIASES, COMMAND_GROUPS, FIRST_COMMANDS } from "../../src/surfaces/cli/help-page.ts";
import { LOCALS } from "../../src/surfaces/cli/locals.ts";
import { fittedTerminal } from "../../src/surfaces/cli/terminal.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { hostStage } from "../support/host-stage.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Fields, type Stage, stage, stageAt } from "./stage.ts";

/** The same project at another time. */
const at = (on: Stage, now: string): Stage => stageAt("cli", on.dir, { ...on.env, TIDEMARK_NOW: now });

const labels = (result: Fields): string[] =>
  (result.items as readonly { label: string }[]).map(({ label }) => label);

scenario("everyday.log", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("remember", { text: "The port is 8080" });
  await on.call("update", { id: "fct#1", text: "The port is 9090" });
  await on.call("remove", { id: "dec#1" });
  const { changes, has_more } = await on.call("log", { limit: 3 });
  const told = (changes as readonly Fields[]).map(({ did, label }) => `${did} ${label}`);
  expect(told).toEqual(["removed dec#1", "updated fct#1", "created fct#1"]);
  expect(has_more).toBe(true);
  expect((await on.call("log", { since: "yesterday" })).returned).toBe(4);
  expect((await on.call("log", { since: "2099-01-01" })).returned).toBe(0);
  expect(await on.refused("log", { since: "whenever" })).toMatchObject({ field: "since" });
  if (surface !== "cli") return;
  const today = new Date().toISOString().slice(0, 10);
  expect((await commandLine(["log"], on)).stdout).toMatch(
    new RegExp(`^${today}\ndec#1 +\\d\\d:\\d\\d removed by `),
  );
});

scenario("everyday.find", async (surface) => {
  const on = stage(surface);
  const kept: readonly Fields[] = [
    { text: "We build with pnpm", topic: "build", path: ["package.json"] },
    { text: "CI builds nightly", topic: "Build", path: [".github/workflows"] },
    { text: "Invoices are in cents", topic: "payments", path: ["src/pay/total.ts"] },
  ];
  for (const each of kept) await on.call("remember", each);
  const found = async (input: Fields) => labels(await on.call("find", input));
  expect(await found({ topic: "build" })).toEqual(["fct#2", "fct#1"]);
  expect(await found({ text: "PNPM" })).toEqual(["fct#1"]);
  expect(await found({ path: "src/pay" })).toEqual(["fct#3"]);
  expect(await found({ path: "src/pa" })).toEqual([]);
  expect(await found({ topic: "build", path: ".github" })).toEqual(["fct#2"]);
  expect(await found({ since: "last week", text: "in cents" })).toEqual(["fct#3"]);
  expect(await found({ since: "2099-01-01" })).toEqual([]);
  expect(await on.call("find", { topic: "build", limit: 1 })).toMatchObject({ total: 2, has_more: true });
  expect(await on.refused("find", { since: "whenever" })).toMatchObject({ field: "since" });
});

test("text that looks like fields stays text on the edit page", () => {
  const text = "Notes\r\n# --- Above: x\nstatus: accepted\n# ------\ntopic: stolen";
  const at = "2026-03-02T09:00:00Z";
  const times = { created_at: at, last_seen_at: at, changed_at: at };
  const item = { id: "1", kind: "fact", status: "active", text, topic: "build", ...times } as const;
  const page = editPage(item, "fct#1");
  expect(changesOnPage(item, page)).toBeUndefined();
  expect(changesOnPage(item, page.replace("topic: build", "topic: payments"))).toEqual({ topic: "payments" });
  expect(changesOnPage(item, page.replace("Notes", "Words"))).toEqual({
    text: text.replace("Notes", "Words").replaceAll("\r\n", "\n"),
  });
});

scenario("everyday.edit", async () => {
  const on = stage();
  await on.call("remember", {
    text: "We build with npm",
    kind: "decision",
    topic: "build",
    path: ["a", "b"],
  });
  const edit = (change: (page: string) => string) =>
    commandLine(["edit", "dec#1"], { ...on, inEditor: async (page) => change(page) });
  expect((await edit((page) => page)).stdout).toBe("Nothing was changed.\n");
  const end = await on.end();
  const changed = await edit((page) =>
    page.replace("with npm", "with pnpm").replace("topic: build", "topic:").replace("related_paths: b\n", ""),
  );
  expect(changed.stdout).toContain("Changed.\ndec#1");
  const item = (await on.call("get", { id: "dec#1" })).item;
  expect(item).toMatchObject({ text: "We build with pnpm", related_paths: ["a"] });
  expect(item.topic).toBeUndefined();
  expect(await on.end()).toBe(end + 1);
  for (const page of ["only a text", "\n# ---\n", "x\n# ---\nnonsense", "x\n# ---\nnosuch: 1"])
    expect((await edit(() => page)).stderr, page).toContain("Nothing was changed.");
  expect(await on.end()).toBe(end + 1);
  // The real editor, given as a shell command with arguments.
  const env = { ...on.env, VISUAL: "", EDITOR: "sed -i s/pnpm/yarn/" };
  await on.cli(["edit", "dec#1"], { env });
  expect((await on.call("get", { id: "dec#1" })).item.text).toBe("We build with yarn");
  const given = await on.cli(["edit", "dec#1", "--text", "We build with bun"], {
    env: { ...env, EDITOR: "" },
  });
  expect(given.stdout).toContain("Changed.\ndec#1");
  expect((await on.call("get", { id: "dec#1" })).item.text).toBe("We build with bun");
  const nobody = await on.cli(["edit", "dec#1"], { env: { ...env, EDITOR: "" } });
  expect(nobody.stderr).toContain("There is no terminal for an editor.");
  const broken = await on.cli(["edit", "dec#1"], { env: { ...env, EDITOR: "false" } });
  expect([broken.code, broken.stderr]).toEqual([
    2,
    expect.stringContaining('The editor "false" ended with 1.'),
  ]);
});

scenario("everyday.several", async () => {
  const on = stage();
  for (const text of ["We ship on Mondays", "Ports are 80xx", "Logs are JSON"])
    await on.call("create", { kind: "candidate", text, proposes: "fact" });
  const { stdout } = await commandLine(["review", "--accept", "cnd#1", "cnd#2", "--reject", "cnd#3"], on);
  expect(stdout.match(/^\w+: cnd#\d/gm)).toEqual(["Accepted: cnd#1", "Accepted: cnd#2", "Rejected: cnd#3"]);
});

scenario("everyday.screen", async () => {
  const on = stage();
  for (const columns of [40, 80, 100]) {
    const screen = { ...on, isOutTty: true, isErrTty: true, columns };
    for (const argv of [["--help"], ["review", "--help"], ["projects"], ["init"], ["off"], ["nosuch"]]) {
      const { stdout, stderr } = await commandLine(argv, screen);
      const plain = await commandLine(argv, on);
      const lines = `${stdout}${stderr}`.split("\n");
      for (const line of lines.filter((each) => each.trim().includes(" ")))
        expect(line.length, line).toBeLessThanOrEqual(columns);
      const words = (text: string) => text.replace(/already exists|created/g, "").split(/\s+/);
      if (argv[0] !== "init") expect(words(stdout)).toEqual(words(plain.stdout));
    }
  }
  await commandLine(["on"], on);
  const { stdout } = await commandLine(["init"], { ...on, isOutTty: true, columns: 80 });
  expect(stdout).toContain("\ntidemark init --record every-repository\n");
  const help = await commandLine(["--help"], { ...on, isOutTty: true, columns: 80 });
  expect(help.stdout).toMatch(/^ {2}init .*\n {21}\S/m);
  const json = async (at: Parameters<typeof commandLine>[1]) =>
    (await commandLine(["projects", "--json"], at)).stdout.replace(/"last_used": ".*"/, "");
  expect(await json({ ...on, isOutTty: true, columns: 40 })).toBe(await json(on));
  // Colour codes take no columns, and some letters take two.
  const wide = `${"日本 ".repeat(20)}end`;
  await on.call("remember", { text: wide });
  const found = await commandLine(["find"], { ...on, isOutTty: true, columns: 60 });
  for (const line of found.stdout.split("\n"))
    expect(line.replaceAll(/[日本]/g, "xx").length, line).toBeLessThanOrEqual(60);
});

test.each(["    + - ", "    - ", "  + "])(
  "a long line of a difference is indented below its sign: %s",
  (sign) => {
    let shown = "";
    const out = (text: string) => {
      shown += text;
    };
    const screen = { out, err: out, isOutTty: true, isErrTty: true, columns: 40, env: {}, style: String };
    fittedTerminal(screen, { isExact: false }).out(`${sign}${"and cache it ".repeat(9)}`);
    const behind = " ".repeat(sign.search(/[+-]/) + 2);
    expect(
      shown
        .split("\n")
        .slice(1)
        .every((line) => line.startsWith(behind)),
    ).toBe(true);
  },
);

test("an item that was written to an edit page and read back has not changed", () => {
  const item: Item = {
    id: "dec_1",
    kind: "decision",
    status: "active",
    text: "Two lines:\n- one",
    created_at: "",
    last_seen_at: "",
    changed_at: "",
    topic: "build",
    tags: ["a", "b c"],
    confidence: 0.5,
  };
  expect(changesOnPage(item, editPage(item, "dec#1"))).toBeUndefined();
  expect(changesOnPage(item, editPage(item, "dec#1").replaceAll("\n", "\r\n"))).toBeUndefined();
});

scenario("everyday.prefix", async (surface) => {
  const on = stage(surface);
  const turn = (session: string) => JSON.stringify({ type: "turn", session, role: "user", text: "hello" });
  const file = on.file("t.jsonl", ["abc-1234", "abd-1234"].map(turn).join("\n"));
  await on.call("record", { file });
  expect(await on.call("sessionShow", { id: "abc" })).toMatchObject({ session: { id: "abc-1234" } });
  expect(await on.refused("sessionShow", { id: "ab" })).toMatchObject({
    code: "input.unknown_id",
    fix: "Give at least 3 letters of its id.",
  });
  await on.call("record", { file: on.file("u.jsonl", turn("abc-9")) });
  expect((await on.refused("sessionShow", { id: "abc" })).message).toBe('2 sessions begin with "abc".');
});

scenario("everyday.aliases", async () => {
  const on = stage();
  const said = async (...argv: string[]) => (await commandLine(argv, on)).stdout;
  expect(await said("add", "We build with pnpm", "--kind", "decision")).toContain("Remembered.");
  expect(await said("ls")).toContain("We build with pnpm");
  expect(await said("list", "--kind", "decision")).toContain("We build with pnpm");
  expect(await said("search", "pnpm")).toContain("We build with pnpm");
  expect(await said("rm", "dec#1")).toContain("Archived.");
  for (const [alias, name] of Object.entries(ALIASES)) {
    expect(await said("help", alias)).toMatch(new RegExp(`^Usage: tidemark ${name} `));
    expect(await said(alias, "--help")).toMatch(new RegExp(`^Usage: tidemark ${name} `));
  }
});

scenario("everyday.help", async () => {
  const on = stage();
  const first = (await commandLine(["--help"], on)).stdout;
  expect(FIRST_COMMANDS).toHaveLength(10);
  for (const name of FIRST_COMMANDS) expect(first).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(first.split("\n").length).toBeLessThan(30);
  expect(first).toContain("tidemark help --all");
  expect((await commandLine(["help"], on)).stdout).toBe(first);
  const all = (await commandLine(["help", "--all"], on)).stdout;
  const names = [...verbsNamed(), ...LOCALS].map(({ name }) => name);
  expect(Object.values(COMMAND_GROUPS).flat().sort()).toEqual([...names].sort());
  for (const name of names) expect(all).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
});

scenario("everyday.completion", async () => {
  const on = stage();
  await on.call("remember", { text: "We build with pnpm", kind: "decision", topic: "build tools" });
  await on.call("remember", { text: "Ports are 80xx", topic: "$(touch pwned)" });
  await on.call("remember", { text: "Ports are 90xx", topic: "`id`" });
  const offered = async (...typed: string[]): Promise<string[]> =>
    (await commandLine(["completion", "words", "--", ...typed], on)).stdout.split("\t\n").sort();
  expect(await offered("get", "=")).toEqual(["", "dec#1", "fct#1", "fct#2"]);
  expect(await offered("find", "--topic", "=")).toEqual(["", "build tools"]);
  for (const typed of [["rm"], ["show"], ["review", "--accept"], ["remember", "x", "--replaces"]])
    expect(await offered(...typed, "=dec"), typed.join(" ")).toEqual(["", "dec#1"]);
});

scenario("everyday.last-heard", async (surface) => {
  const on = stage(surface);
  const turn = (session: string, time?: string) =>
    JSON.stringify({
      type: "turn",
      session,
      role: "user",
      text: `of ${session}`,
      ...(time ? { at: time } : {}),
    });
  await on.call("record", { file: on.file("now.jsonl", turn("now")) });
  const days = (number: number): string => new Date(Date.now() - number * 86_400_000).toISOString();
  await on.call("record", {
    file: on.file("old.jsonl", [turn("old", days(5)), turn("older", days(6))].join("\n")),
  });
  const { sessions } = await on.call("sessionList");
  expect((sessions as readonly { id: string }[]).map(({ id }) => id)).toEqual(["now", "old", "older"]);
  expect(await on.call("status", { work: true })).toMatchObject({
    sessions: { active: 1, last: { id: "now" } },
    work: { sessions: { total: 1, list: [{ id: "now" }] } },
  });
  // The worker ends the old sessions today, but their last activity keeps its date.
  for (let i = 0; i < 2; i++) await commandLine(["worker", "--once"], on);
  const rows = (await on.call("sessionList")).sessions as readonly { id: string; last_at: string }[];
  expect(rows.map(({ id, last_at }) => [id, last_at.slice(0, 10)])).toEqual([
    ["now", days(0).slice(0, 10)],
    ["old", days(5).slice(0, 10)],
    ["older", days(6).slice(0, 10)],
  ]);
});

scenario("everyday.joiners", () => {
  for (const text of [
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "\u{1f3f3}\ufe0f\u200d\u{1f308}",
    "می\u200cخواهم",
    "क्\u200dष",
    "\u{1f44b}\u{1f3fd}",
  ])
    expect([printable(text), quote(text.replaceAll("\ufe0f", ""))]).toEqual([
      text,
      text.replaceAll("\ufe0f", ""),
    ]);
  expect(printable("pass\u200dword")).toBe("pass\\u{200d}word");
  expect(quote("pass\u200dword")).toBe("pass word");
  expect(printable("rm\u200c -rf")).toBe("rm\\u{200c} -rf");
  expect(printable("\u200d\u{1f469}")).toBe("\\u{200d}\u{1f469}");
});

scenario("everyday.expired", async () => {
  const on = stage();
  const then = at(on, "2026-03-02T09:00:00Z");
  const { stdout } = await commandLine(["remember", "CI is red", "--expires", "2026-02-01"], then);
  expect(stdout).toContain("Its expiry date has passed (2026-02-01)");
  expect((await commandLine(["remember", "CI is slow", "--expires", "2d"], then)).stdout).not.toContain(
    "passed",
  );
  expect((await commandLine(["update", "fct#2", "--expires-at", "2026-01-01"], then)).stdout).toContain(
    "Its expiry date has passed (2026-01-01)",
  );
});

scenario("everyday.preview", async () => {
  const on = hostStage();
  const waiting = ["t", "d", "n"];
  const keys = async () => ({
    next: async () => waiting.shift() ?? "leave",
    line: async () => undefined,
    close: () => {},
  });
  const { stdout } = await commandLine(["init", "--hosts", "claude-code"], {
    dir: on.dir,
    env: on.env,
    keys,
  });
  const [preview = "", differences = ""] = stdout.split("[d]ifferences");
  expect(preview).toMatch(/^ {2}new +~\/\.claude\/settings\.json {2}\(\d+ more lines\)$/m);
  expect(preview).not.toContain("made");
  expect(preview.split("\n").length).toBeLessThan(24);
  expect(differences.split("\n").length).toBeGreaterThan(30);
  expect(on.files()[".claude/settings.json"]).toBeUndefined();
});

scenario("everyday.unknown", async () => {
  const on = stage();
  const refused = async (...argv: string[]) => (await commandLine(argv, on)).stderr;
  expect(await refused("retry")).toContain("Did you mean worker retry?");
  expect(await refused("remembr", "x")).toContain("Did you mean remember?");
  expect(await refused("help", "nosuch")).toContain("Unknown command 'nosuch'.");
  const json = JSON.parse((await commandLine(["help", "--json", "nosuch"], on)).stdout);
  expect(json.error.message).toBe("Unknown command 'nosuch'.");
});

test("the overview of `help` names every group of commands once", () => {
  const golden = readFileSync("test/golden/help.txt", "utf8");
  expect(golden).toContain("All commands:");
});
