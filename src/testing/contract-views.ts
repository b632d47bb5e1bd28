import assert from "node:assert/strict";
import { advance } from "../app/runtime/advance.ts";
import type { Row } from "../core/tape/projection.ts";
import type { Pass, Selection, Store } from "../ports/store.ts";
import { type Case, caughtUp, dump, keysFor, tally, turn, turns, wordsView } from "./contract-drafts.ts";

/** What every store promises about views of rows. */
export const viewCases: readonly Case[] = [
  {
    name: "a view that was never built has read nothing and holds nothing",
    run: async (store) => {
      assert.equal(await store.views.checkpoint(tally), 0);
      assert.deepEqual(await store.views.rows(tally, ["s1"]), new Map());
      assert.equal(await dump(store.views, tally), "");
    },
  },
  {
    name: "a pass is published once: who comes second from the same place changes nothing",
    run: async (store) => {
      assert.equal(await store.views.publish(pass(0, 2, [["k", { said: "first" }]])), "published");
      assert.equal(await store.views.publish(pass(0, 2, [["k", { said: "second" }]])), "conflict");
      assert.equal(await store.views.publish(pass(1, 3, [["k", { said: "third" }]])), "conflict");
      assert.equal(await store.views.checkpoint(tally), 2);
      assert.deepEqual(await store.views.rows(tally, ["k"]), new Map([["k", { said: "first" }]]));
    },
  },
  {
    name: "a pass replaces, adds and deletes rows, and leaves the others",
    run: async (store) => {
      await store.views.publish(
        pass(0, 1, [
          ["a", { n: 1 }],
          ["b", { n: 1 }],
          ["c", { n: 1 }],
        ]),
      );
      await store.views.publish(
        pass(1, 2, [
          ["a", { n: 2 }],
          ["b", undefined],
          ["d", { n: 2 }],
          ["e", undefined],
        ]),
      );
      const rows = await store.views.rows(tally, ["a", "b", "c", "d", "e"]);
      assert.deepEqual([...rows].sort(), [
        ["a", { n: 2 }],
        ["c", { n: 1 }],
        ["d", { n: 2 }],
      ]);
    },
  },
  {
    name: "rows are kept apart by view",
    run: async (store) => {
      const other = { ...tally, name: "contract_other" };
      await store.views.publish(pass(0, 1, [["k", { of: "tally" }]]));
      await store.views.publish({ ...pass(0, 1, [["k", { of: "other" }]]), view: other });
      assert.deepEqual((await store.views.rows(other, ["k"])).get("k"), { of: "other" });
      await store.views.reset([other]);
      assert.deepEqual((await store.views.rows(tally, ["k"])).get("k"), { of: "tally" });
      assert.equal(await store.views.checkpoint(other), 0);
    },
  },
  {
    name: "a view of another version starts from nothing, not from what the other left",
    run: async (store) => {
      await store.tape.append(turns("a", "b", "c"));
      await caughtUp(store);
      const before = await dump(store.views, tally);
      const raised = { ...tally, version: 2 };
      assert.equal(await store.views.checkpoint(raised), 0);
      assert.deepEqual(await store.views.rows(raised, ["s1"]), new Map());
      await advance({ events: store.events, space: store.views, view: raised });
      assert.equal(await dump(store.views, raised), before);
      assert.equal(await store.views.checkpoint(tally), 0);
    },
  },
  {
    name: "rows are selected by kind and status, in order, in pages, with the total",
    run: async (store) => {
      const rows = [
        ["a", "x", "on"],
        ["b", "y", "on"],
        ["c", "x", "off"],
        ["d", "x", "on"],
        ["hidden", "", ""],
      ];
      await store.views.publish(
        pass(
          0,
          1,
          rows.map(([key = "", kind = "", status = ""], n) => [key, { key, kind, status, n }]),
        ),
      );
      const ask = async (selection: Partial<Selection>) => {
        const all = { order: "oldest", limit: 10, offset: 0, ...selection } as const;
        const selected = await store.views.select(tally, all);
        return `${selected.rows.map((row) => row.key).join("")} of ${selected.total}`;
      };
      assert.equal(await ask({}), "abcd of 4");
      assert.equal(await ask({ order: "newest" }), "dcba of 4");
      assert.equal(await ask({ kinds: ["x"] }), "acd of 3");
      assert.equal(await ask({ kinds: ["x", "y"], statuses: ["on"] }), "abd of 3");
      assert.equal(await ask({ kinds: [] }), " of 0");
      assert.equal(await ask({ order: "newest", limit: 2, offset: 1 }), "cb of 4");
      assert.equal(await ask({ offset: 9 }), " of 4");
      assert.equal(await ask({ rankMax: 1 }), "ab of 2");
    },
  },
  {
    name: "rows of equal rank are selected in the order of their keys, whatever the order asked for",
    run: async (store) => {
      await store.views.publish(
        pass(
          0,
          1,
          ["b", "a", "c"].map((key) => [key, { key, kind: "x", status: "on", n: 1 }]),
        ),
      );
      for (const order of ["oldest", "newest"] as const) {
        const { rows } = await store.views.select(tally, { order, limit: 9, offset: 0 });
        assert.equal(rows.map((row) => row.key).join(""), "abc");
      }
    },
  },
  {
    name: "a scan gives every row once, in the order of keys, page by page",
    run: async (store) => {
      const keys = ["b", "a#1", "Z", "a", "é", "aa"];
      await store.views.publish(
        pass(
          0,
          1,
          keys.map((key) => [key, { n: 1, kind: "x", status: "on" }]),
        ),
      );
      const scanned = (await dump(store.views, tally, 2)).split("\n").filter(Boolean);
      assert.deepEqual(
        scanned,
        ["Z", "a", "a#1", "aa", "b", "é"].map((key) => `${key}\tx on 1 {"kind":"x","n":1,"status":"on"}`),
      );
    },
  },
];

