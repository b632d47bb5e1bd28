import { mayReplace } from "../../items/authority.ts";
import type { Item } from "../../items/item.ts";
import { withoutViewFields } from "../../items/items-view.ts";
import { kindOf } from "../../items/kinds.ts";
import { transitionItem, withCause } from "../../items/life.ts";
import type { Finding } from "../finding.ts";
import { lastEvidence, type SettleWith, type Settling, takeAct } from "./settling.ts";

/** What becomes of a replaced item that is no unit. */
const ENDS: ReadonlyMap<string, string> = new Map([["candidate", "rejected"]]);
/** Longest quote in the reason of an act. */
const QUOTE_MAX = 200;

/** The live units and candidates that a statement says it replaces, among those that were settled before it. */
function replacedItems(finding: Finding, { items, statements }: Settling): Item[] {
  return (finding.replaces ?? []).flatMap((name) => {
    const row = statements.get(name);
    const item = items.get(row?.unit ?? row?.candidate ?? name);
    const isLive = item && !item.removed && kindOf(item.kind).live.includes(item.status);
    return isLive && (item.evidence?.at(-1) ?? 0) < lastEvidence(finding) ? [item] : [];
  });
}

/** The unit that a statement says it replaces; of several the first. */
export const replacedUnit = (finding: Finding, settling: Settling): Item | undefined =>
  replacedItems(finding, settling).find(({ kind }) => kindOf(kind).isUnit);

/** Ends what a new unit replaces, with the words that prove it, as far as these words may end it. */
export function supersedeReplaced(
  finding: Finding,
  unit: Item,
  { settling, how }: { readonly settling: Settling; readonly how: SettleWith },
): void {
  for (const older of mayReplace(finding) ? replacedItems(finding, settling) : []) {
    const to = ENDS.get(older.kind) ?? "superseded";
    if (older.id === unit.id || !(kindOf(older.kind).moves[older.status] ?? []).includes(to)) continue;
    const reason = `replaced, in the words "${finding.quote?.slice(0, QUOTE_MAX)}"`;
    takeAct(
      withCause(transitionItem(withoutViewFields(older), to, { reason, now: how.now }), unit.id),
      settling,
    );
    settling.fresh.delete(older.id);
  }
}
