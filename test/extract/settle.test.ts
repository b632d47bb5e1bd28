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

/** A finding with event 10 as evidence. */
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

/** An item as a view stores it, with event 4 as evidence and event 5 as its last event. */
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

/** Settles findings and resolutions against the known items. */
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

describe("the origin", () => {
  const PEOPLE: readonly Origin[] = ["user", "agreed", "program"];
  const OTHERS: readonly Origin[] = ["agent", "tool"];
  const cases = (["preference", "constraint", "decision", "fact", "trap"] as const).flatMap((kind) =>
    [...PEOPLE, ...OTHERS].map((origin) => [kind, origin] as const),
  );
  test.each(cases)("decides whether a %s of origin %s becomes active or pending", (kind, origin) => {
    const isFree = kind === "fact" || kind === "trap" || PEOPLE.includes(origin);
    const { did, item } = settled([said({ kind, origin })]);
    const [id = ""] = did.map((act) => act.replace("created ", ""));
    expect(item(id)).toMatchObject(
      isFree ? { kind, origin, status: "active" } : { kind: "candidate", proposes: kind, status: "pending" },
    );
  });
});

describe("a finding that is already known", () => {
  test("is matched by its source key before its words", () => {
    const rows = [row("fct_1", { source_key: "k" }), row("fct_2", { text: OTHER })];
    expect(settled([said({ source_key: "k", text: OTHER })], rows).did).toEqual(["updated fct_1"]);
  });

  test("is another item if its source key belongs to an item of another kind", () => {
    const trap = row("trp_1", { kind: "trap", source_key: "k" });
    expect(settled([said({ source_key: "k" })], [trap]).did).toEqual(["created fct_new1"]);
  });

  test.each([
    ["as explicit", [said(), said({ evidence: [11] })], "fct_new1"],
    ["as uncertain", [guessed(), guessed({ evidence: [11] })], "cnd_new1"],
    ["with one source key", [{ text: PORT }, { text: OTHER, evidence: [11] }].map(keyed), "fct_new1"],
  ] as const)("becomes one item if it occurs twice in one reading %s", (_, findings, id) => {
    const { did, item } = settled(findings);
    expect([did, item(id)?.evidence]).toEqual([
      [`created ${id}`, `updated ${id}`],
      [10, 11],
    ]);
  });

  test("gives its source key to the item, which the same reading then finds by it", () => {
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
  ] as const)("updates, replaces or ignores a repeated unit, depending on its status: %s", (_, more, did) => {
    expect(settled([said()], [row("fct_1", more)]).did).toEqual(did);
    const source = { source_key: "k" };
    expect(settled([keyed({})], [row("fct_1", { ...more, ...source })]).did).toEqual(did);
  });

  test.each([
    ["words", wordsPrint(sha256, PORT)],
    ["statement", fingerprint(sha256, said())],
  ])("is not created again if there is a tombstone of its %s", (_, key) => {
    const statements = new Map([[key, { tombstone: "forgotten" }]] as const);
    for (const finding of [said(), guessed()]) expect(settled([finding], [], { statements }).did).toEqual([]);
  });

  test("is not created again from the same evidence, even if the item has ended", () => {
    const made = new Set([madeKey(said({ topic: "another topic" }), sha256)]);
    const over = row("fct_1", { status: "superseded" });
    expect(settled([said()], [over], { made }).did).toEqual([]);
    expect(settled([said({ evidence: [11] })], [over], { made }).did).toEqual(["created fct_new1"]);
  });
});

describe("a pending candidate", () => {
  test("is updated if the statement is repeated as uncertain", () => {
    const { did, item } = settled([guessed()], [waiting()]);
    expect(did).toEqual(["updated cnd_1"]);
    expect(item("cnd_1")).toMatchObject({ status: "pending", evidence: [4, 10], confidence: 0.8 });
  });

  test("is accepted by the first explicit statement", () => {
    const findings = [said({ source_key: "a" }), said({ source_key: "b", evidence: [11] })];
    const { did, item, skipped } = settled(findings, [waiting()]);
    expect([did, skipped]).toEqual([["created fct_new1", "transitioned cnd_1", "created fct_new2"], 0]);
    expect(item("cnd_1")).toMatchObject({ status: "accepted", promoted_to: "fct_new1" });
  });

  test("has the fields of a candidate and its source, and amends nothing", () => {
    const fields = { rejected: ["80"], type: "question" };
    const amended = () => row("fct_9");
    const { item, skipped } = settled([guessed({ fields })], [], { amended });
    expect(skipped).toBe(0);
    expect(item("cnd_new1")).toMatchObject({ proposes: "fact", source: "auto", rejected: ["80"] });
    expect(item("cnd_new1")).not.toHaveProperty("type");
    expect(item("cnd_new1")).not.toHaveProperty("amends");
    expect(settled([said()], [], { amended }).item("fct_new1")).toMatchObject({ amends: "fct_9" });
  });

  test("is not created if a person's uncertain statement amends a decision: it becomes active at once", () => {
    const unsure = { kind: "decision", certainty: "uncertain" } as const;
    const amended = () => row("dec_9", { kind: "decision" });
    expect(settled([said({ ...unsure, origin: "user" })], [], { amended }).did).toEqual(["created dec_new1"]);
    expect(settled([said({ ...unsure, origin: "agreed" })], [], { amended }).did).toEqual([
      "created cnd_new1",
    ]);
  });

  test("is accepted if a person amends it", () => {
    const older = waiting({ proposes: "decision", origin: "user", text: "Port 8080 for the API." });
    const newer = said({ kind: "decision", origin: "user", text: "Make it 9090.", evidence: [20] });
    const { did, item } = settled([newer], [older], { amended: (_, heard) => heard[0] });
    expect(did).toEqual(["created dec_new1", "transitioned cnd_1", "created dec_new2"]);
    expect(item("dec_new1")).toMatchObject({ text: older.text, evidence: older.evidence, origin: "user" });
    expect(item("cnd_1")).toMatchObject({ status: "accepted", promoted_to: "dec_new1" });
    expect(item("dec_new2")).toMatchObject({ amends: "dec_new1" });
  });

  test("can only propose a unit: an uncertain note is dropped", () => {
    expect(settled([guessed({ kind: "note" })])).toMatchObject({ did: [], skipped: 0 });
  });
});

