import { expect, test } from "vitest";
import { foldThreads } from "../../src/core/bundle/fold-threads.ts";
import { joinStatements } from "../../src/core/bundle/join-statements.ts";
import { itemLine } from "../../src/core/bundle/lines.ts";
import { threadText } from "../../src/core/bundle/thread-text.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { briefOf } from "../support/bundles.ts";
import { unit } from "../support/units.ts";

let made = 0;
const row = (kind: "constraint" | "decision" | "trap", text: string, fields: object = {}): ItemRow => ({
  ...unit(text, { kind, id: `${kind}_${++made}`, ...fields }),
  label: `${kind.slice(0, 3)}#${made}`,
  created_by: "ana",
  changed_by: "ana",
  position: made,
});
const live = (...items: ItemRow[]) =>
  (["constraint", "trap", "decision"] as const).map((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return { kind, items: own, total: own.length };
  });
const BUDGET = { tokens: 1200, characters: 9500 };
const linesOf = (...items: ItemRow[]): string[] =>
  briefOf(live(...items), BUDGET)
    .text.split("\n")
    .filter((line) => line.startsWith("- "));

scenario("threads.one-turn", () => {
  const files = row("decision", "The files under profiles/ are signed", { evidence: [7] });
  const rule = row("constraint", "Do not alter them.", { evidence: [7] });
  const whole = row("decision", "Do not alter them. Ever", { evidence: [6, 7] });
  const other = row("constraint", "Logs hold no names", { evidence: [9] });
  const [last, first, ...rest] = linesOf(files, rule, whole, other).sort();
  expect(first).toContain("The files under profiles/ are signed; Do not alter them. Ever");
  expect(first?.match(/alter/g)).toHaveLength(1);
  expect(last).toContain("Logs hold no names");
  expect(rest).toEqual([]);
});

test("a trap is left out of the brief if a sentence near it gives its way out, other traps are kept", () => {
  const said = row("constraint", "Set RYUK_DISABLED or no test runs", { evidence: [12] });
  const trap = row("trap", "gradle test: no docker", {
    instead: "RYUK_DISABLED=true gradle test",
    evidence: [10],
  });
  const far = row("trap", "gradle it: no docker", {
    instead: "RYUK_DISABLED=true gradle it",
    evidence: [90],
  });
  const other = row("trap", "gradle run: no port", { instead: "PORT=8081 gradle run", evidence: [11] });
  const own = row("trap", "Times are UTC here", {
    instead: "Never without RYUK_DISABLED",
    evidence: [12],
    origin: "user",
  });
  const all = live(said, trap, far, other, own);
  const { live: kept } = joinStatements(all, { isApart: () => false, threads: new Map() });
  expect(kept.flatMap(({ items }) => items)).toEqual([said, far, other, own]);
});

test.each([
  ["The web package is indented with tabs", "The api package is indented with tabs"],
  ["Reports may read the billing tables directly", "Reports may not read the billing tables directly"],
  ["Uploads to the bucket stop at 20 MB", "Uploads to the bucket stop at 25 MB"],
])("statements that differ in one word are both shown: %s", (one, other) => {
  expect(linesOf(row("decision", one), row("decision", other))).toHaveLength(2);
});

test("a statement whose words another line contains is shown once", () => {
  const lines = linesOf(
    row("decision", "Background jobs run on SQS, and the dead letters are kept for 14 days"),
    row("constraint", "The background jobs run on SQS"),
  );
  expect(lines).toHaveLength(1);
});

test("a sentence that two statements of one turn share is shown once", () => {
  const lines = linesOf(
    row("decision", "The planet table is never dropped. The import takes 19 hours.", { evidence: [4] }),
    row("constraint", "Test data comes from osm_extract. And the import takes 19 hours.", { evidence: [4] }),
  );
  expect(lines).toHaveLength(1);
  expect(lines.join().match(/19 hours/g)).toHaveLength(1);
});

test("a choice that was perhaps replaced is shown without its rejected alternatives", () => {
  const choice = row("decision", "Jobs: graphile-worker, not pg-boss, RabbitMQ", {
    rejected: ["pg-boss", "RabbitMQ"],
  });
  const lead = { newest: { isSure: false, item: row("decision", "Jobs go to rabbit"), toldBy: "dec#9" } };
  const telling = { now: 0, isDoubted: false };
  expect(itemLine(choice, { ...telling, thread: lead }).text()).toContain(
    "Jobs: graphile-worker (perhaps replaced",
  );
  expect(itemLine(choice, telling).text()).toContain("not pg-boss, RabbitMQ");
});

