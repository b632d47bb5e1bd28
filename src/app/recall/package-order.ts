import { itemsByIds } from "../items/find-item.ts";
import type { FileDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";
import { elsewhereCheck } from "../runtime/packages.ts";
import type { Hit } from "./hits.ts";

/** What an item about other packages only is worth here, against one that scores the same. */
const ELSEWHERE_WORTH = 0.7;

/** Hits as somebody in a package wants them: all of them, and those about other packages only behind their equals. */
export async function orderByPackage(
  deps: MemoryDeps & ProjectDeps & FileDeps,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const isElsewhere = await elsewhereCheck(deps);
  if (isElsewhere === undefined) return hits;
  const rows = await itemsByIds(
    deps,
    hits.map(({ id }) => id),
  );
  const elsewhere = new Set<string>();
  for (const row of rows) if (await isElsewhere(row)) elsewhere.add(row.id);
  const worth = ({ id, score }: Hit): number => score * (elsewhere.has(id) ? ELSEWHERE_WORTH : 1);
  return hits.toSorted((a, b) => worth(b) - worth(a));
}
