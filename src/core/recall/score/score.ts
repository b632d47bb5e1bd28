import { byCodePoints } from "../../order.ts";
import { wordSet } from "../../text/word-set.ts";
import type { Corpus, Passage } from "../index/passage.ts";
import type { Question } from "../query/question.ts";
import { timeMatch } from "../query/times.ts";
import { type ContextScores, contextScores } from "./context-scores.ts";
import { type Link, linkScores } from "./link-scores.ts";
import { type Match, matchesOf } from "./matches.ts";
import { ageShares, restatementFactors } from "./restatements.ts";
import { answerShare, namedSpeakers, speakerShare, withoutNames } from "./signs.ts";

/** The parts of a score, in the order in which they are summed. */
export const PARTS = [
  ...["words", "phrase", "proximity", "topic", "concept", "speaker", "answer", "context"],
  ...["session", "time", "path", "recency", "confidence", "kind", "staleness", "ratings", "drift"],
  ...["unanswered", "relation", "semantic"],
] as const;

export type ScorePart = (typeof PARTS)[number];
export type Parts = { readonly [part in ScorePart]: number };

/** The weights of the three sides of a score. */
export type Weights = { readonly lexical: number; readonly recency: number; readonly confidence: number };

/** A result, represented by its best passage. */
export type RankedKey = {
  readonly key: string;
  /** Its best passage. */
  readonly passage: Passage;
  readonly score: number;
  readonly parts: Parts;
};

/** Additional parts by key, added unchanged; `staleness` is a share of the key's score for the question. */
export type ExtraParts = ReadonlyMap<string, Partial<Parts>>;

/** The input of scoring besides the question and the candidates. */
export type ScoreInput = {
  readonly corpus: Corpus;
  readonly weights: Weights;
  readonly beside?: ExtraParts;
  /** Units whose cited code is gone, and linked pairs of units. */
  readonly gone?: ReadonlySet<string>;
  readonly links?: readonly Link[];
  /** Passages found by vectors alone, one per key: they have no lexical parts. */
  readonly meant?: readonly Passage[];
};

/** Bonuses for the time and the file that the question names, as shares of the score. */
const TIME = 1;
const PATH = 0.2;
/** The bonus for a settled statement, so that it comes before the discussion that led to it, and the penalty for gone code. */
const SETTLED = 0.3;
const SETTLED_KINDS = wordSet("decision constraint trap preference");
const GONE = 0.3;
/** Penalty for a turn that only asks the same question, and for a prompt without an answer. */
const ECHO = 0.9;
const UNANSWERED = 0.5;

/** Ranks results, best first; among equal scores, the newest first. */
export function rank(question: Question, candidates: readonly Passage[], given: ScoreInput): RankedKey[] {
  const named = namedSpeakers(question, candidates);
  const worths = matchesOf(withoutNames(question, named), candidates, given.corpus).map((match) =>
    worthOf(question, match, speakerShare(match.passage, named)),
  );
  const around = contextScores(worths, sessionsOfMany(candidates));
  const told = worths.map((worth, i) => placeParts(question, worth, around[i] ?? ALONE));
  const fresh = restatementFactors(question.terms, told);
  const lasting = ageShares(told.map(({ passage }) => passage.at));
  const linked = linkScores(told, given.links ?? []);
  const found = told.map((one, i) =>
    sumParts(one, given, {
      fresh: (fresh[i] ?? 1) * (lasting[i] ?? 1),
      linked: linked.get(one.passage.key) ?? 0,
    }),
  );
  return [...found, ...meantBeside(found, given)].sort(byScore);
}

function meantBeside(found: readonly RankedKey[], { meant = [], beside }: ScoreInput): RankedKey[] {
  if (meant.length === 0) return [];
  const known = new Set(found.map(({ key }) => key));
  return meant
    .filter(({ key }) => !known.has(key))
    .map((passage) => totalScore(passage, NO_PARTS, { beside, answers: 0 }));
}

const NO_PARTS = Object.fromEntries(PARTS.map((part) => [part, 0])) as Parts;

