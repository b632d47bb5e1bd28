import { isSamePrint, type Print, type VectorStore } from "../../core/recall/index/vectors.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";
import { docsIn, embeddablesOf } from "./vector-passages.ts";

/** Events read at once. */
const PAGE_EVENTS = 2_000;
/** Another process may forget something meanwhile. After this many rounds all vectors are deleted. */
const ROUNDS_MAX = 3;

/**
 * Keeps only vectors of texts that are still on the tape. Vectors of forgotten texts and of another tape go. All others stay, because they
 * were paid for, whether or not an embedder is configured here. Unreadable vectors go too.
 */
export async function pruneVectors(deps: MemoryDeps & RankingDeps): Promise<void> {
  const { vectors } = deps;
  const kept = vectors.read();
  const pruned = kept && (await prunedVectors(deps, kept));
  if (pruned === undefined) vectors.drop();
  else vectors.write(pruned);
}

/** Undefined if the tape kept changing. */
export async function prunedVectors(deps: MemoryDeps, kept: VectorStore): Promise<VectorStore | undefined> {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const said = await saidNow(deps);
    if (said === undefined) continue;
    const rows = kept.rows.filter(({ key, part, print }) => {
      const now = said.prints.get(key)?.get(part);
      return now !== undefined && isSamePrint(now, print);
    });
    return { ...kept, rows, epoch: said.epoch, upTo: 0 };
  }
  return undefined;
}

type PrintsByPassage = {
  readonly epoch: number;
  readonly prints: ReadonlyMap<string, ReadonlyMap<number, Print>>;
};

/** The current text of every passage; undefined if something was forgotten meanwhile. */
async function saidNow(deps: MemoryDeps): Promise<PrintsByPassage | undefined> {
  const { types } = deps.views.search;
  const prints = new Map<string, ReadonlyMap<number, Print>>();
  let after = 0;
  let epoch: number | undefined;
  for (;;) {
    const slice = await deps.store.events.read(after, PAGE_EVENTS, types);
    epoch ??= slice.epoch;
    if (slice.epoch !== epoch) return undefined;
    if (slice.upTo <= after) return { epoch, prints };
    for (const [key, doc] of docsIn(deps, slice.events)) {
      if (doc) prints.set(key, new Map(embeddablesOf(key, doc).map(({ part, print }) => [part, print])));
      else prints.delete(key);
    }
    after = slice.upTo;
  }
}
