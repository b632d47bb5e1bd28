import { MemoryError } from "../../core/failure.ts";
import { snoozeEnd, snoozeItem } from "../../core/freshness/snooze.ts";
import type { StaleReason } from "../../core/freshness/warning.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { findItem } from "../items/find-item.ts";
import { remove } from "../items/remove.ts";
import { transition } from "../items/transition.ts";
import { decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { BriefDeps } from "../runtime/deps.ts";
import { staleReport } from "./stale.ts";

export type ResolvedItems = {
  readonly resolved: readonly {
    readonly item: ItemRow;
    readonly from: string;
    readonly reasons: readonly StaleReason[];
  }[];
};

/** Ends flagged items, each in the way of its kind. All are checked before the first is changed. */
export async function staleResolve(
  deps: BriefDeps,
  input: { readonly ids: readonly string[]; readonly reason?: string | undefined },
): Promise<ResolvedItems> {
  const flagged = await flaggedItems(deps, input.ids);
  const resolved: ResolvedItems["resolved"][number][] = [];
  for (const { item, reasons } of flagged) {
    const { resolvesTo } = kindOf(item.kind);
    const reason = input.reason ?? `stale: ${reasons.join(", ")}`;
    const after =
      resolvesTo === undefined
        ? await remove(deps, { id: item.id })
        : (await transition(deps, { id: item.id, status: resolvesTo, reason })).item;
    resolved.push({ item: after, from: item.status, reasons });
  }
  return { resolved };
}

export type SnoozedItems = { readonly snoozed: readonly ItemRow[]; readonly until: string };

/** Snoozes flagged items until an instant. A snoozed item can be snoozed for longer or shorter. */
export async function staleSnooze(
  deps: BriefDeps,
  input: { readonly ids: readonly string[]; readonly until: string },
): Promise<SnoozedItems> {
  const until = snoozeEnd(input.until, deps.clock.now());
  const flagged = await flaggedItems(deps, input.ids);
  await decideAndCommit(deps, async () => {
    const items: ItemRow[] = [];
    for (const { item } of flagged) items.push(await findItem(deps, item.id));
    return { acts: items.map((item) => snoozeItem(withoutViewFields(item), until)), seen: items };
  });
  const snoozed: ItemRow[] = [];
  for (const { item } of flagged) snoozed.push(await findItem(deps, item.id));
  return { snoozed, until: new Date(until).toISOString() };
}

type Flagged = { readonly item: ItemRow; readonly reasons: readonly StaleReason[] };

/** The named items, each of which must be flagged now, snoozed or not. */
async function flaggedItems(deps: BriefDeps, names: readonly string[]): Promise<Flagged[]> {
  const { warnings, snoozed } = await staleReport(deps, { isFresh: true });
  const reasons = new Map(
    [...warnings, ...snoozed].flatMap((warning) =>
      [warning, ...(warning.repeats ?? [])].map(({ id }) => [id, warning.reasons] as const),
    ),
  );
  const found = new Map<string, Flagged>();
  for (const name of names) {
    const item = await findItem(deps, name);
    const own = reasons.get(item.id);
    if (own === undefined) throw notFlagged(item);
    found.set(item.id, { item, reasons: own });
  }
  return [...found.values()];
}

function notFlagged(item: ItemRow): MemoryError {
  const what = item.removed ? "archived" : `${item.status} and not flagged as stale`;
  const { resolvesTo } = kindOf(item.kind);
  const words = [item.label, ...(resolvesTo === undefined ? [] : ["STATUS"])];
  const verb = resolvesTo === undefined ? "remove" : "transition";
  return new MemoryError("input.not_stale", `${item.label} is ${what}. Nothing was changed.`, {
    field: "ids",
    fix: item.removed
      ? { to: "To list flagged items", verb: "stale list" }
      : { to: "To change it anyway", verb, words },
  });
}
