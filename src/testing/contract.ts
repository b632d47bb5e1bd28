import assert from "node:assert/strict";
import { advance } from "../app/runtime/advance.ts";
import { GENESIS, linkHash, payloadText } from "../core/tape/chain.ts";
import type { Draft, StoredEvent } from "../core/tape/event.ts";
import type { Store } from "../ports/store.ts";
import { assertChain, type Case, readAll, tally, turn, turns } from "./contract-drafts.ts";
import { searchCases } from "./contract-search.ts";
import { commitCases, tapeCases } from "./contract-tape.ts";
import { epochCases, rebuildCases, viewCases } from "./contract-views.ts";
import { sha256 } from "./fakes.ts";

/** Opens a store that was never used before. */
export type OpenStore = () => Promise<Store>;

export type ContractCase = { readonly name: string; readonly run: () => Promise<void> };

/**
 * The contract that every store keeps, as cases for any test runner. `openAgain` opens a second handle on the store that `open` returned
 * last; leave it out for a store that cannot be shared.
 */
export function storeContract(open: OpenStore, openAgain?: OpenStore): readonly ContractCase[] {
  const alone = [
    ...tapeCases,
    ...copyCases,
    ...commitCases,
    ...viewCases,
    ...rebuildCases,
    ...epochCases,
    ...searchCases,
  ];
  const shared = openAgain ? sharedCases.map((each) => withTwoStores(open, openAgain, each)) : [];
  return [...alone.map((each) => withStore(open, each)), ...shared];
}

function withStore(open: OpenStore, { name, run }: Case): ContractCase {
  return {
    name,
    run: async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        await store.close();
      }
    },
  };
}

type SharedCase = { readonly name: string; readonly run: (one: Store, other: Store) => Promise<void> };

function withTwoStores(open: OpenStore, openAgain: OpenStore, { name, run }: SharedCase): ContractCase {
  return {
    name,
    run: async () => {
      const one = await open();
      const other = await openAgain();
      try {
        await run(one, other);
      } finally {
        await other.close();
        await one.close();
      }
    },
  };
}

/** Promises to two handles on the same store. */
const sharedCases: readonly SharedCase[] = [
  {
    name: "what one handle acknowledged the other reads, appended, committed or enqueued",
    run: async (one, other) => {
      await one.tape.append(turns("a"));
      assert.equal((await other.tape.end()).position, 1);
      await other.tape.commit({ events: turns("b"), expect: new Map() });
      await one.tape.enqueue(turns("c"));
      assert.deepEqual(
        (await readAll(other)).map((event) => event.id),
        ["a", "b", "c"],
      );
      assert.deepEqual(await one.tape.end(), await other.tape.end());
    },
  },
  {
    name: "two handles that write at once leave one tape without gaps",
    run: async (one, other) => {
      const ids = Array.from({ length: 20 }, (_, n) => `e${n}`);
      const write = (store: Store, id: string, n: number) =>
        n % 3 === 0 ? store.tape.enqueue(turns(id)) : store.tape.append(turns(id));
      await Promise.all(ids.map((id, n) => write(n % 2 === 0 ? one : other, id, n)));
      assert.deepEqual((await readAll(one)).map((event) => event.id).sort(), ids.sort());
      await assertChain(other);
    },
  },
  {
    name: "a subject that one handle moved is a conflict for the other",
    run: async (one, other) => {
      await one.tape.append([turn("a", { subject: "x" })]);
      await other.tape.append([turn("b", { subject: "x" })]);
      const late = { events: [turn("c", { subject: "x" })], expect: new Map([["x", 1]]) };
      assert.deepEqual(await one.tape.commit(late), { outcome: "conflict" });
    },
  },
  {
    name: "what one handle published the other finds done",
    run: async (one, other) => {
      await one.tape.append(turns("a", "b"));
      await advance({ events: one.events, space: one.views, view: tally });
      assert.equal(await other.views.checkpoint(tally), 2);
      assert.equal((await other.views.rows(tally, ["s1"])).get("s1")?.count, 2);
    },
  },
];

/** What every store promises when a tape is moved into it. */
const copyCases: readonly Case[] = [
  {
    name: "a tape that is put in as it is has the same positions and hashes, and events that do not follow on are refused",
    run: async (store) => {
      const all = recordedTape([turn("a", { key: "k" }), turn("b", { subject: "x" }), turn("c")]).map(
        (event) => (event.id === "b" ? { ...event, payload: null } : event),
      );
      await store.upkeep.extend(all.slice(0, 1));
      await assert.rejects(store.upkeep.extend(all.slice(2)), { code: "tape.broken" });
      await assert.rejects(store.upkeep.extend(all), { code: "tape.broken" });
      await store.upkeep.extend(all.slice(1));
      assert.deepEqual(await readAll(store), all);
      assert.deepEqual(await store.tape.append([turn("e", { key: "k" })]), [
        { id: "a", position: 1, isNew: false },
      ]);
      await assertChain(store);
    },
  },
];

/** The drafts as stored events of a separate tape. */
function recordedTape(drafts: readonly Draft[]): StoredEvent[] {
  let hash = GENESIS;
  return drafts.map((draft, i) => {
    const link = { ...draft, position: i + 1, payloadHash: sha256(payloadText(draft.payload)) };
    hash = linkHash(sha256, hash, link);
    return { ...link, hash };
  });
}
