import assert from "node:assert/strict";
import { GENESIS, linkHash, payloadText } from "../core/tape/chain.ts";
import type { Draft, StoredEvent } from "../core/tape/event.ts";
import { assertChain, type Case, readAll, turn } from "./contract-drafts.ts";
import { sha256 } from "./fakes.ts";

/** What every store promises when a tape is moved into it. */
export const copyCases: readonly Case[] = [
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

/** The drafts as a tape of their own has them. */
function recordedTape(drafts: readonly Draft[]): StoredEvent[] {
  let hash = GENESIS;
  return drafts.map((draft, i) => {
    const link = { ...draft, position: i + 1, payloadHash: sha256(payloadText(draft.payload)) };
    hash = linkHash(sha256, hash, link);
    return { ...link, hash };
  });
}
