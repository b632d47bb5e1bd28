import { describe, expect, test } from "vitest";
import { DEFAULTS, mergeConfig } from "../../src/core/config/config.ts";
import { detectStaleness, type StalenessInput } from "../../src/core/freshness/staleness.ts";
import { thresholdsFor } from "../../src/core/freshness/thresholds.ts";
import type { Drift } from "../../src/core/freshness/warning.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { scenario } from "../scenarios/scenario.ts";

const NOW = Date.parse("2026-06-15T12:00:00Z");
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const at = (instant: number): string => new Date(instant).toISOString();

let made = 0;
type Fields = { readonly [field: string]: unknown };

function item(kind: KindName, fields: Fields = {}): ItemRow {
  made++;
  const { prefix, initial } = kindOf(kind);
  const when = at(NOW);
  const times = { created_at: when, last_seen_at: when, changed_at: when };
  const names = { id: `${prefix}_${String(made).padStart(6, "0")}`, label: `${prefix}#${made}`, kind };
  const who = { created_by: "ana", changed_by: "ana", position: made };
  return { ...names, status: initial, text: `thing ${made}`, ...times, ...who, ...fields } as ItemRow;
}

function report(items: readonly ItemRow[], more: Partial<StalenessInput> = {}) {
  const thresholds = thresholdsFor(DEFAULTS, "ana");
  return detectStaleness({ items, usage: new Map(), drift: new Map(), thresholds, now: NOW, ...more });
}

const reasonsOf = (one: ItemRow, more: Partial<StalenessInput> = {}) =>
  report([one], more).warnings[0]?.reasons;

/** Items that age: the time field that counts, the number of days, and the reason for which they are flagged. */
const AGING: readonly [what: string, KindName, Fields, field: string, days: number, reason: string][] = [
  ["a plan in progress", "plan", { status: "in_progress" }, "changed_at", 7, "no_progress"],
  ["a plan to do", "plan", { status: "todo" }, "progressed_at", 30, "never_progressed"],
  ["a blocked plan", "plan", { status: "blocked" }, "progressed_at", 30, "never_progressed"],
  ["an open handoff", "handoff", {}, "created_at", 14, "not_accepted"],
  ["a person's candidate", "candidate", { source: "user" }, "created_at", 21, "not_reviewed"],
  ["a candidate of nobody", "candidate", {}, "created_at", 21, "not_reviewed"],
  ["a rule's candidate", "candidate", { source: "auto" }, "created_at", 30, "not_reviewed"],
  ["an observation", "note", { type: "observation" }, "created_at", 30, "old_note"],
  ["a note without a type", "note", {}, "created_at", 30, "old_note"],
  ["a question", "note", { type: "question" }, "created_at", 30, "old_note"],
  ["a unit to verify", "decision", { verify_cmd: "make" }, "created_at", 30, "not_confirmed"],
  ["a unit confirmed once", "fact", { verify_cmd: "make" }, "confirmed_at", 30, "not_confirmed"],
  ["a trap with an end", "trap", {}, "expires_at", 0, "expired"],
  ["a decision with an end", "decision", {}, "expires_at", 0, "expired"],
  ["a note with an end", "note", {}, "expires_at", 0, "expired"],
];

scenario("stale.borders", () => {
  for (const [what, kind, fields, field, days, reason] of AGING) {
    const old = (age: number) => item(kind, { ...fields, [field]: at(NOW - age) });
    expect(reasonsOf(old(days * DAY)), `${what}, exactly`).toEqual([reason]);
    expect(reasonsOf(old(days * DAY + SECOND)), `${what}, a second later`).toEqual([reason]);
    expect(reasonsOf(old(days * DAY - SECOND)), `${what}, a second before`).toBeUndefined();
    expect(report([old((days + 3) * DAY)]).warnings[0], what).toMatchObject({ age_days: days + 3, reason });
  }
});

