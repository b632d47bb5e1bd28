import { pairKey } from "../../core/edges/pair-key.ts";
import type { World } from "../runtime/world.ts";

/** The key of an edge on the tape: two units are joined once, whoever proposes it and in whichever order. */
export const edgeKey = (a: string, b: string): string => `edge ${pairKey(a, b)}`;

/** Which pairs of fresh and older units are joined already, as pair keys. */
export async function joinedPairs(
  world: World,
  fresh: readonly { readonly id: string }[],
  olders: readonly { readonly id: string }[],
): Promise<Set<string>> {
  const pairs = fresh.flatMap((a) => olders.filter((b) => b.id !== a.id).map((b) => pairKey(a.id, b.id)));
  const known = await world.store.known(pairs.map((pair) => `edge ${pair}`));
  return new Set(pairs.filter((pair) => known.has(`edge ${pair}`)));
}
