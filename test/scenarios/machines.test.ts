import fc from "fast-check";
import { expect } from "vitest";
import { update } from "../../src/app/items/update.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { Item } from "../../src/core/items/item.ts";
import { KIND_NAMES, type KindName, kindOf, statusesOf } from "../../src/core/items/kinds.ts";
import { createItem, transitionItem, updateItem } from "../../src/core/items/life.ts";
import { holds } from "../support/property.ts";
import { testMemory } from "../support/test-memory.ts";
import { scenario } from "./scenario.ts";

const NOW = Date.parse("2030-01-01T09:00:00Z");
const DAY_MS = 86_400_000;

/** The documented status machines, repeated here so that a change of the registry fails the test. */
const UNIT = { active: ["resolved", "superseded", "expired"] };
const MACHINES: { readonly [kind in KindName]: { readonly [from: string]: readonly string[] } } = {
  fact: UNIT,
  decision: UNIT,
  constraint: UNIT,
  preference: UNIT,
  pattern: UNIT,
  hypothesis: UNIT,
  lesson: UNIT,
  trap: UNIT,
  plan: {
    todo: ["in_progress", "blocked", "done", "dropped"],
    in_progress: ["blocked", "done", "dropped", "todo"],
    blocked: ["in_progress", "todo", "dropped"],
  },
  handoff: { open: ["accepted", "closed"], accepted: ["closed"] },
  candidate: { pending: ["accepted", "rejected"] },
  note: { active: ["resolved"] },
  edge: { pending: ["accepted", "rejected"] },
  insight: { open: ["dismissed"] },
};

function itemOfKind(kind: KindName, status = kindOf(kind).initial): Item {
  const needed: { readonly [kind in KindName]?: { readonly [name: string]: string } } = {
    candidate: { proposes: "fact" },
    edge: { newer: "fct_2", older: "fct_1", relation: "replaces" },
  };
  const fields = needed[kind] ?? {};
  const born = { id: `${kindOf(kind).prefix}_1`, at: NOW, now: NOW };
  return { ...createItem(kind, { text: "Something", ...fields }, born).payload.item, status };
}

const ALL_STATUSES = [...new Set(KIND_NAMES.flatMap((kind) => statusesOf(kind))), "removed", "", "Active"];

scenario("items.status-machines", () => {
  for (const kind of KIND_NAMES) {
    for (const from of statusesOf(kind)) {
      for (const to of ALL_STATUSES) moves(kind, from, to);
    }
  }
});

function moves(kind: KindName, from: string, to: string): void {
  const act = () => transitionItem(itemOfKind(kind, from), to, { now: NOW });
  if (MACHINES[kind][from]?.includes(to)) {
    expect(act().payload).toMatchObject({ from, item: { status: to } });
    return;
  }
  expect(act, `${kind}: ${from} to ${to}`).toThrow(MemoryError);
  expect(act).toThrow(expect.objectContaining({ code: "input.illegal_transition", field: "status" }));
  expect(act).toThrow(`A ${kind} that is ${from} cannot become "${to}".`);
}

scenario("items.touch-keeps-last-seen", async () => {
  const later = fc.integer({ min: 1, max: 1000 }).map((days) => NOW + days * DAY_MS);
  await holds(
    fc.property(fc.constantFrom(...KIND_NAMES), later, (kind, now) => {
      const item = itemOfKind(kind);
      const updated = updateItem(item, { text: "Other words" }, now).payload.item;
      const [to] = kindOf(kind).moves[item.status] ?? [];
      const moved = to === undefined ? updated : transitionItem(item, to, { now }).payload.item;
      for (const touched of [updated, moved]) {
        expect(touched.last_seen_at).toBe(item.last_seen_at);
        expect(touched.created_at).toBe(item.created_at);
        expect(Date.parse(touched.changed_at)).toBe(now);
      }
    }),
  );
});

scenario("items.two-writers", async () => {
  const first = await testMemory({ store: "sqlite", seed: "first" });
  const second = await testMemory({ store: "sqlite", seed: "second", memoryDir: first.memoryDir });
  const id = await first.item("plan", "Move to PostgreSQL");
  const rounds = 5;
  for (let round = 1; round <= rounds; round++) {
    await Promise.all([
      update(first, { id, assignee: `ana ${round}` }),
      update(second, { id, priority: round % 2 === 0 ? "high" : "low" }),
    ]);
    const row = (await first.store.views.rows(first.views.items, [id])).get(id);
    expect(row).toMatchObject({ assignee: `ana ${round}`, priority: round % 2 === 0 ? "high" : "low" });
  }
  expect((await first.store.events.history(id)).length).toBe(1 + rounds * 2);
});