describe("the fresh units, which are compared with existing ones", () => {
  test.each([
    ["include a new unit", [said()], [], ["fct_new1"]],
    ["leave out an uncertain finding", [guessed()], [], []],
    ["leave out a question", [said({ kind: "note", fields: { type: "question" } })], [], []],
    ["leave out a repeated unit", [keyed({})], [row("fct_1", { source_key: "k" })], []],
    [
      "include a known unit with a new text",
      [keyed({ text: OTHER })],
      [row("fct_1", { source_key: "k" })],
      ["fct_1"],
    ],
    ["leave out a unit that ends in the same reading", [keyed({}), ended(11)], [], []],
  ] as const)("%s", (_, steps, rows, fresh) => expect(settled(steps, rows).fresh).toEqual(fresh));
});

describe("the end of a source", () => {
  test.each([
    ["ends its earlier statement", { evidence: [4] }, ["transitioned fct_1"]],
    ["keeps a later statement", { evidence: [4, 8] }, []],
    ["keeps an archived item", { removed: true }, []],
    ["keeps an ended item", { status: "superseded" }, []],
    ["keeps statements of another source", { source_key: "other" }, []],
  ] as const)("%s", (_, more, did) =>
    expect(settled([ended(6)], [row("fct_1", { source_key: "k", ...more })]).did).toEqual(did),
  );

  test.each([
    ["stated, then ended", [keyed({ evidence: [5] }), ended(6)], "resolved"],
    ["ended, then stated", [keyed({ evidence: [6] }), ended(5)], "active"],
    ["both by one event", [keyed({ evidence: [6] }), ended(6)], "active"],
  ] as const)("depends on the order of the events: %s", (_, steps, status) => {
    const known = row("fct_1", { source_key: "k" });
    expect(settled(steps, [known]).item("fct_1")?.status).toBe(status);
  });
});

describe("a repeated statement", () => {
  test.each([
    ["older than its end", [7], "resolved"],
    ["newer than its end", [9], "active"],
    ["begun before its end and settled after", [7, 9], "active"],
  ])("makes a resolved unit active again only if it is newer than the end: %s", (_, evidence, status) => {
    const over = row("fct_1", { status: "resolved", position: 8 });
    expect(settled([said({ evidence })], [over]).item("fct_1")).toMatchObject({
      status,
      evidence: [4, ...evidence],
    });
  });

  test("that is older adds evidence and changes neither text nor fields", () => {
    const newer = row("fct_1", { source_key: "k", evidence: [20], position: 21 });
    const older = keyed({ text: OTHER, confidence: 0.9, fields: { tags: ["old"] } });
    const { item, fresh } = settled([older], [newer]);
    expect(item("fct_1")).toMatchObject({ text: PORT, confidence: 0.9, evidence: [10, 20] });
    expect([item("fct_1")?.tags, fresh]).toEqual([undefined, []]);
  });

  test("from known evidence changes nothing, and an event contains no fields of the view", () => {
    expect(settled([said({ evidence: [4] })], [row("fct_1")]).did).toEqual([]);
    const { item } = settled([said(), guessed({ text: OTHER })], [row("fct_1"), waiting({ text: OTHER })]);
    for (const id of ["fct_1", "cnd_1"])
      expect(Object.keys(item(id) ?? {})).not.toEqual(expect.arrayContaining(["label"]));
    expect(item("fct_1")).not.toHaveProperty("position");
  });

  test("gives a note no confidence, because notes have none", () => {
    const asked: Partial<Finding> = { kind: "note", text: "Which port?", fields: { type: "question" } };
    const { did, item } = settled([said(asked), said({ ...asked, evidence: [11] })]);
    expect(did).toEqual(["created nte_new1", "updated nte_new1"]);
    expect(item("nte_new1")).toMatchObject({ evidence: [10, 11] });
    expect(item("nte_new1")).not.toHaveProperty("confidence");
  });
});

test("an invalid finding is counted and does not stop the others", () => {
  const { did, skipped } = settled([said({ text: "x".repeat(9000), evidence: [9] }), said()]);
  expect([did, skipped]).toEqual([["created fct_new2"], 1]);
});

test("a quiet finding becomes a quiet item", () => {
  expect(settled([said({ quiet: true })]).item("fct_new1")).toMatchObject({ quiet: true });
  expect(settled([said()]).item("fct_new1")).not.toHaveProperty("quiet");
});

test("if evidence was left out of an item, older evidence is not added again", () => {
  const often = row("fct_1", { evidence: [4, 30, 40], evidence_left_out: 9 });
  expect(
    settle({ findings: [said({ evidence: [20] })], resolutions: [] }, knownOf([often]), HOW).acts,
  ).toEqual([]);
  expect(
    settle({ findings: [said({ evidence: [50] })], resolutions: [] }, knownOf([often]), HOW).acts,
  ).toHaveLength(1);
});
