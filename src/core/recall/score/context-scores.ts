import type { Passage } from "../index/passage.ts";
import { QUESTION_WORDS, REQUEST_ENDS, REQUEST_WORDS } from "../query/asking-words.ts";
import type { Match } from "./matches.ts";
import { isAsking, isByPerson } from "./signs.ts";

/** A match and its own score. */
type OwnMatchScore = { readonly match: Match; readonly own: number };
export type ContextScores = {
  readonly context: number;
  readonly session: number;
  /** True for a person's question in a session in which no other turn was found. */
  readonly isUnanswered: boolean;
};

/** By distance to a neighbour: the share of its score that is added, and the share of its word scores that a turn borrows. */
const ADDED = [0.1, 0.15] as const;
const LENT = [0.3, 0.2] as const;
/** Maximum distance of neighbours in positions: turns of other sessions may lie between them. */
const NEAR = 3;
/** The share that a turn borrows from its whole session, and the share of the mean of the session's best turns that is added. */
const LENT_BY_SESSION = 0.1;
const SESSION = 0.4;
const SESSION_BEST = 2;
/** The share of a question's score that is added to the turn that answers it, and the share that a turn between people loses for asking. */
const REPLY = 0.4;
const ASKING = 0.1;

/** The scores of matches from their context: neighbours in the session, the question that a turn answers, and the whole session. */
export function contextScores(worths: readonly OwnMatchScore[], known: ReadonlySet<string>): ContextScores[] {
  const around: ContextScores[] = worths.map(({ own }) => ({
    context: 0,
    session: (SESSION * own) / SESSION_BEST,
    isUnanswered: false,
  }));
  for (const session of sessionsOf(worths).values()) {
    const best = session.best.reduce((sum, own) => sum + own, 0) / SESSION_BEST;
    for (const [place, { index, match }] of session.turns.entries())
      around[index] = {
        context: contextOf(place, session),
        session: SESSION * best,
        isUnanswered: session.turns.length === 1 && !known.has(session.name) && asksOnly(match.passage),
      };
  }
  return around;
}

/**
 * Whether a person only asks an assistant something. Many people omit the question mark, but few omit the question word. Questions between
 * people do not count as unanswered.
 */
const asksOnly = (passage: Passage): boolean =>
  isByPerson(passage) &&
  passage.speaker === undefined &&
  (isAsking(passage) ||
    isAskingWord(passage.words.split(" ", 1)[0] ?? "") ||
    REQUEST_ENDS.has(passage.words.slice(passage.words.lastIndexOf(" ") + 1)));
const isAskingWord = (word: string): boolean => QUESTION_WORDS.has(word) || REQUEST_WORDS.has(word);

const isTurn = ({ passage }: Match): boolean => passage.kind === "turn" && passage.session !== undefined;

/** A turn with its index among all matches. */
type PlacedTurn = OwnMatchScore & { readonly index: number };

type ScoredSession = {
  readonly name: string;
  /** Turns in the order of the tape. */
  readonly turns: PlacedTurn[];
  /** The scores of its best turns. */
  readonly best: number[];
  /** For each word, the highest score in any of its turns. */
  readonly held: Float64Array;
};

function sessionsOf(worths: readonly OwnMatchScore[]): Map<string, ScoredSession> {
  const sessions = new Map<string, ScoredSession>();
  for (const [index, { match, own }] of worths.entries()) {
    if (!isTurn(match)) continue;
    const { passage, held } = match;
    const name = passage.session ?? "";
    const session = sessions.get(name) ?? emptySession(name, held.length);
    session.turns.push({ match, own, index });
    keepBest(session.best, own);
    for (let i = 0; i < held.length; i++)
      if ((held[i] ?? 0) > (session.held[i] ?? 0)) session.held[i] = held[i] ?? 0;
    sessions.set(name, session);
  }
  for (const { turns } of sessions.values())
    turns.sort((a, b) => a.match.passage.position - b.match.passage.position);
  return sessions;
}

function keepBest(best: number[], own: number): void {
  if (best.length === SESSION_BEST && own <= (best.at(-1) ?? 0)) return;
  best.push(own);
  best.sort((a, b) => b - a);
  if (best.length > SESSION_BEST) best.pop();
}

const emptySession = (name: string, words: number): ScoredSession => ({
  name,
  turns: [],
  best: [],
  held: new Float64Array(words),
});

function contextOf(place: number, { turns, held }: ScoredSession): number {
  const worth = turns[place];
  if (worth === undefined) return 0;
  if (turns.length === 1) return -questionPenalty(worth);
  const { position } = worth.match.passage;
  const at = (apart: number): OwnMatchScore | undefined => {
    const other = turns[place + apart];
    const far = other ? Math.abs(other.match.passage.position - position) : Number.POSITIVE_INFINITY;
    return far <= NEAR * Math.abs(apart) ? other : undefined;
  };
  const before = at(-1);
  const near: Neighbours = [before, at(1), at(-2), at(2)];
  let added = 0;
  for (let i = 0; i < near.length; i++) added += (ADDED[i >> 1] ?? 0) * (near[i]?.own ?? 0);
  return added + lentTo(worth, near, held) + replyTo(worth, before) - questionPenalty(worth);
}

/** Neighbours from near to far; at each distance the previous turn, then the next turn. */
type Neighbours = readonly (OwnMatchScore | undefined)[];

/** The score that a turn borrows: words that it lacks or hardly contains are borrowed from the turns around it. */
function lentTo({ match, own }: OwnMatchScore, near: Neighbours, bySession: Float64Array): number {
  let sum = 0;
  for (let word = 0; word < match.held.length; word++) {
    let most = LENT_BY_SESSION * (bySession[word] ?? 0);
    for (let i = 0; i < near.length; i++) {
      const lent = (LENT[i >> 1] ?? 0) * (near[i]?.match.held[word] ?? 0);
      if (lent > most) most = lent;
    }
    sum += Math.max(0, most - (match.held[word] ?? 0));
  }
  // Only words are borrowed, so the part of the score for related words is excluded from the scale.
  const said = match.words + match.phrase + match.proximity + match.topic;
  return match.words > 0 ? (sum * own * said) / ((said + match.concept) * match.words) : sum;
}

/** The score that a reply gets from the question before it. A reply need not repeat the question's words. */
function replyTo({ match: { passage } }: OwnMatchScore, before: OwnMatchScore | undefined): number {
  if (before === undefined || !isByPerson(passage)) return 0;
  const asked = before.match.passage;
  const isOther = asked.role !== passage.role || asked.speaker !== passage.speaker;
  return isOther && isAsking(asked) ? REPLY * before.own : 0;
}

/** The penalty for asking. Between people a question is seldom the answer; a question to an assistant often states facts. */
const questionPenalty = ({ match: { passage }, own }: OwnMatchScore): number =>
  passage.speaker !== undefined && isAsking(passage) ? ASKING * own : 0;
