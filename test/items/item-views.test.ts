import { describe, expect, test } from "vitest";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { fingerprint, wordsPrint } from "../../src/core/items/fingerprint.ts";
import type { Item } from "../../src/core/items/item.ts";
import { sourceRowKey, statementsView } from "../../src/core/items/statements-view.ts";
import { topicsView } from "../../src/core/items/topics-view.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { foldRows, type Projection } from "../../src/core/tape/projection.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { unit } from "../support/units.ts";

const WORDS = "Use pnpm";
const STATEMENT = fingerprint(sha256, { kind: "decision", topic: "build", text: WORDS });
const PRINT = wordsPrint(sha256, WORDS);

type Told = Item | { readonly forgotten: readonly string[]; readonly items?: readonly string[] };

const dec = (more: Partial<Item> = {}): Item => unit(WORDS, { id: "dec_1", topic: "build", ...more });
const cnd = (status: string, more: Partial<Item> = {}): Item =>
  dec({ id: "cnd_1", kind: "candidate", proposes: "decision", status, ...more });

/** Folds a view over item states and forgets, in this order, and returns its rows. */
function folded(view: Projection, told: readonly Told[]) {
  const events = told.map((one, n): StoredEvent => {
    const at = { position: n + 1, payloadHash: "", hash: "" };
    if (!("forgotten" in one))
      return { ...turn(`e${n}`, { type: "item.updated", subject: one.id, payload: { item: one } }), ...at };
    const payload = { events: [], items: one.items ?? [], tombstones: one.forgotten };
    return { ...turn(`e${n}`, { type: "payload.forgotten", payload }), ...at };
  });
  return foldRows(view, new Map(), upcastAll(events));
}

describe("the row of a statement", () => {
  const view = statementsView(sha256);
  test.each([
    ["a candidate that waits", [cnd("pending")], { candidate: "cnd_1" }],
    ["an archived candidate", [cnd("pending"), cnd("pending", { removed: true })], undefined],
    ["an accepted candidate", [cnd("pending"), cnd("accepted")], undefined],
    ["a rejected candidate", [cnd("pending"), cnd("rejected")], undefined],
    ["a unit", [dec()], { unit: "dec_1" }],
    ["both", [cnd("pending"), dec()], { candidate: "cnd_1", unit: "dec_1" }],
    ["both, in reverse order", [dec(), cnd("pending")], { unit: "dec_1", candidate: "cnd_1" }],
    ["a unit made from a candidate", [cnd("pending"), cnd("accepted"), dec()], { unit: "dec_1" }],
    ["an ended unit", [dec({ status: "superseded" })], { unit: "dec_1" }],
  ] as const)("%s", (_, told, row) => expect(folded(view, told).get(STATEMENT)).toEqual(row));

  const forgotten = { forgotten: [PRINT] };
  test.each([
    ["a rejected statement has a tombstone", [cnd("rejected")], "rejected"],
    ["the rejection is taken back", [cnd("rejected"), cnd("pending")], undefined],
    ["somebody states the rejected statement", [cnd("rejected"), dec()], undefined],
    ["a forgotten statement has a tombstone", [forgotten], "forgotten"],
    [
      "a candidate does not remove the tombstone of a forgotten statement",
      [forgotten, cnd("pending")],
      "forgotten",
    ],
    ["somebody states the forgotten statement", [forgotten, dec()], undefined],
    ["a plan makes no tombstone", [dec({ id: "pln_1", kind: "plan" })], undefined],
  ] as const)("%s", (_, told, tombstone) => expect(folded(view, told).get(PRINT)?.tombstone).toBe(tombstone));

  test("the row of a source has its last fifty items, each once", () => {
    const made = Array.from({ length: 52 }, (_, n) => dec({ id: `dec_${n}`, source_key: "k" }));
    const { items } = folded(view, [...made, made[51] as Item]).get(sourceRowKey("k")) ?? {};
    expect(items).toEqual(made.slice(2).map(({ id }) => id));
  });
});

describe("the topics view has", () => {
  test.each([
    ["a live unit", [dec()], "build"],
    ["a topic in lower case", [dec({ topic: " Build " })], "build"],
    ["a unit without a topic, as general", [dec({ topic: " " })], "general"],
    ["the new topic of a unit", [dec(), dec({ topic: "release" })], "release"],
    ["no ended unit", [dec(), dec({ status: "resolved" })], undefined],
    ["no archived unit", [dec(), dec({ removed: true })], undefined],
    ["no quiet unit", [dec({ quiet: true })], undefined],
    ["no forgotten unit", [dec(), { forgotten: [], items: ["dec_1"] }], undefined],
    ["no plan", [dec({ kind: "plan", status: "todo" })], undefined],
  ] as const)("%s", (_, told, topic) => expect(folded(topicsView, told).get("dec_1")?.topic).toBe(topic));
});
