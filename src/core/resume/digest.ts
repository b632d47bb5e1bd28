import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { statementSpeaker } from "../items/statement-speaker.ts";
import { type ChangeAuthor, type DeltaItem, isAddressedTo, rankOf, withItemText } from "./delta.ts";

/** Maximum number of items that a new agent gets: few enough to be read. */
const DIGEST_MAX = 12;
/** Maximum per section while other sections still need room. */
const EACH = 3;

/** The kinds of items in a digest, each with the statuses that count. */
export const DIGEST_SORTS: readonly { readonly kind: KindName; readonly statuses: readonly string[] }[] = [
  { kind: "handoff", statuses: ["open"] },
  { kind: "constraint", statuses: ["active"] },
  { kind: "trap", statuses: ["active"] },
  { kind: "plan", statuses: ["in_progress"] },
];

/** Selects the items of a digest. Only the last handoffs are included; the other kinds share the remaining room. */
export function digestOf(live: ReadonlyMap<KindName, readonly ItemRow[]>, who: ChangeAuthor): DeltaItem[] {
  const sorts = DIGEST_SORTS.map(({ kind }) =>
    (live.get(kind) ?? []).filter((item) => isAddressedTo(item, who)),
  );
  const first = sorts.flatMap((items) => items.slice(0, EACH));
  const rest = sorts.slice(1).flatMap((items) => items.slice(EACH));
  return [...first, ...rest]
    .slice(0, DIGEST_MAX)
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind))
    .map((item) => withItemText({ action: "created", by: statementSpeaker(item) }, item));
}
