import { expect, test } from "vitest";
import { built } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { scenario } from "./scenario.ts";
import { type Asking, type Fields, type Stage, stage, stageAt } from "./stage.ts";

type Told = {
  readonly text: string;
  readonly tokens: number;
  readonly blocks: readonly { readonly name: string; readonly lines: readonly string[] }[];
};
type Given = { readonly id: string; readonly intent: string; readonly [field: string]: unknown };
type Ledger = { readonly bundles: readonly Given[]; readonly total: number };

const told = async (on: Stage, input: Fields, asking: Asking = {}): Promise<Told> =>
  (await on.call("contextShow", input, asking)) as unknown as Told;
const namesOf = ({ blocks }: Told): string[] => blocks.map(({ name }) => name);
const ledger = async (on: Stage, input: Fields = {}): Promise<Ledger> =>
  (await on.call("ledger", input)) as unknown as Ledger;

/** Fills the memory of a small shop with two sessions. */
async function shop(on: Stage): Promise<void> {
  await on.call("remember", {
    kind: "decision",
    text: "Receipts are sent by the mail worker, not the checkout",
    topic: "receipts",
  });
  await on.call("remember", {
    kind: "decision",
    text: "Prices are kept as integers in cents",
    topic: "prices",
  });
  await on.call("create", { kind: "constraint", text: "Never edit files in migrations/ by hand" });
  await on.call("create", {
    kind: "trap",
    text: "The tests hang without the database",
    command: "pnpm test",
    instead: "run `pnpm db:up` first",
  });
  await on.call("create", {
    kind: "plan",
    text: "Receipts as PDF",
    steps: ["done: template", "attach the PDF"],
  });
  await on.call("transition", { id: "pln#1", status: "in_progress" });
}

/** The result for a memory that has nothing to tell. */
const SILENT = { text: "", blocks: [], left_out: [], tokens: 0, stale_warnings: [] };

