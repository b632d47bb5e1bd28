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

/** What was recalled for a question, and whether an agent should be told it. */
export type Judged = {
  readonly hits: readonly JudgedHit[];
  /** How likely it is that the memory knows of what was asked, 0 to 1. */
  readonly known: number;
  /** Whether meaning counted; absent where no embedder is on. */
  readonly semantic?: Semantic;
};

type JudgedHit = {
  readonly told: RecalledEntry;
  readonly evidence: Pick<Candidate, "score" | "parts">;
  readonly isAbove: boolean;
};

/** Hits that are checked: more than any budget takes. */
const HITS_MAX = 12;

/** A hit of less than this share of the best one's score hardly ever holds the answer when that one does not. */
const SCORE_SHARE_MIN = 0.36;

/** What was distilled from a person's words is told also where a memory is less sure. */
const STATEMENT_SHARE = 0.7;

/** Beside a statement the words of agents and tools tell little, and often what no longer holds. */
const isOnlyEcho = ({ kind, by }: Hit): boolean => kind === "turn" && (by === "assistant" || by === "tool");

/**
 * The first hits are told at length, the others by what they say of the question: half as long, there is room for more
 * of them, and the answer is as often in sight. Shorter ones, or all of them short, hide more of it than they add.
 */
const AT_LENGTH = 3;
const SHORT_MAX = 110;

/** An item is a statement already: half of it might say something else. */
const roomFor = ({ label }: Hit, rank: number): number =>
  rank < AT_LENGTH || label !== undefined ? LINE_MAX : SHORT_MAX;

/** What is recalled for a question, best first, compared with the floor. A session is not told its own words. */
export async function byWorth(
  deps: WriteDeps & ProjectDeps & OwnFileDeps & RankingDeps,
  asked: BundleQuestion,
  session: string | undefined,
): Promise<Judged> {
  const { question, candidates, ranked, semantic } = await rankingFor(deps, asked.text, {});
  const others = ranked.filter(({ passage }) => session === undefined || passage.session !== session);
  const hits = (await threadHits(deps, { question, ranked: others }, HITS_MAX)).slice(0, HITS_MAX);
  const holdings = hits.map((hit) => holdingOf(hit, candidates.passages));
  // The floor was fitted to what words score; how near is near enough differs from one embedder to another.
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

/** Letters of a line that its thread may take. */
const THREAD_CHARS = 110;

/** The most relevant part of a hit, with its thread: without the thread an outdated statement would seem to hold. */
function shownPart({ snippet }: Hit, tells: ReadonlyMap<string, number>, room: number): string {
  const { text, thread } = splitThread(snippet);
  const shown = shorten(thread, THREAD_CHARS);
  return `${tellingPart(text, tells, Math.max(SHORT_MAX, room) - shown.length)}${shown}`;
}

/** Parts that tell nothing of whether a memory knows of what is asked. */
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

/** Three digits tell all there is to tell. Rounded up: where the floor is 0, whatever can be is told. */
const roundUp = (share: number): number => Math.ceil(share * 1000) / 1000;
