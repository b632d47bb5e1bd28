import { documentPath } from "../../core/documents/document.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { type IndexedPassage, indexedOf } from "../../core/recall/index/indexed.ts";
import { type Gate, gateOfState } from "../../core/recall/query/gate.ts";
import type { Recorded } from "../../core/tape/event.ts";
import { upcast, upcastAll } from "../../core/tape/read.ts";
import { eventsAt, positionNamed } from "../items/evidence.ts";
import { findItem } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { CRYSTAL } from "./question.ts";

/** A thing that could be recalled, or the reason why it cannot be. */
export type Recallable = {
  /** Its id, as hits use it. */
  readonly id: string;
  readonly label?: string;
  readonly item?: ItemRow;
  /** Its passages in the index; none if its state excludes it. */
  readonly passages: readonly IndexedPassage[];
  readonly gate?: Gate;
};

/** Resolves a name: an item's id or label, turn@12, commit@12, document:PATH or crystal:TOPIC. */
export async function findRecallable(deps: MemoryDeps, name: string): Promise<Recallable> {
  await catchUp(deps, "items", "search");
  if (name.startsWith(`${CRYSTAL}:`)) return { id: name, passages: [] };
  const position = positionNamed(name);
  const event =
    position === undefined ? await newestOf(deps, name) : (await eventsAt(deps, [position])).get(position);
  if (position !== undefined && event === undefined) throw unknown(name);
  if (event === undefined) return itemNamed(deps, name);
  return ofEvent(deps, name, event);
}

/** The newest version of a document. */
async function newestOf(deps: MemoryDeps, name: string): Promise<Recorded | undefined> {
  if (documentPath(name) === undefined) return undefined;
  const newest = (await deps.store.events.history(name)).at(-1);
  if (newest === undefined) throw unknown(name);
  return upcast(newest);
}

async function ofEvent(deps: MemoryDeps, name: string, event: Recorded): Promise<Recallable> {
  if (event.payload === null) return { id: name, passages: [], gate: "forgotten" };
  if (event.subject !== undefined && documentPath(event.subject) === undefined)
    return itemNamed(deps, event.subject);
  const { types, docsOf } = deps.views.search;
  if (!types.includes(event.type)) return { id: name, passages: [], gate: "never_recalled" };
  const [entry] = docsOf(event);
  if (entry === undefined) return { id: name, passages: [], gate: "own_words" };
  const [id, doc] = entry;
  return doc ? { id, passages: indexedOf(id, doc) } : { id, passages: [], gate: "over" };
}

async function itemNamed(deps: MemoryDeps, name: string): Promise<Recallable> {
  if (await isForgotten(deps, name)) return { id: name, passages: [], gate: "forgotten" };
  const item = await findItem(deps, name);
  const { id, label } = item;
  const gate = gateOfState(item);
  if (gate !== undefined) return { id, label, item, passages: [], gate };
  const [event] = await deps.store.events.eventsAt([item.position]);
  const doc = event && deps.views.search.docsOf(upcast(event)).get(id);
  return { id, label, item, passages: doc ? indexedOf(id, doc) : [] };
}

/** A forgotten item leaves events without words, and labels are numbered past its own. */
async function isForgotten(deps: MemoryDeps, name: string): Promise<boolean> {
  const rows = await deps.store.views.rows(deps.views.items, [name]);
  if (rows.has(name)) return false;
  const [, prefix, number] = /^([a-z]+)#([1-9]\d*)$/.exec(name) ?? [];
  if (prefix === undefined) {
    const events = upcastAll(await deps.store.events.history(name));
    return events.length > 0 && events.every(({ payload }) => payload === null);
  }
  const counter = await deps.store.views.rows(deps.views.items, [`#${prefix}`]);
  return Number(number) <= Number(counter.get(`#${prefix}`)?.count ?? 0);
}

function unknown(name: string): MemoryError {
  return new MemoryError("input.unknown_id", `There is nothing named "${name}" in this memory.`, {
    field: "id",
    fix: { to: "To list names", verb: "find" },
  });
}
