import { BUNDLE_GIVEN } from "../../core/bundle/ledger-view.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Events read at once. */
const PAGE_EVENTS = 500;

/** What is to be forgotten: ids of items, and positions of turns, commits and documents. */
export type ForgottenNames = { readonly items: readonly string[]; readonly positions: readonly Position[] };

/** Ids of ledger events whose bundles mentioned any of these: a bundle repeats their words. */
export async function bundlesMentioning(
  deps: MemoryDeps,
  { items, positions }: ForgottenNames,
): Promise<string[]> {
  if (items.length + positions.length === 0) return [];
  const [ids, places] = [new Set(items), new Set(positions)];
  const isNamed = (id: string): boolean =>
    ids.has(id) || (/@([\d+]+)$/.exec(id)?.[1] ?? "").split("+").some((place) => places.has(Number(place)));
  const found: string[] = [];
  for (let after = 0; ; ) {
    const slice = await deps.store.events.read(after, PAGE_EVENTS, [BUNDLE_GIVEN]);
    for (const { id, type, payload } of upcastAll(slice.events)) {
      const candidates = type === BUNDLE_GIVEN ? (payload?.candidates ?? []) : [];
      if (candidates.some((one) => isNamed(one.id))) found.push(id);
    }
    if (slice.upTo <= after) return found;
    after = slice.upTo;
  }
}
