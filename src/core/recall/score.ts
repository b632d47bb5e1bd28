import { byCodePoints } from "../order.ts";
import { type Around, aroundEach } from "./around.ts";
import { type Match, matchesOf } from "./matches.ts";
import { newestFirst } from "./newest.ts";
import type { Corpus, Passage } from "./passage.ts";
import type { Question } from "./question.ts";
import { answerShare, namedIn, speakerShare, withoutNames } from "./signs.ts";
import { fitOf } from "./times.ts";

/** What a score is made of, in the order it is summed. */
export const PARTS = [
  "words",
  "phrase",
  "proximity",
  "topic",
  "speaker",
  "answer",
  "context",
  "session",
  "time",
  "path",
  "recency",
  "confidence",
  "kind",
  "usage",
  "drift",
  "relation",
  "semantic",
] as const;

export type Part = (typeof PARTS)[number];
export type Parts = { readonly [part in Part]: number };

/** How much each side of a score counts. */
export type Weights = { readonly lexical: number; readonly recency: number; readonly confidence: number };

/** One thing found, by its best passage. */
export type Ranked = {
  readonly key: string;
  /** The passage that speaks for it. */
  readonly passage: Passage;
  readonly score: number;
  readonly parts: Parts;
};

/** What is known of a key beside its words, added as it stands. */
export type Beside = ReadonlyMap<string, Partial<Parts>>;

type Given = { readonly corpus: Corpus; readonly weights: Weights; readonly beside?: Beside };

/** What is added for being of the time, or about the file, that the question names: shares of what it is worth. */
const TIME = 1;
const PATH = 0.2;

/** Best first; equal ones in the order of the tape. */
export function rank(question: Question, candidates: readonly Passage[], given: Given): Ranked[] {
  const named = namedIn(question, candidates);
  const worths = matchesOf(withoutNames(question, named), candidates, given.corpus).map((match) =>
    worthOf(question, match, speakerShare(match.passage, named)),
  );
  const around = aroundEach(worths);
  const told = worths.map((worth, i) => placed(question, worth, around[i] ?? ALONE));
  const fresh = newestFirst(question.terms, told);
  return told.map((one, i) => summed(one, given, fresh[i] ?? 1)).sort(byScore);
}

const byScore = (a: Ranked, b: Ranked): number =>
  b.score - a.score || a.passage.position - b.passage.position || byCodePoints(a.key, b.key);

const ALONE: Around = { context: 0, session: 0 };

type Told = ReturnType<typeof placed>;

/** The parts with their weights. How fresh and how sure a thing is counts for as much as it answers. */
function summed(told: Told, { weights, beside }: Given, fresh: number): Ranked {
  const { lexical } = weights;
  const { passage, worth, around, answers } = told;
  const { match } = worth;
  const own: Parts = {
    words: lexical * match.words,
    phrase: lexical * match.phrase,
    proximity: lexical * match.proximity,
    topic: lexical * match.topic,
    speaker: lexical * worth.speaker,
    answer: lexical * worth.answer,
    context: lexical * around.context,
    session: lexical * around.session,
    time: lexical * told.time,
    path: lexical * told.path,
    recency: weights.recency * answers * fresh,
    confidence: weights.confidence * answers * (passage.confidence ?? 1),
    kind: 0,
    usage: 0,
    drift: 0,
    relation: 0,
    semantic: 0,
  };
  const more = beside?.get(passage.key);
  const parts = more ? { ...own, ...more } : own;
  const score = PARTS.reduce((sum, part) => sum + parts[part], 0);
  return { key: passage.key, passage, score, parts };
}

/** What a match is worth by itself, before what stands around it is looked at. */
function worthOf(question: Question, match: Match, share: number) {
  const said = match.words + match.phrase + match.proximity + match.topic;
  const speaker = said * share;
  const answer = (said + speaker) * answerShare(question, match.passage);
  return { match, speaker, answer, own: said + speaker + answer };
}

type Valued = ReturnType<typeof worthOf>;

/** Adds what it is worth to be of the time, and about the file, that the question names. */
function placed({ times, files }: Question, worth: Valued, around: Around) {
  const { passage } = worth.match;
  const sum = worth.own + around.context + around.session;
  const time = times.length === 0 ? 0 : TIME * sum * Math.max(...times.map((one) => fitOf(one, passage.at)));
  const isNamed = files.some((file) => passage.paths?.some((path) => isSameFile(path, file)));
  const path = isNamed ? PATH * sum : 0;
  return { passage, worth, around, time, path, answers: sum + time + path };
}

/** A file may be named by the end of its path. */
const isSameFile = (path: string, named: string): boolean =>
  path === named || path.endsWith(`/${named.replace(/^\.?\//, "")}`);