scenario("bundle.shorter-lines", () => {
  const items = Array.from({ length: 60 }, (_, i) =>
    row("decision", `Service number ${i} listens on port ${4000 + i} of its own host`, { evidence: [i + 1] }),
  );
  const { text, left_out } = briefOf(live(...items), BUDGET);
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  expect(lines[0]).toMatch(/own host \[dec#\d+\]$/u);
  expect(lines.length + (left_out[0]?.count ?? 0)).toBe(60);
  const few = linesOf(...items.slice(0, 3));
  expect(few[0]).toMatch(/\[dec#\d+, [^\]]*\d{4}-\d{2}-\d{2}\]$/u);
});

test("a unit is shown in place of the turn it came from; the statement it perhaps replaces keeps its line", () => {
  const old = row("decision", "Presence times out after 45 s", { evidence: [3] });
  const now = row("decision", "The presence timeout should be 90 s.", { evidence: [20] });
  const words = { position: 20, text: "Phones doze. The presence timeout should be 90 s.", at: "2030-01-01" };
  const unsure = foldThreads(live(old, now), new Map([[old.id, { isSure: false, words }]]));
  expect(unsure.live.flatMap(({ items }) => items)).toEqual([old, now]);
  expect(threadText(old.text, unsure.threads.get(old.id))).toBe(
    `${old.text} (perhaps replaced by ${now.label})`,
  );
  const sure = foldThreads(live(old, now), new Map([[old.id, { isSure: true, words }]]));
  expect(sure.live.flatMap(({ items }) => items)).toEqual([now]);
  expect(sure.threads.get(now.id)?.earlier).toEqual([old]);
});

test("words that put two statements in doubt are quoted on one line; the other line refers to that line", () => {
  const first = row("decision", "Recordings are kept in hdf5", { evidence: [3] });
  const second = row("decision", "Presence times out after 45 s", { evidence: [5] });
  const words = { position: 20, text: "both were changed by the lab today", at: "2030-01-01" };
  const lead = { isSure: false, words } as const;
  const leads = new Map([first, second].map(({ id }) => [id, lead] as const));
  const { threads } = foldThreads(live(first, second), leads);
  const told = [first, second].map(({ id, text }) => threadText(text, threads.get(id)));
  expect(told.filter((text) => text.includes("changed by the lab"))).toHaveLength(1);
  expect(told.join("\n")).toMatch(/perhaps replaced on 2030-01-01, see dec#\d+\)/u);
  expect(told.join("\n")).not.toContain("replaced by dec#");
});

scenario("threads.trap-of-old-tool", () => {
  const trap = row("trap", "yarn test: connection refused", { evidence: [4], instead: "start the database" });
  const old = row("decision", "yarn is the package manager", { evidence: [2] });
  const now = row("decision", "we moved to pnpm last week", { evidence: [20] });
  const leads = new Map([[old.id, { isSure: true, item: now }]]);
  const { threads } = foldThreads(live(trap, old, now), leads);
  expect(threadText(trap.text, threads.get(trap.id))).toBe(`${trap.text} (perhaps replaced by ${now.label})`);
  const other = row("decision", "we moved to postgres last week", { evidence: [21] });
  expect(foldThreads(live(trap, other), new Map()).threads.get(trap.id)).toBeUndefined();
});

scenario("threads.told-once", () => {
  const short = row("decision", "Fifteen minutes is way too long. Eight.", { evidence: [3] });
  const whole = row("decision", "Fifteen minutes is way too long. One cart had 22 skeins. Eight.", {
    evidence: [5],
  });
  const other = row("decision", "Fifteen minutes is way too long. 9.", { evidence: [7] });
  const [first, second, ...rest] = linesOf(short, whole, other);
  expect([first, second].join()).toContain("22 skeins");
  expect([first, second].join()).toContain("long. 9.");
  expect(rest).toEqual([]);
});

test("an edit that carries out a statement is shown as that statement, if both are close on the tape", () => {
  const old = row("decision", "csv exports hold 10k rows", { evidence: [3] });
  const now = row("decision", "that export limit: make it 50k, it is a job now", { evidence: [20] });
  const words = {
    position: 24,
    text: "services/export.rb: LIMIT = 10_000 \u2192 LIMIT = 50_000",
    at: "2030-01-01",
  };
  const { threads } = foldThreads(live(old, now), new Map([[old.id, { isSure: false, words }]]));
  expect(threadText(old.text, threads.get(old.id))).toBe(`${old.text} (perhaps replaced by ${now.label})`);
  const far = foldThreads(
    live(old, now),
    new Map([[old.id, { isSure: false, words: { ...words, position: 90 } }]]),
  );
  expect(threadText(old.text, far.threads.get(old.id))).toContain("LIMIT = 50_000");
});

test("a doubt names the line that shows the newer statement, even if that line has another item's label", () => {
  const old = row("decision", "Invoices stay for 7 years", { evidence: [3] });
  const told = row("decision", "Legal wants 10 years for invoices of all customers", { evidence: [20] });
  const same = row("constraint", "10 years for invoices of all customers", { evidence: [22] });
  const doubt = { newest: { isSure: false, item: same, toldBy: same.label } };
  const joined = (items: ItemRow[], isApart = false) =>
    joinStatements(live(...items), { isApart: () => isApart, threads: new Map([[old.id, doubt]]) });
  const repeated = joined([old, { ...told, kind: "constraint" }, same]);
  expect(repeated.live.flatMap(({ items }) => items)).not.toContain(same);
  expect(repeated.threads.get(old.id)?.newest?.toldBy).toBe(told.label);
  expect(joined([old, told, same], true).threads.get(old.id)?.newest?.toldBy).toBe(same.label);

  const first = row("decision", "The ledger is append only", { evidence: [22] });
  const beside = { ...same, position: first.position + 1 };
  const threads = joined([old, first, beside]).threads;
  expect(threads.get(old.id)?.newest?.toldBy).toBe(first.label);
});

test("statements of one turn that the same later words put in doubt share a line that quotes these words", () => {
  const first = row("constraint", "Ask before ros runs. Domain 42 is the lab with the arm.", {
    evidence: [3],
  });
  const second = row("decision", "Ask before ros runs. The simulator is on domain 7.", { evidence: [3] });
  const apart = row("decision", "Recordings are kept in hdf5", { evidence: [3] });
  const words = { position: 20, text: "ros is jazzy on the lab machines now", at: "2030-01-01" };
  const doubt = { isSure: false, words } as const;
  const other = { isSure: false, words: { ...words, position: 30, text: "mcap for recordings" } } as const;
  const leads = new Map([
    [first.id, doubt],
    [second.id, doubt],
    [apart.id, other],
  ]);
  const { live: folded, threads } = foldThreads(live(first, second, apart), leads);
  const joined = joinStatements(folded, { isApart: () => false, threads });
  expect(joined.live.flatMap(({ items }) => items)).toEqual([first, apart]);
  const telling = { now: 0, isDoubted: false, along: joined.along.get(first.id) };
  const line = itemLine(first, { ...telling, thread: joined.threads.get(first.id) }).text();
  expect(line).toContain("with the arm. The simulator is on domain 7 (perhaps replaced on 2030-01-01: ");
  expect(line).toContain("jazzy");
});

test("a statement whose sentences all occur in another statement is shown once", () => {
  const short = row("decision", "Fifteen minutes is too long! Eight.", { evidence: [3] });
  const whole = row("decision", "Fifteen minutes is too long! One cart had 22 skeins. Eight.", {
    evidence: [3],
  });
  const [line, ...rest] = linesOf(short, whole);
  expect(line?.match(/Eight/gu)).toHaveLength(1);
  expect(rest).toEqual([]);
});

test("a trap whose text contains its way out is shown without a second copy of it", () => {
  const text = "Tests need docker compose --profile test up -d first";
  const told = (instead: string, origin = "user") =>
    itemLine(row("trap", text, { instead, origin }), { now: 0, isDoubted: false }).text();
  expect(told("docker compose --profile test up -d")).not.toContain("Instead");
  expect(told("docker compose up")).toContain("Instead: docker compose up");
  expect(told("docker compose", "tool")).toContain("Instead: docker compose");
});
