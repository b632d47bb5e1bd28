import type { ItemRow } from "../../core/items/items-view.ts";
import { catchUp, type World } from "./world.ts";

/** Rows read at once. */
const PAGE = 500;
/** Rows looked at where no index answers: a few tenths of a second. */
const SCAN_MAX = 5000;

export type Scanned = {
  readonly rows: readonly ItemRow[];
  /** How many there are; more than `rows` when the scan stopped at its bound. */
  readonly total: number;
};

type Which = {
  readonly kinds: readonly string[];
  readonly statuses?: readonly string[];
  readonly order: "oldest" | "newest";
};

/** Items of some kinds, up to a bound. */
export async function scanItems(world: World, which: Which): Promise<Scanned> {
  await catchUp(world, "items");
  const found: ItemRow[] = [];
  for (;;) {
    const selection = { ...which, limit: PAGE, offset: found.length };
    const { rows, total } = await world.store.views.select(world.views.items, selection);
    found.push(...rows);
    if (rows.length < PAGE || found.length >= SCAN_MAX) return { rows: found, total };
  }
}
