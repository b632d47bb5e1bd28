import assert from "node:assert/strict";
import { payloadText } from "../core/tape/chain.ts";
import type { Draft, StoredEvent } from "../core/tape/event.ts";
import type { Store } from "../ports/store.ts";
import { assertChain, type Case, readAll, turn, turns } from "./contract-drafts.ts";
import { sha256 } from "./fakes.ts";

/** What every store promises about the tape. */
export const tapeCases: readonly Case[] = [
  {
    name: "an empty tape ends at zero and has nothing to read",
    run: async (store) => {
      assert.equal((await store.tape.end()).position, 0);
      const { events, upTo } = await store.events.read(0, 10);
      assert.deepEqual({ events, upTo }, { events: [], upTo: 0 });
      await assertChain(store);
    },
  },
  {
    name: "positions are 1, 2, 3 … in the order of recording, whatever the times say",
    run: async (store) => {
      await store.tape.append([turn("a", { at: 3000 }), turn("b", { at: 1000 })]);
      await store.tape.append([turn("c", { at: 2000 })]);
      assert.deepEqual(await idsOf(store), ["1 a", "2 b", "3 c"]);
      await assertChain(store);
    },
  },
  {
    name: "an event whose id is known is not recorded again, and its place is given back",
    run: async (store) => {
      await store.tape.append(turns("a", "b"));
      const placed = await store.tape.append([turn("b"), turn("c"), turn("c")]);
      assert.deepEqual(placed, [
        { id: "b", position: 2, isNew: false },
        { id: "c", position: 3, isNew: true },
        { id: "c", position: 3, isNew: false },
      ]);
      assert.equal((await store.tape.end()).position, 3);
    },
  },
  {
    name: "an event whose key is known is not recorded again, under whatever id it comes",
    run: async (store) => {
      await store.tape.append([turn("a", { key: "host:1" })]);
      const placed = await store.tape.append([turn("b", { key: "host:1" }), turn("c", { key: "host:2" })]);
      assert.deepEqual(placed, [
        { id: "a", position: 1, isNew: false },
        { id: "c", position: 2, isNew: true },
      ]);
    },
  },
  {
    name: "a store says which of some keys are on its tape",
    run: async (store) => {
      await store.tape.append([turn("a", { key: "host:1" }), turn("b", { key: "host:2" }), turn("c")]);
      assert.deepEqual(
        await store.events.known(["host:2", "host:3", "a", "host:1"]),
        new Set(["host:1", "host:2"]),
      );
      assert.deepEqual(await store.events.known([]), new Set());
    },
  },
  {
    name: "what comes back is what was recorded, header and payload",
    run: async (store) => {
      const whole = turn("a", { key: "k", subject: "dec_1", at: 5, recordedAt: 7 });
      const { session, ...bare } = turn("b");
      await store.tape.append([whole, bare]);
      assert.deepEqual((await readAll(store)).map(bareOf), [whole, bare]);
    },
  },
  {
    name: "text of every script, long text and awkward text come back as they were",
    run: async (store) => {
      const texts = [
        "ünïcödé 漢字 ไทย",
        "𝔸𝕤𝕥𝕣𝕒𝕝 🦀👩‍👩‍👧",
        "שלום עולם مرحبا",
        'quote " back\\slash',
        "line\nend\r\ttab\u0000",
        "'; --",
        "",
      ];
      const long = "wide 漢字 🦀 ".repeat(60_000);
      const drafts = [...texts, long].map((text, i) => turn(`t${i}`, { payload: { role: "user", text } }));
      await store.tape.append(drafts);
      assert.deepEqual(
        (await readAll(store)).map((event) => event.payload?.text),
        [...texts, long],
      );
      await assertChain(store);
    },
  },
  {
    name: "the order in which a payload's fields were set leaves no trace",
    run: async (store) => {
      await store.tape.append([turn("a", { payload: { role: "user", text: "x", tool: "y" } })]);
      await store.tape.append([turn("b", { payload: { tool: "y", text: "x", role: "user" } })]);
      const [a, b] = await readAll(store);
      assert.equal(a?.payloadHash, b?.payloadHash);
    },
  },
  {
    name: "a reading says how far it covers the tape, whatever was filtered out or left for later",
    run: async (store) => {
      await store.tape.append([turn("a"), endedDraft("b"), turn("c"), endedDraft("d")]);
      const ask = async (after: number, limit: number, types?: readonly string[]) => {
        const { events, upTo } = await store.events.read(after, limit, types);
        return [events.map((event) => event.id).join(""), upTo];
      };
      assert.deepEqual(await ask(0, 10), ["abcd", 4]);
      assert.deepEqual(await ask(0, 2), ["ab", 2]);
      assert.deepEqual(await ask(2, 2), ["cd", 4]);
      assert.deepEqual(await ask(4, 2), ["", 4]);
      assert.deepEqual(await ask(0, 1, ["session.ended"]), ["b", 2]);
      assert.deepEqual(await ask(2, 5, ["session.ended"]), ["d", 4]);
      assert.deepEqual(await ask(0, 5, ["turn.recorded"]), ["ac", 4]);
      assert.deepEqual(await ask(0, 5, ["item.created"]), ["", 4]);
    },
  },
  {
    name: "a subject's history is all of its events and no others, in order",
    run: async (store) => {
      await store.tape.append([
        turn("a", { subject: "x" }),
        turn("b", { subject: "y" }),
        turn("c", { subject: "x" }),
      ]);
      await store.tape.append([turn("d")]);
      assert.deepEqual(
        (await store.events.history("x")).map((event) => event.id),
        ["a", "c"],
      );
      assert.deepEqual(await store.events.history("z"), []);
    },
  },
  {
    name: "a session's events are read from a position on, as many as asked for",
    run: async (store) => {
      await store.tape.append([turn("a"), turn("b", { session: "s2" }), turn("c"), turn("d")]);
      const ask = async (after: number, limit: number) =>
        (await store.events.sessionEvents("s1", after, limit)).map((event) => event.id).join("");
      assert.deepEqual(
        [await ask(0, 9), await ask(1, 9), await ask(0, 2), await ask(4, 9)],
        ["acd", "cd", "ac", ""],
      );
    },
  },
  {
    name: "the last events of a session up to a position are read in order",
    run: async (store) => {
      await store.tape.append([turn("a"), turn("b", { session: "s2" }), turn("c"), turn("d")]);
      const ask = async (upTo: number, limit: number) =>
        (await store.events.sessionTail("s1", upTo, limit)).map((event) => event.id).join("");
      assert.deepEqual(
        [await ask(4, 9), await ask(4, 2), await ask(3, 1), await ask(0, 9)],
        ["acd", "cd", "c", ""],
      );
    },
  },
  {
    name: "a lease is one owner's until it runs out or is given back",
    run: async (store) => {
      const claim = (owner: string, now: number) =>
        store.leases.claim({ name: "work", owner, until: now + 10 }, now);
      assert.deepEqual(
        [await claim("one", 0), await claim("other", 5), await claim("one", 5)],
        [true, false, true],
      );
      await store.leases.release({ name: "work", owner: "other" });
      assert.equal(await claim("other", 14), false);
      assert.deepEqual([await claim("other", 15), await claim("one", 16)], [true, false]);
      assert.deepEqual(
        [await store.leases.leased(20), await store.leases.leased(25)],
        [new Set(["work"]), new Set()],
      );
      await store.leases.release({ name: "work", owner: "other" });
      assert.equal(await claim("one", 16), true);
      assert.equal((await store.tape.end()).position, 0);
    },
  },
  {
    name: "what was enqueued can be read at once, once, and in its order",
    run: async (store) => {
      await store.tape.append(turns("a"));
      await store.tape.enqueue(turns("b", "c"));
      await store.tape.enqueue(turns("d", "b"));
      assert.deepEqual(await idsOf(store), ["1 a", "2 b", "3 c", "4 d"]);
      assert.equal((await store.upkeep.intake()).rejected, 0);
      await assertChain(store);
    },
  },
];

