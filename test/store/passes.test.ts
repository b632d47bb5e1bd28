/** How concurrent callers of one process share the passes of a view over a long tape. */
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { tally, turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { newPlace } from "../support/stores.ts";

/** More events than four passes read. */
const EVENTS = 8100;
const drafts = Array.from({ length: EVENTS }, (_, i) => turn(`t${i}`));

test("concurrent callers together fold each event once", async () => {
  const store = openMemoryStore(sha256);
  await store.tape.append(drafts.slice(0, 100));
  let folded = 0;
  const counting: typeof tally = {
    ...tally,
    evolve: (rows, event) => {
      folded += 1;
      return tally.evolve(rows, event);
    },
  };
  const look = () => advance({ events: store.events, space: store.views, view: counting });
  expect(await Promise.all([look(), look(), look()])).toEqual([100, 100, 100]);
  expect(folded).toBe(100);
});

test("after a failed pass the next caller tries again", async () => {
  const store = openMemoryStore(sha256);
  await store.tape.append(drafts.slice(0, 1));
  let tries = 0;
  const failing: typeof tally = {
    ...tally,
    evolve: (rows, event) => {
      tries += 1;
      if (tries === 1) throw new Error("the first one fails");
      return tally.evolve(rows, event);
    },
  };
  const look = () => advance({ events: store.events, space: store.views, view: failing });
  const [first, second] = await Promise.allSettled([look(), look()]);
  expect([first?.status, second]).toEqual(["rejected", { status: "fulfilled", value: 1 }]);
});

test("other work of the process runs between two passes over a file", async () => {
  const place = newPlace();
  const store = await place.open();
  await store.tape.append(drafts);
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    while (!isDone) {
      await turnOfTheLoop();
      turns += 1;
    }
  })();
  await turnOfTheLoop();
  const before = turns;
  await advance({ events: store.events, space: store.views, view: tally });
  const during = turns - before;
  isDone = true;
  await others;
  await store.close();
  place.remove();
  expect(during).toBeGreaterThanOrEqual(4);
});
