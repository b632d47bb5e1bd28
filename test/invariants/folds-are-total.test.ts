import fc from "fast-check";
import { expect } from "vitest";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { isItemAct } from "../../src/core/items/item.ts";
import type { Recorded } from "../../src/core/tape/event.ts";
import { foldRows, type View } from "../../src/core/tape/projection.ts";
import { upcast } from "../../src/core/tape/read.ts";
import { dump } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { itemIn } from "../support/item-events.ts";
import { holds } from "../support/property.ts";
import { tapes, type Write } from "../support/tapes.ts";
import { put, VIEWS } from "../support/views.ts";

const recorded = (writes: readonly Write[]): Recorded[] =>
  writes
    .flatMap(({ events }) => events)
    .map((draft, n) => upcast({ ...draft, position: n + 1, payloadHash: "", hash: "" }));

scenario("view.total", async () => {
  const flags = fc.infiniteStream(fc.boolean());
  await holds(
    fc.property(tapes(), flags, flags, (writes, erased, kept) => {
      const events = recorded(writes)
        .filter(() => kept.next().value)
        .map((event) => (erased.next().value ? { ...event, payload: null } : event));
      for (const view of VIEWS) {
        const read = events.filter((event) => view.types.some((type) => type === event.type));
        if (view.shape === "rows") expect(foldRows(view, new Map(), read)).toBeInstanceOf(Map);
        for (const event of read) {
          const alone = view.shape === "rows" ? view.evolve(new Map(), event) : view.docsOf(event);
          expect(alone).toBeInstanceOf(Map);
        }
      }
    }),
  );
});

scenario("view.version-rebuilds", async () => {
  await holds(
    fc.asyncProperty(tapes(), async (writes) => {
      const store = openMemoryStore(sha256);
      for (const write of writes) await put(store, write);
      for (const view of VIEWS) {
        await advance({ events: store.events, space: store.views, view });
        const before = await dump(store.views, view);
        const raised = { ...view, version: view.version + 1 };
        expect(await store.views.checkpoint(raised)).toBe(0);
        await advance({ events: store.events, space: store.views, view: raised });
        expect(await dump(store.views, raised)).toBe(before);
      }
    }),
    100,
  );
});

scenario("tape.post-images", async () => {
  const items = VIEWS.find((view) => view.name === "items");
  await holds(
    fc.asyncProperty(tapes(), async (writes) => {
      const events = recorded(writes);
      const store = openMemoryStore(sha256);
      if (items?.shape !== "rows") throw new Error("there is no view of items");
      for (const write of writes) await store.tape.append(write.events);
      await advance({ events: store.events, space: store.views, view: items });
      const acts = events.filter(({ type }) => isItemAct(type));
      for (const id of new Set(acts.flatMap((event) => event.subject ?? []))) {
        const last = events.findLast((event) => event.subject === id);
        const row = (await store.views.rows(items as View, [id])).get(id);
        const isForgotten = events.some(
          ({ type, payload }) => type === "payload.forgotten" && payload?.items.includes(id),
        );
        if (!isForgotten && last) expect(row).toMatchObject(itemIn(last));
      }
    }),
    100,
  );
});
