import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import type { Finding, Origin, Resolution } from "../../src/core/extract/finding.ts";
import { madeKey } from "../../src/core/extract/settle/made-key.ts";
import { type ExistingItems, settle } from "../../src/core/extract/settle/settle.ts";
import { fingerprint, wordsPrint } from "../../src/core/items/fingerprint.ts";
import type { Item } from "../../src/core/items/item.ts";
import type { StatementRow } from "../../src/core/items/statements-view.ts";
import { unit } from "../support/units.ts";

const AT = Date.parse("2030-01-01T09:00:00Z");
const HOW = { now: AT, nextId: (prefix: string) => `${prefix}_new`, sha256 };
const PORT = "The port is 8080";
const OTHER = "The port is 9090";

/** A finding that was settled at event 10. */
const said = (more: Partial<Finding> = {}): Finding => ({
  kind: "fact",
  text: PORT,
  certainty: "explicit",
  confidence: 0.8,
  topic: "server",
  at: AT,
  evidence: [10],
  origin: "user",
  ...more,
});

const guessed = (more: Partial<Finding> = {}): Finding => said({ certainty: "uncertain", ...more });

const keyed = (more: Partial<Finding>): Finding => said({ source_key: "k", ...more });

const ended = (evidence: number): Resolution => ({ source_key: "k", at: AT, evidence, reason: "over" });

/** An item as the views hold it: it rests on event 4, and its last event is 5. */
const row = (id: string, more: Partial<Item> = {}): Item => ({
  ...unit(PORT, { kind: "fact", topic: "server", confidence: 0.6, evidence: [4], position: 5 }),
  ...{ label: "fct#1", created_by: "ana", changed_by: "ana" },
  id,
  ...more,
});

const waiting = (more: Partial<Item> = {}): Item =>
  row("cnd_1", { kind: "candidate", status: "pending", proposes: "fact", ...more });

function knownOf(rows: readonly Item[]): ExistingItems {
  const statements = new Map<string, StatementRow>();
  const sources = new Map<string, readonly Item[]>();
  for (const item of rows) {
    const isUnit = item.kind !== "candidate";
    const key = fingerprint(sha256, { ...item, kind: isUnit ? item.kind : String(item.proposes) });
    statements.set(key, { ...statements.get(key), [isUnit ? "unit" : "candidate"]: item.id });
    const source = String(item.source_key);
    sources.set(source, [...(sources.get(source) ?? []), item]);
  }
  const items = new Map(rows.map((item) => [item.id, item]));
  return { statements, sources, items, made: new Set(), amended: () => undefined };
}

/** Settles what was found and ended, among the items that are known. */
function settled(
  steps: readonly (Finding | Resolution)[],
  rows: readonly Item[] = [],
  more: Partial<ExistingItems> = {},
) {
  const reading = {
    findings: steps.filter((step): step is Finding => !("reason" in step)),
    resolutions: steps.filter((step): step is Resolution => "reason" in step),
  };
  let made = 0;
  const how = { now: AT + 60_000, sha256, nextId: (prefix: string) => `${prefix}_new${++made}` };
  const { acts, fresh, skipped } = settle(reading, { ...knownOf(rows), ...more }, how);
  const items = new Map(acts.map((act) => [act.subject, act.payload.item]));
  return {
    did: acts.map(({ type, subject }) => `${type.replace("item.", "")} ${subject}`),
    item: (id: string) => items.get(id),
    fresh: fresh.map(({ id }) => id),
    skipped,
  };
}

describe("who said it", () => {
  const PEOPLE: readonly Origin[] = ["user", "agreed", "program"];
  const OTHERS: readonly Origin[] = ["agent", "tool"];
  const cases = (["preference", "constraint", "decision", "fact", "trap"] as const).flatMap((kind) =>
    [...PEOPLE, ...OTHERS].map((origin) => [kind, origin] as const),
  );
  test.each(cases)("decides what becomes of a %s of origin %s", (kind, origin) => {
    const isFree = kind === "fact" || kind === "trap" || PEOPLE.includes(origin);
    const { did, item } = settled([said({ kind, origin })]);
    const [id = ""] = did.map((act) => act.replace("created ", ""));
    expect(item(id)).toMatchObject(
      isFree ? { kind, origin, status: "active" } : { kind: "candidate", proposes: kind, status: "pending" },
    );
  });
});