/** What every store promises about building views again. */
export const rebuildCases: readonly Case[] = [
  {
    name: "a view that is reset and catches up is what it was, rows and words",
    run: async (store) => {
      await story(store);
      const before = [
        await dump(store.views, tally),
        await dump(store.views, wordsView),
        await keysFor(store, "words"),
      ];
      await store.views.reset([tally, wordsView]);
      assert.deepEqual([await dump(store.views, tally), await dump(store.views, wordsView)], ["", ""]);
      await caughtUp(store);
      assert.deepEqual(
        [await dump(store.views, tally), await dump(store.views, wordsView), await keysFor(store, "words")],
        before,
      );
    },
  },
  {
    name: "a scratch space builds what the store holds, and does not touch it",
    run: async (store) => {
      await story(store);
      const scratch = await store.upkeep.scratch();
      assert.equal(await scratch.checkpoint(tally), 0);
      for (const view of [tally, wordsView]) {
        await advance({ events: store.events, space: scratch, view });
        assert.equal(await dump(scratch, view), await dump(store.views, view));
      }
      await scratch.close();
      assert.equal(await store.views.checkpoint(tally), 4);
    },
  },
  {
    name: "an adopted scratch build takes the place of a wrong one",
    run: async (store) => {
      await story(store);
      const right = await dump(store.views, tally);
      await store.views.publish(
        pass(4, 5, [
          ["s1", { count: 99 }],
          ["nobody", { count: 1 }],
        ]),
      );
      const scratch = await store.upkeep.scratch();
      await advance({ events: store.events, space: scratch, view: tally });
      assert.equal(await store.upkeep.adopt(tally, scratch), "adopted");
      await scratch.close();
      assert.equal(await dump(store.views, tally), right);
      assert.equal(await store.views.checkpoint(tally), 4);
      await store.tape.append(turns("later"));
      await caughtUp(store);
      assert.equal((await store.views.rows(tally, ["s1"])).get("s1")?.count, 4);
    },
  },
];

/** What every store promises when payloads are erased while a view is being built. */
export const epochCases: readonly Case[] = [
  {
    name: "a pass made from what was erased meanwhile is not published, by whoever comes late",
    run: async (store) => {
      await store.tape.append(turns("a", "b"));
      const { upTo, epoch } = await store.events.read(0, 10);
      await store.tape.commit({ events: turns("c"), expect: new Map(), erase: ["a"] });
      await store.views.reset([tally]);
      const late = { ...pass(0, upTo, [["s1", { count: 2, words: "words of a" }]]), epoch };
      assert.equal(await store.views.publish(late), "conflict");
      await caughtUp(store);
      assert.equal((await store.views.rows(tally, ["s1"])).get("s1")?.count, 3);
    },
  },
  {
    name: "a scratch build of what was erased meanwhile is not adopted, and builds anew",
    run: async (store) => {
      await store.tape.append(turns("a", "b"));
      const scratch = await store.upkeep.scratch();
      await advance({ events: store.events, space: scratch, view: tally });
      await store.tape.commit({ events: turns("c"), expect: new Map(), erase: ["b"] });
      await store.views.reset([tally]);
      assert.equal(await store.upkeep.adopt(tally, scratch), "conflict");
      await advance({ events: store.events, space: scratch, view: tally });
      assert.equal(await store.upkeep.adopt(tally, scratch), "adopted");
      await scratch.close();
      assert.equal((await store.views.rows(tally, ["s1"])).get("s1")?.count, 3);
    },
  },
];

/** One pass of hand-made rows. */
function pass(after: number, upTo: number, rows: readonly (readonly [string, Row | undefined])[]): Pass {
  const facetsOf = (row: Row) => ({
    kind: String(row.kind ?? "row"),
    status: String(row.status ?? "on"),
    rank: Number(row.n ?? 0),
  });
  return { view: tally, after, upTo, rows: { changed: new Map(rows), facetsOf } };
}

async function story(store: Store): Promise<void> {
  await store.tape.append([turn("a"), turn("b", { session: "s2" })]);
  await caughtUp(store);
  await store.tape.append([turn("c"), turn("d")]);
  await caughtUp(store);
}
