import { fieldsIn } from "../../core/fields.ts";
import { ratingsOf } from "../../core/freshness/ratings.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import { WORKER } from "../../core/resume/delta.ts";
import type { Position } from "../../core/tape/event.ts";
import { identityFirst } from "../items/find-item.ts";
import type { OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";

/** Items kept without asking since this person last looked, newest first. */
export async function keptItems(deps: WriteDeps & OwnFileDeps): Promise<ItemRow[]> {
  const { rows } = await scanItems(deps, { kinds: UNIT_KIND_NAMES, statuses: ["active"], order: "newest" });
  const looked = lastLooks(deps)[deps.writer.agent] ?? 0;
  return rows
    .filter((item) => item.position > looked && isUnchecked(item, deps.writer.agent))
    .map(identityFirst);
}

/** Units that ended since this person last looked, because somebody gave them up in their own words. Newest first. */
export async function endedItems(deps: WriteDeps & OwnFileDeps): Promise<ItemRow[]> {
  const over = { kinds: UNIT_KIND_NAMES, statuses: ["superseded"], order: "newest" } as const;
  const { rows } = await scanItems(deps, over);
  const looked = lastLooks(deps)[deps.writer.agent] ?? 0;
  return rows.filter((item) => item.position > looked && item.changed_by === WORKER).map(identityFirst);
}

/** True for an item that the worker kept and nobody has changed, and that this person has not rated. */
export const isUnchecked = (item: ItemRow, person: string): boolean =>
  isLiveUnit(item) &&
  item.created_by === WORKER &&
  item.changed_by === WORKER &&
  ratingsOf(item).every(({ by }) => by !== person);

/** Records that this person has seen everything that was kept so far. */
export async function noteLook(deps: WriteDeps & OwnFileDeps): Promise<void> {
  const { position } = await deps.store.tape.end();
  deps.notes.write("looks.json", JSON.stringify({ ...lastLooks(deps), [deps.writer.agent]: position }));
}

/** Each person's last look. An unreadable note counts as never: then everything is shown once more. */
function lastLooks(deps: OwnFileDeps): { readonly [person: string]: Position } {
  const looks = Object.entries(fieldsIn(tryParseJson(deps.notes.read("looks.json"))));
  return Object.fromEntries(looks.map(([person, position]) => [person, Number(position)]));
}
