import { countTokens } from "../../core/bundle/tokens.ts";
import { MemoryError } from "../../core/failure.ts";
import { turnPosition } from "../../core/recall/index/search-view.ts";
import {
  directionOf,
  isSamePrint,
  NUMBERS_MAX,
  newestVectorsThatFit,
  noVectors,
  placeOf,
  type VectorRow,
  type VectorStore,
} from "../../core/recall/index/vectors.ts";
import { ANCHORS } from "../../core/recall/score/meaning.ts";
import type { Instant } from "../../core/tape/event.ts";
import type { Embedder, Vector } from "../../ports/embedder.ts";
import type { Slice } from "../../ports/store.ts";
import { mayRecord } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ProjectDeps, RankingDeps, WriteDeps } from "../runtime/deps.ts";
import { today } from "../sessions/model-spending.ts";
import { prunedVectors, pruneVectors } from "./prune-vectors.ts";
import { docsIn, type Embeddable, embeddablesOf } from "./vector-passages.ts";

/** Events read at once, and passages after which a pass ends, so that paid vectors are soon on the disk. */
const PASS_EVENTS = 2_000;
const PASS_PASSAGES = 256;
/** Texts in one request: what a small local model handles in a second or two. */
const BATCH = 32;
/** Longest duration of one tick. */
const TICK_MS = 10_000;
/** Longer than a tick and the longest wait for an answer. */
const LEASE_MS = 60_000;
/** How many events without a new passage are read before the position is saved to disk. */
const NOTED_AFTER = 5_000;
/** Maximum length of a stored problem. */
const PROBLEM_MAX = 300;

/**
 * Lets the vectors catch up with the tape if the config names an embedder: one worker at a time, until nothing is left or the time is up.
 * Any failure is recorded beside the vectors and stops nothing else.
 */
export async function makeVectors(
  deps: WriteDeps & ProjectDeps & RankingDeps,
  until?: Instant,
): Promise<void> {
  const { embedder, store, clock } = deps;
  if (embedder === undefined || !mayRecord(deps)) return;
  const end = Math.min(until ?? Number.POSITIVE_INFINITY, clock.now() + TICK_MS);
  const lease = { name: "vectors", owner: deps.writer.process, until: clock.now() + LEASE_MS };
  if (!(await store.leases.claim(lease, clock.now()))) return;
  try {
    await caughtUp(deps, embedder, end);
  } finally {
    await store.leases.release(lease);
  }
}

async function caughtUp(deps: MemoryDeps & RankingDeps, embedder: Embedder, end: Instant): Promise<void> {
  const { vectors, clock, store, views } = deps;
  const first = vectors.read(embedder.space);
  let kept = first ?? noVectors(embedder.space);
  let noted = first;
  while (clock.now() < end) {
    const slice = await store.events.read(kept.upTo, PASS_EVENTS, views.search.types);
    if (slice.epoch !== kept.epoch) {
      const anew = { ...kept, epoch: slice.epoch, upTo: 0 };
      const pruned = kept.rows.length === 0 ? anew : await prunedVectors(deps, kept);
      if (pruned === undefined) return;
      kept = pruned;
      noted = undefined;
      continue;
    }
    if (slice.upTo <= kept.upTo) break;
    const passed = await pass(deps, embedder, { kept, slice });
    kept = passed.kept;
    if (passed.isChanged) {
      vectors.write(kept);
      noted = kept;
    }
    if (kept.problem !== undefined) break;
  }
  if (noted === undefined || kept.upTo - noted.upTo > NOTED_AFTER) vectors.write(kept);
  // Words that were forgotten while their vector was made must not stay: the forgetting did not see that vector.
  const { epoch } = await store.events.read(kept.upTo, 1, views.search.types);
  if (epoch !== kept.epoch) await pruneVectors(deps);
}

type VectorStep = { readonly kept: VectorStore; readonly slice: Slice };
type Passed = { readonly kept: VectorStore; readonly isChanged: boolean };

