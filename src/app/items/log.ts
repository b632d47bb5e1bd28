import { ITEM_ACTS } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { Action, RecordedChange } from "../../core/resume/changes-view.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { givenTime, iso } from "../../core/time.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { itemsByIds } from "./find-item.ts";

export type LogInput = { readonly since?: string | undefined; readonly limit: number };

export type LoggedChange = {
  readonly at: string;
  readonly position: Position;
  readonly did: Action;
  /** The statuses before and after a change of status. */
  readonly from?: string;
  readonly to?: string;
  readonly agent: string;
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** The current text of the item. */
  readonly text: string;
};

export type MemoryLog = {
  readonly changes: readonly LoggedChange[];
  readonly returned: number;
  readonly has_more: boolean;
};

/** Maximum number of items searched, most recently changed first. A caller who wants more gives a time. */
const ITEMS_MAX = 500;

/** The changes of all items, newest first. */
export async function log(deps: MemoryDeps, { since, limit }: LogInput): Promise<MemoryLog> {
  const from = since === undefined ? 0 : givenTime(since, deps.clock.now());
  await catchUp(deps, "items", "changes");
  const { rows } = await deps.store.views.select(deps.views.changes, {
    order: "newest",
    limit: ITEMS_MAX,
    offset: 0,
  });
  const accepted = await acceptedCandidates(
    deps,
    rows.map(({ id }) => id),
  );
  const changes = rows
    .filter(({ id }) => !accepted.has(id))
    .flatMap((row) => row.changes.map((change) => ({ id: row.id, ...change })))
    .sort((one, other) => other.at - one.at)
    // One more than is shown, to know whether there are more.
    .slice(0, limit + 1);
  const logged = (await withItems(deps, changes)).filter(({ at }) => Date.parse(at) >= from);
  const shown = logged.slice(0, limit);
  return { changes: shown, returned: shown.length, has_more: logged.length > limit };
}

/** An accepted candidate is listed as the unit that it became, not a second time as a candidate. */
async function acceptedCandidates(deps: MemoryDeps, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const items = await itemsByIds(deps, ids);
  const isOver = ({ kind, status }: ItemRow): boolean => kind === "candidate" && status === "accepted";
  return new Set(items.filter(isOver).map(({ id }) => id));
}

type ItemChange = RecordedChange & { readonly id: string };

/** Forgotten items are not in the log, since nothing of them is left to show. */
async function withItems(deps: MemoryDeps, changes: readonly ItemChange[]): Promise<LoggedChange[]> {
  const rows = await itemsByIds(deps, [...new Set(changes.map(({ id }) => id))]);
  const items = new Map(rows.map((item) => [item.id, item]));
  const events = await deps.store.events.eventsAt(changes.map(({ at }) => at));
  const byPosition = new Map(upcastAll(events).map((event) => [event.position, event]));
  return changes.flatMap(({ id, at, did, agent }) => {
    const item = items.get(id);
    const event = byPosition.get(at);
    if (item === undefined || event === undefined) return [];
    const moved =
      event.type === ITEM_ACTS.transitioned && event.payload !== null
        ? { from: event.payload.from, to: event.payload.item.status }
        : {};
    const { label, kind, text } = item;
    return [{ at: iso(event.recordedAt), position: at, did, ...moved, agent, id, label, kind, text }];
  });
}