describe("what is known already", () => {
  test("a source tells an item before its words do", () => {
    const rows = [row("fct_1", { source_key: "k" }), row("fct_2", { text: OTHER })];
    expect(settled([said({ source_key: "k", text: OTHER })], rows).did).toEqual(["updated fct_1"]);
  });

  test("one source may say things of several kinds, each on its own", () => {
    const trap = row("trp_1", { kind: "trap", source_key: "k" });
    expect(settled([said({ source_key: "k" })], [trap]).did).toEqual(["created fct_new1"]);
  });

  test.each([
    ["outright", [said(), said({ evidence: [11] })], "fct_new1"],
    ["as a guess", [guessed(), guessed({ evidence: [11] })], "cnd_new1"],
    ["by one source", [{ text: PORT }, { text: OTHER, evidence: [11] }].map(keyed), "fct_new1"],
  ] as const)("what is told twice in one reading %s is one item", (_, findings, id) => {
    const { did, item } = settled(findings);
    expect([did, item(id)?.evidence]).toEqual([
      [`created ${id}`, `updated ${id}`],
      [10, 11],
    ]);
  });

  test("a unit that a source takes over is found by it in the same reading", () => {
    const findings = [keyed({}), keyed({ text: OTHER, evidence: [11] })];
    const { did, item } = settled(findings, [row("fct_1")]);
    expect([did, item("fct_1")?.source_key]).toEqual([["updated fct_1", "updated fct_1"], "k"]);
  });

  test.each([
    ["active", {}, ["updated fct_1"]],
    ["resolved", { status: "resolved" }, ["updated fct_1"]],
    ["superseded", { status: "superseded" }, ["created fct_new1"]],
    ["expired", { status: "expired" }, ["created fct_new1"]],
    ["archived", { removed: true }, []],
  ] as const)("said again, a unit that is %s is told apart", (_, more, did) => {
    expect(settled([said()], [row("fct_1", more)]).did).toEqual(did);
    const source = { source_key: "k" };
    expect(settled([keyed({})], [row("fct_1", { ...more, ...source })]).did).toEqual(did);
  });

  test.each([
    ["words", wordsPrint(sha256, PORT)],
    ["statement", fingerprint(sha256, said())],
  ])("a tombstone of the %s keeps them from coming back", (_, key) => {
    const statements = new Map([[key, { tombstone: "forgotten" }]] as const);
    for (const finding of [said(), guessed()]) expect(settled([finding], [], { statements }).did).toEqual([]);
  });

  test("what was made from a place is not made from it again, whatever became of it", () => {
    const made = new Set([madeKey(said({ topic: "another topic" }), sha256)]);
    const over = row("fct_1", { status: "superseded" });
    expect(settled([said()], [over], { made }).did).toEqual([]);
    expect(settled([said({ evidence: [11] })], [over], { made }).did).toEqual(["created fct_new1"]);
  });
});

describe("what waits for review", () => {
  test("is seen again while nobody says it outright", () => {
    const { did, item } = settled([guessed()], [waiting()]);
    expect(did).toEqual(["updated cnd_1"]);
    expect(item("cnd_1")).toMatchObject({ status: "pending", evidence: [4, 10], confidence: 0.8 });
  });

  test("is accepted by the first who says it outright", () => {
    const findings = [said({ source_key: "a" }), said({ source_key: "b", evidence: [11] })];
    const { did, item, skipped } = settled(findings, [waiting()]);
    expect([did, skipped]).toEqual([["created fct_new1", "transitioned cnd_1", "created fct_new2"], 0]);
    expect(item("cnd_1")).toMatchObject({ status: "accepted", promoted_to: "fct_new1" });
  });

  test("has the fields of a candidate, says who proposed it and changes nothing else", () => {
    const fields = { rejected: ["80"], type: "question" };
    const amended = () => row("fct_9");
    const { item, skipped } = settled([guessed({ fields })], [], { amended });
    expect(skipped).toBe(0);
    expect(item("cnd_new1")).toMatchObject({ proposes: "fact", source: "auto", rejected: ["80"] });
    expect(item("cnd_new1")).not.toHaveProperty("type");
    expect(item("cnd_new1")).not.toHaveProperty("amends");
    expect(settled([said()], [], { amended }).item("fct_new1")).toMatchObject({ amends: "fct_9" });
  });

  test("is a unit at once when a person changes by it what was settled", () => {
    const unsure = { kind: "decision", certainty: "uncertain" } as const;
    const amended = () => row("dec_9", { kind: "decision" });
    expect(settled([said({ ...unsure, origin: "user" })], [], { amended }).did).toEqual(["created dec_new1"]);
    expect(settled([said({ ...unsure, origin: "agreed" })], [], { amended }).did).toEqual([
      "created cnd_new1",
    ]);
  });

  test("is a unit at once when somebody changes it: what is changed was settled", () => {
    const older = waiting({ proposes: "decision", origin: "user", text: "Port 8080 for the API." });
    const newer = said({ kind: "decision", origin: "user", text: "Make it 9090.", evidence: [20] });
    const { did, item } = settled([newer], [older], { amended: (_, heard) => heard[0] });
    expect(did).toEqual(["created dec_new1", "transitioned cnd_1", "created dec_new2"]);
    expect(item("dec_new1")).toMatchObject({ text: older.text, evidence: older.evidence, origin: "user" });
    expect(item("cnd_1")).toMatchObject({ status: "accepted", promoted_to: "dec_new1" });
    expect(item("dec_new2")).toMatchObject({ amends: "dec_new1" });
  });

  test("is a unit: a guess at anything else is dropped", () => {
    expect(settled([guessed({ kind: "note" })])).toMatchObject({ did: [], skipped: 0 });
  });
});

