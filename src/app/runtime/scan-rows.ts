import type { ItemRow } from "../../core/items/items-view.ts";
import { catchUp } from "./decide-and-commit.ts";
import type { MemoryDeps } from "./deps.ts";

/** Rows looked at where no index answers: a few tenths of a second. */
const SCAN_MAX = 5000;

export type RowScan = {
  readonly rows: readonly ItemRow[];
  /** How many there are; more than `rows` when the scan stopped at its bound. */
  readonly total: number;
};

type RowFilter = {
  readonly kinds: readonly string[];
  readonly statuses?: readonly string[];
  readonly order: "oldest" | "newest";
};

/** Items of some kinds, up to a bound. In one go: a store puts them in order again for every page it is asked for. */
export async function scanItems(deps: MemoryDeps, which: RowFilter): Promise<RowScan> {
  await catchUp(deps, "items");
  return deps.store.views.select(deps.views.items, { ...which, limit: SCAN_MAX, offset: 0 });
}
