import { countTokens } from "../../core/bundle/tokens.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Passage } from "../../core/recall/index/passage.ts";
import {
  type Direction,
  directionOf,
  isSamePrint,
  passageOf,
  printOf,
  type VectorStore,
} from "../../core/recall/index/vectors.ts";
import { type Ask, filterAgainst } from "../../core/recall/query/candidates.ts";
import { nearestOf, nearnessByKey, nearnessOf } from "../../core/recall/score/meaning.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";
import { today } from "../sessions/model-spending.ts";
import { findRecallable } from "./recallable.ts";
import { sentText } from "./vector-passages.ts";

/**
 * Whether meaning counted in an answer: it did; the question's vector was late or failed; the day's tokens are spent; or no passage has a
 * vector yet.
 */
export type Semantic = "used" | "late" | "failed" | "spent" | "none";

/** The contribution of meaning to an answer. */
export type Meaning = {
  readonly semantic: Semantic;
  /** The part of the score, by key. */
  readonly parts: ReadonlyMap<string, number>;
  /** Passages that were not found by their words, one for each key. */
  readonly meant: readonly Passage[];
};

/** Maximum number of similar passages without any word of the question. */
const NEAREST_MAX = 20;
/** Maximum number of characters of a question that are sent. */
const QUESTION_MAX = 2_000;

export type AskedVector =
  | { readonly kept: VectorStore; readonly question: Direction }
  | Exclude<Semantic, "used">;

/** The vector of a question, if it arrives in time; undefined without an embedder. It never fails. */
export async function questionVector(
  deps: MemoryDeps & RankingDeps,
  query: string,
): Promise<AskedVector | undefined> {
  const { embedder, vectors } = deps;
  if (embedder === undefined) return undefined;
  const kept = vectors.read(embedder.space);
  if (kept === undefined || kept.rows.length === 0) return "none";
  const { deadline_ms, tokens_per_day } = deps.config.embedder;
  const text = sentText(query).slice(0, QUESTION_MAX);
  if (!vectors.reserve(countTokens(text), today(deps), tokens_per_day)) return "spent";
  try {
    const [vector = []] = await embedder.embed([text], deadline_ms);
    return vector.length === kept.dimensions ? { kept, question: directionOf(vector) } : "failed";
  } catch (error) {
    if (!(error instanceof MemoryError && error.code.startsWith("embedder."))) throw error;
    return error.code === "embedder.no_answer" ? "late" : "failed";
  }
}

/** Similarity of the question to the found passages, and further passages that are similar. */
export async function meaningOf(
  deps: MemoryDeps,
  asked: AskedVector,
  { ask, passages }: { readonly ask: Ask; readonly passages: readonly Passage[] },
): Promise<Meaning> {
  if (typeof asked === "string") return { semantic: asked, parts: new Map(), meant: [] };
  const { rows } = asked.kept;
  const { weight, nearness: least } = deps.config.embedder;
  const near = nearnessOf(asked.question, asked.kept);
  const byKey = nearnessByKey(passages, rows, near);
  const found = new Set(passages.map(({ key }) => key));
  const meant: Passage[] = [];
  for (const { row, nearness } of nearestOf(rows, near, { least, most: NEAREST_MAX })) {
    if (found.has(row.key)) continue;
    const passage = await passageNow(deps, row, ask);
    if (passage === undefined) continue;
    found.add(row.key);
    byKey.set(row.key, nearness);
    meant.push(passage);
  }
  const parts = new Map([...byKey].filter(([, each]) => each > 0).map(([key, each]) => [key, weight * each]));
  return { semantic: "used", parts, meant };
}

/** The passage of a vector, if its text is unchanged, can be recalled and passes every filter. */
async function passageNow(
  deps: MemoryDeps,
  row: VectorStore["rows"][number],
  ask: Ask,
): Promise<Passage | undefined> {
  const thing = await findRecallable(deps, row.key).catch((error: unknown) => {
    if (error instanceof MemoryError && error.code === "input.unknown_id") return undefined;
    throw error;
  });
  const indexed = thing?.passages.find(({ part }) => part === row.part);
  if (indexed === undefined || filterAgainst(ask, indexed) !== undefined) return undefined;
  const passage = passageOf(indexed);
  return isSamePrint(printOf(passage), row.print) ? passage : undefined;
}