/** One pass: texts in the slice get vectors, and texts that the slice removes from the index lose theirs. */
async function pass(
  deps: MemoryDeps & RankingDeps,
  embedder: Embedder,
  { kept: before, slice }: VectorStep,
): Promise<Passed> {
  const asking = askingOf(deps, embedder);
  const { problem: earlier, ...last } = before;
  const anchored = await withAnchors(last, asking);
  if ("problem" in anchored)
    return { kept: { ...last, ...anchored }, isChanged: anchored.problem !== earlier };
  const { upTo, docs } = await boundedDocs(deps, slice, anchored.dimensions);
  const known = new Map(anchored.rows.map((row) => [placeOf(row), row]));
  const wanted = [...docs.values()].flat();
  const isKnown = (one: Embeddable): boolean => {
    const row = known.get(placeOf(one));
    return row !== undefined && isSamePrint(row.print, one.print);
  };
  const fresh = wanted.filter((one) => !isKnown(one));
  const { made, problem } = await madeOf(fresh, anchored, asking);
  const still = new Map(wanted.filter(isKnown).map((one) => [placeOf(one), one]));
  const stay = anchored.rows.flatMap((row): VectorRow[] => {
    if (!docs.has(row.key)) return [row];
    const now = still.get(placeOf(row));
    return now === undefined ? [] : [{ ...row, position: now.position }];
  });
  const rows = newestVectorsThatFit([...stay, ...made], anchored.dimensions, isPassing);
  const isSame = made.length === 0 && stay.length === last.rows.length && anchored === last;
  return {
    kept: { ...anchored, rows, ...(problem === undefined ? { upTo } : { problem }) },
    isChanged: !isSame || problem !== earlier,
  };
}

/** Turns and commits make room for newer ones. Items and documents stay. */
const isPassing = ({ key }: { readonly key: string }): boolean => turnPosition(key) !== undefined;

/** The texts of a slice, by key, up to the size of a pass. Turns that would have to make room for newer ones are left out. */
async function boundedDocs(deps: MemoryDeps, slice: Slice, dimensions: number) {
  const { position: end } = await deps.store.tape.end();
  const oldest = end - Math.floor(NUMBERS_MAX / Math.max(1, dimensions));
  const docs = new Map<string, readonly Embeddable[]>();
  let count = 0;
  for (const event of slice.events) {
    for (const [key, doc] of docsIn(deps, [event])) {
      const isLeft = doc === undefined || (isPassing({ key }) && event.position <= oldest);
      const passages = isLeft ? [] : embeddablesOf(key, doc);
      docs.set(key, passages);
      count += passages.length;
    }
    if (count >= PASS_PASSAGES) return { upTo: event.position, docs };
  }
  return { upTo: slice.upTo, docs };
}

/** Requests vectors, or says why it did not or could not. */
type AskForVectors = (texts: readonly string[]) => Promise<readonly Vector[] | { readonly problem: string }>;

function askingOf(deps: MemoryDeps & RankingDeps, embedder: Embedder): AskForVectors {
  const { timeout_ms, tokens_per_day } = deps.config.embedder;
  return async (texts) => {
    const tokens = texts.reduce((sum, text) => sum + countTokens(text), 0);
    if (!deps.vectors.reserve(tokens, today(deps), tokens_per_day))
      return { problem: `The limit of ${tokens_per_day} tokens a day is reached (embedder.tokens_per_day).` };
    try {
      return await embedder.embed(texts, timeout_ms);
    } catch (error) {
      if (!(error instanceof MemoryError && error.code.startsWith("embedder."))) throw error;
      return { problem: [error.message, error.fix].filter(Boolean).join(" ").slice(0, PROBLEM_MAX) };
    }
  };
}

type UsableVectors = Omit<VectorStore, "problem">;

/** The anchors get their vectors before the first passage, which shows the length of the vectors. */
async function withAnchors(
  kept: UsableVectors,
  asking: AskForVectors,
): Promise<UsableVectors | { readonly problem: string }> {
  if (kept.dimensions > 0) return kept;
  const made = await asking(ANCHORS);
  if ("problem" in made) return made;
  return { ...kept, dimensions: made[0]?.length ?? 0, anchors: made.map(directionOf) };
}

type MadeVectors = { readonly made: readonly VectorRow[]; readonly problem?: string };

/** Vectors that were made before a failure are kept. */
async function madeOf(
  wanted: readonly Embeddable[],
  { dimensions }: UsableVectors,
  asking: AskForVectors,
): Promise<MadeVectors> {
  const made: VectorRow[] = [];
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const vectors = await asking(batch.map(({ text }) => text()));
    if ("problem" in vectors) return { made, problem: vectors.problem };
    const length = vectors[0]?.length ?? dimensions;
    if (length !== dimensions)
      return {
        made,
        problem: `The embedder returns vectors of ${length} dimensions, but the stored ones have ${dimensions}. Delete vectors.bin to start over.`,
      };
    for (const [i, { text: _text, ...mark }] of batch.entries())
      made.push({ ...mark, ...directionOf(vectors[i] ?? []) });
  }
  return { made };
}
