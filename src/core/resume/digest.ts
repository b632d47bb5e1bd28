import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { saidBy } from "../items/said-by.ts";
import { type ChangeAuthor, type DeltaItem, isAddressedTo, rankOf } from "./delta.ts";

/** What somebody who was never here is told at first: little enough to be read. */
const DIGEST_MAX = 12;
/** Maximum per section while other sections need room. */
const EACH = 3;

/** The sorts of a digest, each with the statuses that count. */
export const DIGEST_SORTS: readonly { readonly kind: KindName; readonly statuses: readonly string[] }[] = [
  { kind: "handoff", statuses: ["open"] },
  { kind: "constraint", statuses: ["active"] },
  { kind: "trap", statuses: ["active"] },
  { kind: "plan", statuses: ["in_progress"] },
];

/** Only the last handoffs matter; the other kinds share the remaining room. */
export function digestOf(live: ReadonlyMap<KindName, readonly ItemRow[]>, who: ChangeAuthor): DeltaItem[] {
  const sorts = DIGEST_SORTS.map(({ kind }) =>
    (live.get(kind) ?? []).filter((item) => isAddressedTo(item, who)),
  );
  const first = sorts.flatMap((items) => items.slice(0, EACH));
  const rest = sorts.slice(1).flatMap((items) => items.slice(EACH));
  return [...first, ...rest]
    .slice(0, DIGEST_MAX)
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind))
    .map((item) => {
      const { id, label, kind, status, text } = item;
      return { id, label, kind, status, text, action: "created", by: saidBy(item) };
    });
}