test("ended or archived items are never flagged", () => {
  const long = { created_at: at(0), changed_at: at(0), last_seen_at: at(0), expires_at: at(1) };
  for (const kind of ["plan", "handoff", "candidate", "note", "trap", "fact"] as const) {
    const { live, moves } = kindOf(kind);
    const ends = Object.values(moves)
      .flat()
      .filter((status) => !live.includes(status));
    for (const status of ends) expect(reasonsOf(item(kind, { ...long, status })), kind).toBeUndefined();
    expect(reasonsOf(item(kind, { ...long, removed: true })), kind).toBeUndefined();
  }
  expect(reasonsOf(item("handoff", { ...long, status: "accepted" }))).toBeUndefined();
});

scenario("stale.marks", () => {
  for (const type of ["session_start", "session_end"]) {
    expect(reasonsOf(item("note", { type, created_at: at(0) }))).toBeUndefined();
    expect(reasonsOf(item("note", { type, created_at: at(0), expires_at: at(1) }))).toBeUndefined();
  }
});

scenario("stale.instants", () => {
  const cases: readonly [expires: string, isOver: boolean][] = [
    ["2026-06-15T14:00:00+02:00", true],
    ["2026-06-15T14:00:01+02:00", false],
    ["2026-06-15T06:30:00-05:30", true],
    ["2026-06-15T06:30:01-05:30", false],
    ["2026-06-15", true],
    ["2026-06-16", false],
  ];
  for (const [expires_at, isOver] of cases)
    expect(reasonsOf(item("trap", { expires_at })) !== undefined, expires_at).toBe(isOver);
  // Because of daylight saving time, these two noons in Berlin are seven days minus one hour apart.
  const [before, after] = ["2026-03-25T12:00:00+01:00", "2026-04-01T12:00:00+02:00"];
  const plan = item("plan", { status: "in_progress", changed_at: before });
  expect(reasonsOf(plan, { now: Date.parse(after) })).toBeUndefined();
  expect(reasonsOf(plan, { now: Date.parse(after) + 60 * 60 * SECOND })).toEqual(["no_progress"]);
});

scenario("stale.malformed", () => {
  const wrong = item("trap", { expires_at: "next Tuesday" });
  const odd = item("plan", { status: "in_progress", changed_at: "2026-02-31" });
  const stale = item("handoff", { created_at: at(0) });
  const { warnings, malformed } = report([wrong, odd, stale]);
  expect(warnings.map(({ id }) => id)).toEqual([stale.id]);
  expect(malformed).toEqual([
    { id: wrong.id, label: wrong.label, field: "expires_at", value: "next Tuesday" },
    { id: odd.id, label: odd.label, field: "changed_at", value: "2026-02-31" },
  ]);
});

describe("references", () => {
  const old = () => item("plan", { status: "in_progress", changed_at: at(NOW - 9 * DAY), key: "pg" });

  scenario("stale.cited", () => {
    const ways: readonly ((plan: ItemRow) => ItemRow)[] = [
      (plan) => item("handoff", { text: `Go on with ${plan.label}, please` }),
      (plan) => item("plan", { depends_on: [plan.id] }),
      () => item("plan", { depends_on: ["pg"] }),
      (plan) => item("plan", { steps: [{ text: `after ${plan.label}`, status: "todo" }] }),
      (plan) => item("handoff", { text: "See below", open_work: [`finish ${plan.label}`] }),
      (plan) => item("note", { text: `${plan.label} waits for the schema` }),
      (plan) => item("decision", { text: `${plan.label} uses Postgres 17` }),
    ];
    for (const way of ways) {
      const plan = old();
      const citer = way(plan);
      expect(report([plan, citer]).warnings, way.toString()).toMatchObject([
        { id: plan.id, level: "info", cited_by: [citer.label] },
      ]);
    }
  });

  test("from stale, ended or old items do not count, nor does a longer label with the same beginning", () => {
    const citers: readonly ((plan: ItemRow) => ItemRow)[] = [
      (plan) => item("handoff", { text: plan.label, created_at: at(NOW - 20 * DAY) }),
      (plan) => item("handoff", { text: plan.label, status: "closed" }),
      (plan) => item("note", { text: plan.label, removed: true }),
      (plan) => item("note", { text: plan.label, type: "session_start" }),
      (plan) => item("fact", { text: plan.label, changed_at: at(0), last_seen_at: at(0) }),
      (plan) => item("handoff", { text: `${plan.label}7` }),
      () => item("handoff", { text: "pg" }),
    ];
    for (const way of citers) {
      const plan = old();
      const found = report([plan, way(plan)]).warnings.find(({ id }) => id === plan.id);
      expect(found, way.toString()).toMatchObject({ level: "warn" });
    }
  });
});