describe("what is weighed against what is there", () => {
  test.each([
    ["a new unit", [said()], [], ["fct_new1"]],
    ["a guess", [guessed()], [], []],
    ["a question", [said({ kind: "note", fields: { type: "question" } })], [], []],
    ["a unit that says the same again", [keyed({})], [row("fct_1", { source_key: "k" })], []],
    [
      "a unit that says something else",
      [keyed({ text: OTHER })],
      [row("fct_1", { source_key: "k" })],
      ["fct_1"],
    ],
    ["a unit that is over at once", [keyed({}), ended(11)], [], []],
  ] as const)("%s", (_, steps, rows, fresh) => expect(settled(steps, rows).fresh).toEqual(fresh));
});

describe("what a source ends", () => {
  test.each([
    ["what it said before", { evidence: [4] }, ["transitioned fct_1"]],
    ["not what it said after", { evidence: [4, 8] }, []],
    ["not what is archived", { removed: true }, []],
    ["not what is over", { status: "superseded" }, []],
    ["not what another source said", { source_key: "other" }, []],
  ] as const)("is %s", (_, more, did) =>
    expect(settled([ended(6)], [row("fct_1", { source_key: "k", ...more })]).did).toEqual(did),
  );

  test.each([
    ["told, then ended", [keyed({ evidence: [5] }), ended(6)], "resolved"],
    ["ended, then told", [keyed({ evidence: [6] }), ended(5)], "active"],
    ["both at one place", [keyed({ evidence: [6] }), ended(6)], "active"],
  ] as const)("goes by where it lies: %s", (_, steps, status) => {
    const known = row("fct_1", { source_key: "k" });
    expect(settled(steps, [known]).item("fct_1")?.status).toBe(status);
  });
});

describe("seen again", () => {
  test.each([
    ["older than its end", [7], "resolved"],
    ["newer than its end", [9], "active"],
    ["begun before its end and settled after", [7, 9], "active"],
  ])("what is resolved stays or comes back: %s", (_, evidence, status) => {
    const over = row("fct_1", { status: "resolved", position: 8 });
    expect(settled([said({ evidence })], [over]).item("fct_1")).toMatchObject({
      status,
      evidence: [4, ...evidence],
    });
  });

  test("an older telling adds to what a newer one said and takes nothing back", () => {
    const newer = row("fct_1", { source_key: "k", evidence: [20], position: 21 });
    const older = keyed({ text: OTHER, confidence: 0.9, fields: { tags: ["old"] } });
    const { item, fresh } = settled([older], [newer]);
    expect(item("fct_1")).toMatchObject({ text: PORT, confidence: 0.9, evidence: [10, 20] });
    expect([item("fct_1")?.tags, fresh]).toEqual([undefined, []]);
  });

  test("the same place changes nothing, and an event holds nothing of the view", () => {
    expect(settled([said({ evidence: [4] })], [row("fct_1")]).did).toEqual([]);
    const { item } = settled([said(), guessed({ text: OTHER })], [row("fct_1"), waiting({ text: OTHER })]);
    for (const id of ["fct_1", "cnd_1"])
      expect(Object.keys(item(id) ?? {})).not.toEqual(expect.arrayContaining(["label"]));
    expect(item("fct_1")).not.toHaveProperty("position");
  });

  test("a note is not made surer than its kind can be", () => {
    const asked: Partial<Finding> = { kind: "note", text: "Which port?", fields: { type: "question" } };
    const { did, item } = settled([said(asked), said({ ...asked, evidence: [11] })]);
    expect(did).toEqual(["created nte_new1", "updated nte_new1"]);
    expect(item("nte_new1")).toMatchObject({ evidence: [10, 11] });
    expect(item("nte_new1")).not.toHaveProperty("confidence");
  });
});

test("what cannot be kept is counted and does not keep others from it", () => {
  const { did, skipped } = settled([said({ text: "x".repeat(9000), evidence: [9] }), said()]);
  expect([did, skipped]).toEqual([["created fct_new2"], 1]);
});

test("what is not told by itself stays so", () => {
  expect(settled([said({ quiet: true })]).item("fct_new1")).toMatchObject({ quiet: true });
  expect(settled([said()]).item("fct_new1")).not.toHaveProperty("quiet");
});

test("what is seen so often that places are left out rests on nothing new before the last of them", () => {
  const often = row("fct_1", { evidence: [4, 30, 40], evidence_left_out: 9 });
  expect(
    settle({ findings: [said({ evidence: [20] })], resolutions: [] }, knownOf([often]), HOW).acts,
  ).toEqual([]);
  expect(
    settle({ findings: [said({ evidence: [50] })], resolutions: [] }, knownOf([often]), HOW).acts,
  ).toHaveLength(1);
});
