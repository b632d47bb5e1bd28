import assert from "node:assert/strict";
import { advance } from "../app/runtime/advance.ts";
import { wordsOf } from "../core/recall/index/words.ts";
import type { Ask } from "../core/recall/query/candidates.ts";
import { GENESIS, linkHash, payloadText } from "../core/tape/chain.ts";
import type { Draft, Position, StoredEvent } from "../core/tape/event.ts";
import type { Indexing, Projection, Row } from "../core/tape/projection.ts";
import type { Store, ViewSpace } from "../ports/store.ts";
import { sha256, testWriter } from "./fakes.ts";

/** One promise that every store keeps. */
export type Case = { readonly name: string; readonly run: (store: Store) => Promise<void> };

/** An event with its own id, and whatever else the case needs. */
export function turn(id: string, more: Partial<Draft> = {}): Draft {
  return {
    id,
    type: "turn.recorded",
    version: 1,
    at: 1000,
    recordedAt: 1000,
    writer: testWriter,
    session: "s1",
    payload: { role: "user", text: `words of ${id}` },
    ...more,
  };
}

export const turns = (...ids: readonly string[]): Draft[] => ids.map((id) => turn(id));

/** Counts turns by session. It reads earlier rows, so that a fold starting from wrong rows fails. */
export const tally: Projection<Row, Row, "turn.recorded"> = {
  shape: "rows",
  name: "contract_tally",
  version: 1,
  types: ["turn.recorded"],
  keysOf: (event) => (event.session === undefined ? [] : [event.session]),
  evolve: (rows, event) => {
    if (event.session === undefined) return new Map();
    const count = Number(rows.get(event.session)?.count ?? 0) + 1;
    const words = event.payload === null ? null : event.payload.text;
    return new Map<string, Row>([[event.session, { count, last: event.position, words }]]);
  },
  facetsOf: (row) => ({
    kind: "tally",
    status: Number(row.count) > 1 ? "many" : "one",
    rank: Number(row.last),
  }),
};

/** Finds turns by their words. A case names the kind of a doc as its speaker, its key as a tool, and its topic as what the tool was given. */
export const wordsView: Indexing<"turn.recorded"> = {
  shape: "words",
  name: "contract_words",
  version: 1,
  types: ["turn.recorded"],
  docsOf: (event) => {
    const { payload, at, position, id, session, writer } = event;
    if (payload === null) return new Map();
    const { text, speaker = "turn", tool = "", tool_input = "", files = [] } = payload;
    const doc = {
      ...{ kind: speaker, text, topic: tool_input, at, position, by: [writer.agent], paths: files },
      ...(session === undefined ? {} : { session }),
    };
    // The case takes a doc out of the index by saying so.
    return new Map([[tool === "" ? id : tool, text === "" ? undefined : doc]]);
  },
};

/** Lets both views of the contract catch up. */
export async function caughtUp(store: Store): Promise<void> {
  for (const view of [tally, wordsView]) await advance({ events: store.events, space: store.views, view });
}

/** A store's candidates for a question; ten passages unless the case says otherwise. */
export const candidatesFor = (store: Store, question: string, ask: Partial<Ask> = {}) =>
  store.search.candidates({ terms: wordsOf(question), limit: 10, ...ask });

/** The keys of those candidates, in the order of the tape. */
export async function keysFor(store: Store, question: string, ask?: Partial<Ask>): Promise<string[]> {
  return (await candidatesFor(store, question, ask)).passages.map(({ key }) => key);
}

/** Every event, read page by page as for a long tape. */
export async function readAll({ events: tape }: Pick<Store, "events">, page = 500): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let after: Position = 0; ; ) {
    const slice = await tape.read(after, page);
    events.push(...slice.events);
    if (slice.upTo <= after) return events;
    after = slice.upTo;
  }
}

/** Fails if positions have a gap, a payload does not match its hash, or a link of the chain does not fit. */
export async function assertChain(store: Pick<Store, "tape" | "events">): Promise<void> {
  let hash = GENESIS;
  let position = 0;
  for (const event of await readAll(store)) {
    assert.equal(event.position, position + 1, `position ${position + 1} is missing`);
    if (event.payload !== null) {
      assert.equal(sha256(payloadText(event.payload)), event.payloadHash, `payload at ${event.position}`);
    }
    assert.equal(event.hash, linkHash(sha256, hash, event), `hash at ${event.position}`);
    ({ hash, position } = event);
  }
  assert.deepEqual(await store.tape.end(), { position, hash }, "the end is not the last event");
}

/** All rows or index entries of a view as one text. */
export async function dump(space: ViewSpace, view: Projection | Indexing, page = 500): Promise<string> {
  let text = "";
  for (let after = ""; ; ) {
    const rows = await space.scan(view, after, page);
    for (const row of rows) text += `${row.key}\t${row.text}\n`;
    const last = rows.at(-1);
    if (!last || rows.length < page) return text;
    after = last.key;
  }
}