scenario("stale.folded", () => {
  const note = (text: string, day: number) => item("note", { text, created_at: at(NOW - day * DAY) });
  const [young, old, middle, other] = [
    note("CI is red", 40),
    note("CI  is RED", 60),
    note("ci is red", 50),
    note("CI is green", 45),
  ];
  const { warnings, counts } = report([young, old, middle, other]);
  expect(warnings.map(({ id }) => id)).toEqual([old.id, other.id]);
  expect(warnings[0]?.repeats).toEqual([middle, young].map(({ id, label }) => ({ id, label })));
  expect(counts).toMatchObject({ total: 4, warn: 4, kinds: { note: 4 }, reasons: { old_note: 4 } });
});

test("a report suggests one act for all reasons to doubt an item", () => {
  const drift = (...what: readonly Drift[]) => ({ drift: new Map([["fct_x", what]]) });
  const moved: Drift = { what: "file_moved", path: "src/a.ts", to: "lib/a.ts", in_field: true };
  const changed: Drift = { what: "symbol_changed", path: "src/b.ts", symbol: "b" };
  const fact = (fields: Fields = {}) =>
    item("fact", { id: "fct_x", related_paths: ["src/a.ts", "src/c.ts"], ...fields });
  const asked = (one: ItemRow, found: ReturnType<typeof drift>) => report([one], found).warnings[0];
  expect(asked(fact(), drift(moved))).toMatchObject({
    suggests: "update_paths",
    related_paths: ["lib/a.ts", "src/c.ts"],
  });
  expect(asked(fact(), drift(moved, changed))).toMatchObject({ suggests: "confirm", insight: "drift" });
  expect(asked(fact({ expires_at: at(NOW) }), drift(changed))).toMatchObject({
    suggests: "resolve",
    insight: "expired",
    reason: "expired",
    reasons: ["expired", "symbol_changed"],
  });
});

test.each([
  [50, undefined],
  [51, ["behind"]],
])("an item that is %i commits behind has the reasons %j", (commits, reasons) => {
  const one = item("fact");
  expect(reasonsOf(one, { drift: new Map([[one.id, [{ what: "behind", commits }]]]) })).toEqual(reasons);
});

test("a warning says when the item was last used, and usage does not change its level", () => {
  const one = item("note", { created_at: at(0) });
  const used = { last_referenced_at: at(NOW - DAY), count: 3, shown: 2, used: 1 };
  const [warning] = report([one], { usage: new Map([[one.id, used]]) }).warnings;
  expect(warning).toMatchObject({ level: "warn", last_used_at: at(NOW - DAY) });
});

test("an agent's own thresholds override those of the project, which override the defaults", () => {
  const { config } = mergeConfig({
    project: {
      "staleness.handoff_days": 5,
      "staleness.note_days": 6,
      "staleness.agents": { reviewer: { handoff_days: 2 } },
    },
  });
  expect(thresholdsFor(config, "reviewer")).toMatchObject({ handoff_days: 2, note_days: 6, verify_days: 30 });
  expect(thresholdsFor(config, "ana")).toMatchObject({ handoff_days: 5, note_days: 6, verify_days: 30 });
  expect(thresholdsFor(config, "toString")).toMatchObject({ handoff_days: 5 });
});
