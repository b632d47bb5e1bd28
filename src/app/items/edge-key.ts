import { pairKey } from "../../core/edges/pair-key.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** The key of an edge on the tape: two units have at most one edge, whoever proposes it and in whichever order. */
export const edgeKey = (a: string, b: string): string => `edge ${pairKey(a, b)}`;

/** Which of these pairs of units already have an edge, as pair keys. */
export async function pairsWithEdges(
  deps: MemoryDeps,
  edges: readonly { readonly newer: string; readonly older: string }[],
): Promise<Set<string>> {
  const pairs = edges.map(({ newer, older }) => pairKey(newer, older));
  const known = await deps.store.events.known(pairs.map((pair) => `edge ${pair}`));
  return new Set(pairs.filter((pair) => known.has(`edge ${pair}`)));
}