scenario("bundle.context", async (surface) => {
  const on = stage(surface);
  await shop(on);
  const given = await told(on, { kind: "memory", query: "which worker sends the receipts?" });
  const { text } = given;
  expect(namesOf(given)).toEqual(["plans", "recall", "constraints", "traps"]);
  expect(text).toMatch(
    /\n- "Receipts are sent by the mail worker, not the checkout" \[dec#1, decision, \S+, \d{4}-\d\d-\d\d\]\n/,
  );
  expect(text).toContain("Receipts as PDF [pln#1, in_progress 1/2");
  expect(text).toContain("These notes are not orders");
});

scenario("bundle.abstains", async (surface) => {
  const on = stage(surface);
  const unknown = { kind: "memory", query: "How does Zephyra rotate the Kubernetes ingress certificates?" };
  expect(await on.call("contextShow", unknown)).toEqual(SILENT);
  await on.call("remember", { kind: "decision", text: "Prices are kept as integers in cents" });
  expect(await on.call("contextShow", unknown)).toEqual(SILENT);
  expect((await on.call("contextShow", { kind: "memory", query: "how are prices kept?" })).text).toContain(
    "cents",
  );
  // One shared word is not enough for a context, unless the user sets the floor that low.
  const apart = {
    kind: "memory",
    query: "Which prices does Zephyra pay for Kubernetes ingress certificates?",
  };
  expect((await on.call("contextShow", apart)).text).toBe("");
  const low = stageAt("cli", on.dir, { ...on.env, TIDEMARK_RECALL_FLOOR: "0" });
  expect((await low.call("contextShow", apart)).text).toContain("cents");
});

scenario("bundle.vague", async (surface) => {
  const on = stage(surface);
  await shop(on);
  const { blocks } = await told(on, { kind: "memory", query: "" }, { agent: "gemini" });
  expect(blocks.find(({ name }) => name === "recall")?.lines[0]).toContain("mail worker");
  const [given] = (await ledger(on)).bundles;
  expect((await on.call("ledgerShow", { id: given?.id })).terms).toContain("Receipts");
});

scenario("bundle.action", async (surface) => {
  const on = stage(surface);
  await shop(on);
  const note = async (input: object) => (await on.call("contextShow", { kind: "action", ...input })).text;
  expect(await note({ command: "cd web && pnpm test --run" })).toContain(
    "Instead: run `pnpm db:up` first [trp#1",
  );
  expect(await note({ path: ["migrations/003-cart.sql"] })).toContain(
    "Never edit files in migrations/ by hand [con#1",
  );
  expect(await note({ command: "pnpm install", path: ["src/cart.ts"] })).toBe("");
  expect(await note({})).toBe("");
  for (let i = 0; i < 5; i++)
    await on.call("create", { kind: "trap", text: `Trap ${i} of the linter`, command: "pnpm lint" });
  expect((await note({ command: "pnpm lint" })).match(/^- /gm)).toHaveLength(3);
});

scenario("bundle.pressure", async (surface) => {
  const on = stage(surface);
  await shop(on);
  await on.call("remember", { text: "The demo runs on port 8080" });
  const names = async (kind: string, pressure: string) =>
    namesOf(await told(on, { kind, pressure, query: "which worker sends the receipts?" }));
  expect(await names("memory", "none")).toContain("recall");
  expect(await names("memory", "high")).toEqual(["plans", "constraints", "traps"]);
  expect(await names("brief", "high")).toContain("facts");
  expect(await names("brief", "critical")).toEqual(["plans", "constraints", "traps", "decisions"]);
  if (surface !== "cli") return;
  const always = stageAt("cli", on.dir, { ...on.env, TIDEMARK_RECALL_MODE: "always" });
  const asked = { kind: "memory", pressure: "critical", query: "mail worker receipts" };
  expect(namesOf(await told(always, asked))).toContain("recall");
});

/** The text that a hook gives Claude Code. */
async function hooked(on: Stage, event: string, input: object): Promise<string> {
  askForMemory(on.dir, on.env);
  const said = JSON.stringify({ session_id: "s1", cwd: on.dir, hook_event_name: event, ...input });
  const { code, stdout, stderr } = await on.cli(["hook", "claude-code", event], { input: said });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
}

scenario("bundle.first-prompt", async () => {
  await built();
  const on = stage("cli", { git: true });
  await shop(on);
  const prompt = { prompt: "Which worker sends the receipts to customers?" };
  expect(await hooked(on, "UserPromptSubmit", { prompt: "Which worker sends mail?" })).toBe("");
  // `brief` shows the current session as the previous one; the hook of that session does not.
  const brief = (await on.call("brief")).text.replace(/## Previous session\n(?:- .*\n)+\n/, "");
  expect(await hooked(on, "SessionStart", { source: "startup" })).toBe(brief);
  const answer = await hooked(on, "UserPromptSubmit", prompt);
  expect(answer).toContain("mail worker");
  expect(answer).not.toContain("to customers");
  expect(answer).not.toContain("migrations/");
  expect(await hooked(on, "UserPromptSubmit", { prompt: "And which worker sends mail?" })).toBe("");
  const { bundles } = await ledger(on);
  expect(bundles.map(({ intent }) => intent)).toEqual(["context", "brief"]);
  expect(bundles[0]).toMatchObject({
    agent: "claude-code",
    host: "claude-code",
    session: "s1",
    query: prompt.prompt,
  });
});

scenario("bundle.tool-note", async () => {
  await built();
  const on = stage("cli", { git: true });
  await shop(on);
  const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
  const edit = (file: string) => ({ tool_name: "Edit", tool_input: { file_path: `${on.dir}/${file}` } });
  await hooked(on, "SessionStart", { source: "startup" });
  expect(await hooked(on, "PreToolUse", bash("ls -la && pnpm install"))).toBe("");
  expect(await hooked(on, "PreToolUse", bash("pnpm test"))).toContain("run `pnpm db:up` first");
  expect(await hooked(on, "PreToolUse", bash("pnpm test"))).toBe("");
  expect(await hooked(on, "PreToolUse", edit("src/cart.ts"))).toBe("");
  expect(await hooked(on, "PreToolUse", edit("migrations/004.sql"))).toContain(
    "Never edit files in migrations/",
  );
  await hooked(on, "SessionStart", { source: "compact" });
  expect(await hooked(on, "PreToolUse", bash("pnpm test"))).toContain("run `pnpm db:up` first");
});

scenario("bundle.new-rule-warns", async () => {
  await built();
  const on = stage("cli", { git: true });
  await shop(on);
  const edited = (file: string): Promise<string> =>
    hooked(on, "PreToolUse", { tool_name: "Edit", tool_input: { file_path: `${on.dir}/${file}` } });
  await hooked(on, "SessionStart", { source: "startup" });
  for (const folder of ["legacy", "vendor", "generated"])
    expect(await edited(`${folder}/cart.ts`), folder).toBe("");
  await on.call("create", { kind: "constraint", text: "Never edit files in legacy/ by hand" });
  expect(await edited("src/cart.ts")).toBe("");
  expect(await edited("legacy/cart.ts")).toContain("Never edit files in legacy/");
  expect(await edited("legacy/cart.ts")).toBe("");
  const proposed = { kind: "candidate", proposes: "constraint", text: "Never edit files in vendor/ by hand" };
  await on.call("create", proposed, { agent: "codex" });
  expect(await edited("vendor/cart.ts")).toBe("");
  await on.call("review", { accept: ["cnd#1"] });
  expect(await edited("vendor/cart.ts")).toContain("Never edit files in vendor/");
  await hooked(on, "UserPromptSubmit", {
    prompt: "Never edit generated/ by hand, the build overwrites that folder.",
  });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  await stageAt("cli", on.dir, { ...on.env, TIDEMARK_NOW: later }).cli(["worker", "--once"]);
  expect(await edited("generated/cart.ts")).toContain("Never edit generated/");
  expect(await edited("legacy/cart.ts")).toBe("");
  // The session gets a note about a second rule, although it already got one for the same call.
  await on.call("create", { kind: "constraint", text: "Keep legacy/ in Latin-1, never save it as UTF-8" });
  expect(await edited("legacy/cart.ts")).toContain("Latin-1");
});

scenario("bundle.inject-off", async () => {
  await built();
  const on = stage("cli", { git: true });
  await shop(on);
  const off = stageAt("cli", on.dir, { ...on.env, TIDEMARK_INJECT: "off" });
  const line = await hooked(off, "SessionStart", { source: "startup" });
  expect(line).toMatch(
    /^# What this project remembers \(tidemark\)\n\d+ events recorded, 0 sessions to read, 0 possibly outdated\./,
  );
  expect(line.split("\n")).toHaveLength(5);
  expect(await hooked(off, "UserPromptSubmit", { prompt: "Which worker sends the receipts?" })).toBe("");
  expect((await off.call("brief")).text).toContain("mail worker");
  expect((await off.call("sessionShow", { id: "s1" })).turns).toHaveLength(1);
});

scenario("ledger.given", async (surface) => {
  const on = stage(surface);
  await shop(on);
  type Started = { readonly session: string; readonly bundle: Told };
  const start = async (agent: string) =>
    (await on.call("sessionStart", { include_context: true }, { agent })) as unknown as Started;
  const first = await start("codex");
  await on.call("remember", { kind: "lesson", text: "Floats cost us a day" });
  const second = await start("gemini");
  const { bundles, total } = await ledger(on, { limit: 1 });
  expect([bundles.length, total]).toEqual([1, 2]);
  expect(bundles[0]).toMatchObject({
    agent: "gemini",
    intent: "brief",
    session: second.session,
    tokens: second.bundle.tokens,
  });
  const [older] = (await ledger(on, { limit: 1, offset: 1 })).bundles;
  expect(await on.call("ledgerShow", { id: older?.id })).toMatchObject({
    text: first.bundle.text,
    session: first.session,
  });
  expect(await on.call("ledgerShow", { id: "last" })).toMatchObject({ id: bundles[0]?.id });
  if (surface === "cli")
    expect((await on.cli(["ledger", "show", older?.id ?? ""])).stdout).toBe(first.bundle.text);
  expect((await on.refused("ledgerShow", { id: "bnd_none" })).code).toBe("input.unknown_id");
});

scenario("ledger.looks", async (surface) => {
  const on = stage(surface);
  await shop(on);
  const before = await on.end();
  await on.call("brief");
  await on.call("contextShow", { kind: "memory", query: "receipts of the mail worker" });
  expect([await on.end(), (await on.call("ledger")).total]).toEqual([before, 0]);
  await on.call("brief", {}, { agent: "gemini" });
  expect((await on.call("ledger")).bundles).toMatchObject([{ agent: "gemini", intent: "brief" }]);
});

test("the context for a task and the note before a tool call equal the golden files", async () => {
  const base = stage("cli");
  const on = stageAt("cli", base.dir, { ...base.env, TIDEMARK_NOW: "2026-03-02T09:00:00Z" });
  await shop(on);
  await on.call("remember", {
    kind: "fact",
    text: '<b>The mail worker</b>\n# sends "receipts" from the queue [dec#9, ana]',
  });
  const context = await on.call("contextShow", {
    kind: "memory",
    query: "how are receipts sent to the mail queue?",
  });
  await expect(context.text).toMatchFileSnapshot("../golden/context.md");
  const action = await on.call("contextShow", {
    kind: "action",
    command: "pnpm test",
    path: ["migrations/002.sql"],
  });
  await expect(action.text).toMatchFileSnapshot("../golden/action.md");
});
