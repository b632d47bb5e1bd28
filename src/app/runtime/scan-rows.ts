import type { ItemRow } from "../../core/items/items-view.ts";
import { catchUp } from "./decide-and-commit.ts";
import type { MemoryDeps } from "./deps.ts";

/** Maximum number of rows read if no index answers: a few tenths of a second. */
const SCAN_MAX = 5000;

/** The place of a page in its list. */
export type PageCounts = {
  readonly returned: number;
  readonly total: number;
  readonly has_more: boolean;
};

export type RowScan = {
  readonly rows: readonly ItemRow[];
  /** The total number; more than `rows` if the scan stopped at its limit. */
  readonly total: number;
};

type RowFilter = {
  readonly kinds: readonly string[];
  readonly statuses?: readonly string[];
  readonly order: "oldest" | "newest";
};

/** Items of some kinds, up to a limit. Read with one select, because a store would sort them again for every page. */
export async function scanItems(deps: MemoryDeps, which: RowFilter): Promise<RowScan> {
  await catchUp(deps, "items");
  return deps.store.views.select(deps.views.items, { ...which, limit: SCAN_MAX, offset: 0 });
}