function byScore(a: RankedKey, b: RankedKey): number {
  // Compared rather than subtracted, to avoid allocating a number per comparison, of which there are thousands for each question.
  if (a.score !== b.score) return a.score < b.score ? 1 : -1;
  return b.passage.position - a.passage.position || byCodePoints(a.key, b.key);
}

const ALONE: ContextScores = { context: 0, session: 0, isUnanswered: false };

/** Sessions with several candidate turns; only those can have neighbours of the best turns. */
function sessionsOfMany(candidates: readonly Passage[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  const many = new Set<string>();
  for (const { session, kind, key } of candidates) {
    if (session === undefined || kind !== "turn") continue;
    if ((first.get(session) ?? key) !== key) many.add(session);
    first.set(session, key);
  }
  return many;
}

type ScoredPassage = ReturnType<typeof placeParts>;
/** Parts that depend on other passages: whether this is the newest of similar statements, and the scores of linked ones. */
type RelativeParts = { readonly fresh: number; readonly linked: number };

/** Adds up the weighted parts. Freshness and confidence count in proportion to the score for the question. */
function sumParts(told: ScoredPassage, given: ScoreInput, among: RelativeParts): RankedKey {
  const { weights, gone, beside } = given;
  const { lexical } = weights;
  const { passage, worth, around, answers } = told;
  const { match } = worth;
  const own: Parts = {
    words: lexical * match.words,
    phrase: lexical * match.phrase,
    proximity: lexical * match.proximity,
    topic: lexical * match.topic,
    concept: lexical * match.concept,
    speaker: lexical * worth.speaker,
    answer: lexical * worth.answer,
    context: lexical * around.context,
    session: lexical * around.session,
    time: lexical * told.time,
    path: lexical * told.path,
    recency: weights.recency * answers * among.fresh,
    confidence: weights.confidence * answers * (passage.confidence ?? 1),
    kind: SETTLED_KINDS.has(passage.kind) ? lexical * SETTLED * answers : 0,
    staleness: 0,
    ratings: 0,
    drift: gone?.has(passage.key) ? -lexical * GONE * answers : 0,
    unanswered: -answers * (match.isEcho ? ECHO : around.isUnanswered ? UNANSWERED : 0),
    relation: lexical * among.linked,
    semantic: 0,
  };
  return totalScore(passage, own, { beside, answers });
}

type ScoredBeside = { readonly beside: ExtraParts | undefined; readonly answers: number };

/** The final score. The penalty for disuse is a share of the score, so that it never hides the only answer. */
function totalScore(passage: Passage, own: Parts, { beside, answers }: ScoredBeside): RankedKey {
  const more = beside?.get(passage.key);
  const worth = Math.max(answers, more?.semantic ?? 0);
  const parts = more ? { ...own, ...more, staleness: (more.staleness ?? 0) * worth || 0 } : own;
  const score = PARTS.reduce((sum, part) => sum + parts[part], 0);
  return { key: passage.key, passage, score, parts };
}

/** The score of a match by itself, before its context is considered. */
function worthOf(question: Question, match: Match, share: number) {
  const said = match.words + match.phrase + match.proximity + match.topic + match.concept;
  const speaker = said * share;
  const answer = (said + speaker) * answerShare(question, match.passage);
  return { match, speaker, answer, own: said + speaker + answer };
}

type Valued = ReturnType<typeof worthOf>;

/** Adds the bonuses for the time and the file that the question names. */
function placeParts({ times, files }: Question, worth: Valued, around: ContextScores) {
  const { passage } = worth.match;
  const sum = worth.own + around.context + around.session;
  const time =
    times.length === 0 ? 0 : TIME * sum * Math.max(...times.map((one) => timeMatch(one, passage.at)));
  const isNamed = files.some((file) => passage.paths?.some((path) => isSameFile(path, file)));
  const path = isNamed ? PATH * sum : 0;
  return { passage, worth, around, time, path, answers: sum + time + path };
}

/** A question may name a file by the end of its path. */
const isSameFile = (path: string, named: string): boolean =>
  path === named || path.endsWith(`/${named.replace(/^\.?\//, "")}`);
