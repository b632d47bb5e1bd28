import { BUNDLE_GIVEN } from "../../core/bundle/ledger-view.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { ledgerList } from "../briefing/ledger.ts";
import { findItem } from "../items/find-item.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";

/** How often an item was told and used, and which bundles told it. */
export type ItemUsage = {
  readonly id: string;
  readonly label: string;
  readonly shown: number;
  readonly used: number;
  readonly last_referenced_at?: string;
  /** Bundles that told it, newest first, among those that were read. */
  readonly told: readonly { readonly bundle: string; readonly at: string; readonly agent: string }[];
  readonly bundles_looked_at: number;
};

/** Number of newest bundles that are read: a few weeks of a busy project. */
const BUNDLES_MAX = 300;

export async function itemUsage(
  deps: MemoryDeps & RankingDeps,
  input: { readonly id: string },
): Promise<ItemUsage> {
  const item = await findItem(deps, input.id);
  const { bundles } = await ledgerList(deps, { limit: BUNDLES_MAX, offset: 0 });
  const events = upcastAll(await deps.store.events.eventsAt(bundles.map(({ position }) => position)));
  const telling = new Set(
    events.flatMap((event) => {
      const candidates = event.type === BUNDLE_GIVEN ? (event.payload?.candidates ?? []) : [];
      return candidates.some(({ id, fate }) => id === item.id && fate === "given") ? [event.position] : [];
    }),
  );
  const { shown = 0, used = 0, last_referenced_at } = deps.usage.read().get(item.id) ?? {};
  return {
    id: item.id,
    label: item.label,
    shown,
    used,
    ...(last_referenced_at === undefined ? {} : { last_referenced_at }),
    told: bundles
      .filter(({ position }) => telling.has(position))
      .map(({ id, at, agent }) => ({ bundle: id, at, agent })),
    bundles_looked_at: bundles.length,
  };
}
