import { threadMarks } from "../../core/bundle/fold-threads.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { KindName } from "../../core/items/kinds.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { liveItems } from "../items/live-items.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { newestStatements } from "./newest-statements.ts";

/** An item in a list, with a note about a later statement: "perhaps replaced by dec#4". */
export type MarkedItem = ItemRow & { readonly thread_mark?: string };

/** Later choices that a trap is compared with: the newest. */
const CHOICES: readonly KindName[] = ["decision", "constraint", "preference"];
const CHOICES_MAX = 200;

/** Items with the mark that a brief shows on their lines. */
export async function markedItems(deps: MemoryDeps, items: readonly ItemRow[]): Promise<MarkedItem[]> {
  const units = items.filter(isLiveUnit);
  const choices = units.some(({ kind }) => kind === "trap")
    ? await liveItems(deps, CHOICES, CHOICES_MAX)
    : [];
  const all = new Map([...choices.flatMap(({ items }) => items), ...units].map((item) => [item.id, item]));
  const marks = threadMarks([...all.values()], await newestStatements(deps, units));
  return items.map((item) => {
    const mark = marks.get(item.id);
    return mark === undefined ? item : { ...item, thread_mark: mark };
  });
}
