import type { Item } from "../../core/items/item.ts";
import type { Act } from "../../core/items/life.ts";
import type { WriteDeps } from "../runtime/deps.ts";

/** Compares new units with existing ones. Its tables take longer to load than most commands run, so they are loaded on demand. */
export async function proposeEdgesLazily(deps: WriteDeps, fresh: readonly Item[]): Promise<Act[]> {
  const { proposeEdges: weigh } = await import("./propose-edges.ts");
  return weigh(deps, fresh);
}