/** What every store promises about writing together, erasing and joining tapes. */
export const commitCases: readonly Case[] = [
  {
    name: "a commit goes through when every subject is where the caller saw it",
    run: async (store) => {
      await store.tape.append([turn("a", { subject: "x" }), turn("b")]);
      const committed = await store.tape.commit({
        events: [turn("c", { subject: "x" }), turn("d", { subject: "y" })],
        expect: new Map([
          ["x", 1],
          ["y", 0],
        ]),
      });
      assert.deepEqual(committed, {
        outcome: "committed",
        placed: [
          { id: "c", position: 3, isNew: true },
          { id: "d", position: 4, isNew: true },
        ],
      });
    },
  },
  {
    name: "a commit that rests on a subject that moved changes nothing at all",
    run: async (store) => {
      await store.tape.append([turn("a", { subject: "x" }), turn("b", { subject: "x" }), turn("v")]);
      const before = await readAll(store);
      const expect = new Map([
        ["y", 0],
        ["x", 1],
      ]);
      const events = [turn("c", { subject: "y" })];
      assert.deepEqual(await store.tape.commit({ events, expect, erase: ["v"] }), { outcome: "conflict" });
      assert.deepEqual(await readAll(store), before);
    },
  },
  {
    name: "of two commits that rest on the same state one goes through",
    run: async (store) => {
      await store.tape.append([turn("a", { subject: "x" })]);
      const take = (id: string) =>
        store.tape.commit({ events: [turn(id, { subject: "x" })], expect: new Map([["x", 1]]) });
      const outcomes = (await Promise.all([take("b"), take("c")])).map((committed) => committed.outcome);
      assert.deepEqual(outcomes.sort(), ["committed", "conflict"]);
      assert.equal((await store.events.history("x")).length, 2);
    },
  },
  {
    name: "erasing takes the payload and leaves position, hashes and a chain that holds",
    run: async (store) => {
      await store.tape.append([turn("a"), turn("b", { subject: "x" }), turn("c")]);
      const before = await readAll(store);
      const committed = await store.tape.commit({
        events: [turn("d")],
        expect: new Map(),
        erase: ["b", "nobody"],
      });
      assert.equal(committed.outcome, "committed");
      const after = await readAll(store);
      assert.deepEqual(
        after.slice(0, 3),
        before.map((event) => (event.id === "b" ? { ...event, payload: null } : event)),
      );
      assert.equal((await store.events.history("x"))[0]?.payload, null);
      await assertChain(store);
    },
  },
  {
    name: "an erased event does not come back under its id or its key",
    run: async (store) => {
      await store.tape.append([turn("a", { key: "k" })]);
      await store.tape.commit({ events: [], expect: new Map(), erase: ["a"] });
      const placed = await store.tape.append([turn("a"), turn("b", { key: "k" })]);
      assert.deepEqual(
        placed.map(({ isNew }) => isNew),
        [false, false],
      );
      assert.equal((await readAll(store))[0]?.payload, null);
    },
  },
  {
    name: "a commit on what was read before words were erased conflicts and writes nothing",
    run: async (store) => {
      await store.tape.append(turns("a", "b"));
      const { epoch } = await store.events.read(0, 1);
      const commit = (id: string, seen: number) =>
        store.tape.commit({ events: turns(id), expect: new Map(), epoch: seen });
      assert.equal((await commit("c", epoch)).outcome, "committed");
      await store.tape.commit({ events: [], expect: new Map(), erase: ["a"] });
      assert.deepEqual(await commit("d", epoch), { outcome: "conflict" });
      assert.equal((await store.tape.end()).position, 3);
      assert.equal((await commit("d", (await store.events.read(0, 1)).epoch)).outcome, "committed");
    },
  },
  {
    name: "events of another tape mean here what they meant there, also those of an earlier batch",
    run: async (store) => {
      await store.tape.append(turns("mine", "shared"));
      const read = (id: string, up_to: number) =>
        turn(id, { type: "session.read", payload: { up_to, turns: 1, mark: up_to } });
      const [first, ...rest] = foreignOf(
        turn("shared"),
        turn("new"),
        read("r", 2),
        read("s", 1),
        read("t", 9),
      );
      const [at] = await store.tape.merge({
        events: first ? [first] : [],
        positionHere: () => undefined,
        erase: [],
      });
      await store.tape.merge({
        events: rest,
        positionHere: (there) => (there === 1 ? at?.position : undefined),
        erase: [],
      });
      const said = (await readAll(store)).slice(3).map(({ payload }) => [payload?.up_to, payload?.mark]);
      // The last one names an event that its own tape did not have yet, so that nothing is at that mark.
      assert.deepEqual(said, [
        [3, 3],
        [2, 2],
        [5, 0],
      ]);
      await assertChain(store);
    },
  },
  {
    name: "an item of another tape is never taken for one of this tape, though they have a key in common",
    run: async (store) => {
      const made = (id: string) =>
        turn(id, { type: "item.created", key: "distilled 1 x", payload: { item: {} } });
      await store.tape.append([turn("a"), made("mine")]);
      const events = foreignOf(turn("a"), made("other"));
      await store.tape.merge({ events, positionHere: () => undefined, erase: [] });
      const keys = (await readAll(store)).map(({ id, key }) => [id, key]);
      assert.deepEqual(keys, [
        ["a", undefined],
        ["mine", "distilled 1 x"],
        ["other", undefined],
      ]);
    },
  },
  {
    name: "events of another tape keep their payload hashes, and those forgotten there stay forgotten",
    run: async (store) => {
      await store.tape.append(turns("mine", "shared"));
      const events = foreignOf(turn("shared"), { ...turn("gone"), payload: null }, turn("new"));
      const placed = await store.tape.merge({ events, positionHere: () => undefined, erase: ["mine"] });
      assert.deepEqual(
        placed.map(({ position, isNew }) => [position, isNew]),
        [
          [2, false],
          [3, true],
          [4, true],
        ],
      );
      const all = await readAll(store);
      assert.deepEqual(
        all.map((event) => event.payload === null),
        [true, false, true, false],
      );
      assert.equal(all[2]?.payloadHash, "hash of gone");
    },
  },
];

function endedDraft(id: string): Draft {
  return turn(id, { type: "session.ended", payload: {} });
}

/** Another tape. The hash of the forgotten words is made up: the store must keep it, because it cannot compute it. */
function foreignOf(
  ...drafts: readonly (Omit<Draft, "payload"> & Pick<StoredEvent, "payload">)[]
): StoredEvent[] {
  return drafts.map((draft, n) => ({
    ...draft,
    position: n + 1,
    payloadHash: draft.payload === null ? `hash of ${draft.id}` : sha256(payloadText(draft.payload)),
    hash: "",
  }));
}

async function idsOf(store: Store): Promise<string[]> {
  return (await readAll(store, 2)).map((event) => `${event.position} ${event.id}`);
}

function bareOf({ position, hash, payloadHash, ...event }: StoredEvent): unknown {
  return event;
}
