import type { BundleQuestion } from "../../core/bundle/ask.ts";
import { type Holding, isAboveFloor, likelihood, soughtBy, tellsOf } from "../../core/bundle/floor.ts";
import type { Candidate } from "../../core/bundle/ledger-view.ts";
import type { RecalledEntry } from "../../core/bundle/lines.ts";
import { LINE_MAX } from "../../core/bundle/quote.ts";
import { tellingPart } from "../../core/bundle/relevant-excerpt.ts";
import { type Passage, wordsIn } from "../../core/recall/index/passage.ts";
import { wordsOf } from "../../core/recall/index/words.ts";
import { shorten } from "../../core/text/shorten.ts";
import type { OwnFileDeps, ProjectDeps, RankingDeps, WriteDeps } from "../runtime/deps.ts";
import type { Hit } from "./hits.ts";
import type { Semantic } from "./meaning.ts";
import { rankingFor } from "./ranking.ts";
import { splitThread, threadHits } from "./thread-hits.ts";

/** The hits for a question, and whether an agent should be told them. */
export type JudgedHits = {
  readonly hits: readonly JudgedHit[];
  /** The probability that the memory knows the answer, 0 to 1. */
  readonly known: number;
  /** Whether meaning counted; absent without an embedder. */
  readonly semantic?: Semantic;
};

type JudgedHit = {
  readonly told: RecalledEntry;
  readonly evidence: Pick<Candidate, "score" | "parts">;
  readonly isAbove: boolean;
};

/** Number of hits that are checked: more than any budget takes. */
const HITS_MAX = 12;

/** A hit below this share of the best score hardly ever has the answer if the best hit lacks it. */
const SCORE_SHARE_MIN = 0.36;

/** Statements extracted from a person's words need this share of the usual certainty. */
const STATEMENT_SHARE = 0.7;

/** Next to a statement, an agent's or a tool's words add little, and are often outdated. */
const isOnlyEcho = ({ kind, by }: Hit): boolean => kind === "turn" && (by === "assistant" || by === "tool");

/**
 * The first hits are shown at length, and the others by their most relevant part: at half the length more of them fit, and the answer is
 * visible as often. Shorter parts, or short parts for all hits, hide more than they add.
 */
const AT_LENGTH = 3;
const SHORT_MAX = 110;

/** An item is already a statement: half of it might mean something else. */
const roomFor = ({ label }: Hit, rank: number): number =>
  rank < AT_LENGTH || label !== undefined ? LINE_MAX : SHORT_MAX;

/** The hits for a question, best first, compared with the floor. A session is not told its own words. */
export async function byWorth(
  deps: WriteDeps & ProjectDeps & OwnFileDeps & RankingDeps,
  asked: BundleQuestion,
  session: string | undefined,
): Promise<JudgedHits> {
  const { question, candidates, ranked, semantic } = await rankingFor(deps, asked.text, {});
  const others = ranked.filter(({ passage }) => session === undefined || passage.session !== session);
  const hits = (await threadHits(deps, { question, ranked: others }, HITS_MAX)).slice(0, HITS_MAX);
  const holdings = hits.map((hit) => holdingOf(hit, candidates.passages));
  // The floor was fitted to scores of words. Similarities differ from one embedder to another.
  const byWords = hits.map(({ score, parts }) =>
    BESIDE_WORDS.reduce((left, part) => left - (parts[part] ?? 0), score),
  );
  const found = {
    hits: holdings,
    score: hits.length === 0 ? 0 : Math.max(...byWords),
    corpus: candidates.corpus,
  };
  const sought = soughtBy(asked.judged);
  const tells = tellsOf(sought, candidates.corpus);
  const known = roundUp(likelihood(sought, found));
  const best = Math.max(0, ...hits.map(({ score }) => score));
  const floor = deps.config.memory.recallFloor;
  const isKnown = isAboveFloor(known, floor);
  const areStatementsKnown = isAboveFloor(known, floor * STATEMENT_SHARE);
  const isTold = (hit: Hit): boolean =>
    hit.score >= best * SCORE_SHARE_MIN && (isKnown || (areStatementsKnown && hit.label !== undefined));
  const hasStatement = hits.some((hit) => hit.label !== undefined && isTold(hit));
  return {
    hits: hits.map((hit, i) => ({
      told: toldOf(hit, shownPart(hit, tells, roomFor(hit, i))),
      evidence: { score: hit.score, parts: hit.parts },
      isAbove: isTold(hit) && !(hasStatement && isOnlyEcho(hit)),
    })),
    known,
    ...(semantic === undefined ? {} : { semantic }),
  };
}

/** Maximum number of characters of a line that its thread may take. */
const THREAD_CHARS = 110;

/** The most relevant part of a hit, with its thread: without the thread an outdated statement would seem to hold. */
function shownPart({ snippet }: Hit, tells: ReadonlyMap<string, number>, room: number): string {
  const { text, thread } = splitThread(snippet);
  const shown = shorten(thread, THREAD_CHARS);
  return `${tellingPart(text, tells, Math.max(SHORT_MAX, room) - shown.length)}${shown}`;
}

/** Parts of a score that do not show whether a memory knows the answer. */
const BESIDE_WORDS = [
  ...(["concept", "semantic", "kind", "drift", "unanswered", "relation"] as const),
  ...(["staleness", "ratings"] as const),
];

function holdingOf({ id, session }: Hit, passages: readonly Passage[]): Holding {
  const own = passages.filter(({ key }) => key === id);
  const beside = passages.filter((passage) => session !== undefined && passage.session === session);
  return {
    passages: own.map(wordsIn),
    speaker: new Set(own.flatMap(({ speaker }) => wordsOf(speaker ?? ""))),
    session: new Set(beside.flatMap(wordsIn)),
  };
}

const toldOf = ({ id, label, kind, by, at }: Hit, text: string): RecalledEntry => ({
  id,
  name: label ?? id,
  kind,
  text,
  by,
  at,
});

/** Three digits are enough. Rounded up, so that with a floor of 0 every hit is told. */
const roundUp = (share: number): number => Math.ceil(share * 1000) / 1000;
