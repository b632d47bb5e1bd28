import { memoized } from "../edges/remember.ts";
import { passingSigns } from "../extract/statements/passing-words.ts";
import type { Sentence } from "../extract/statements/sentences.ts";
import { reportsAnother } from "../extract/turns/lead-ins.ts";
import { speechSentences } from "../extract/turns/person-speech.ts";
import { speechOf } from "../extract/turns/speech.ts";
import { wordsOf } from "../recall/index/words.ts";
import { QUESTION_WORDS } from "../recall/query/asking-words.ts";
import type { Instant, Position, TurnEvent } from "../tape/event.ts";
import { isPersonTurn, turnSpeaker } from "../tape/turn-speaker.ts";

/** A sentence of a person, and its range in the text of the turn. */
export type SpokenSentence = { readonly text: string; readonly from: number; readonly to: number };

/** A person's turn, and the agent's response before the person spoke again. */
export type Exchange = {
  readonly position: Position;
  readonly at: Instant;
  /** The first position of its conversation, as far back as the turns were read. */
  readonly since: Position;
  /** The position of the person's turn before it, 0 if there is none. */
  readonly previous: Position;
  /** The person's own sentences, without what they pasted, quoted or asked. */
  readonly sentences: readonly SpokenSentence[];
  /** The text of the turns just before: it may contain the question that the person answers. */
  readonly asked: string;
  /** The agent's answer and tool calls. */
  readonly reply: string;
};

/** Longer texts are documents, which mention too many things to compare. */
const SPEECH_MAX = 2500;
const REPLY_MAX = 1500;
const PART_MAX = 600;
/** Number of turns before the exchange that are read for a question. */
const ASKED_TURNS = 4;

/** The exchanges that begin at a position or later, in order. Turns in which a person states nothing are left out. */
export function exchangesIn(turns: readonly TurnEvent[], from: Position): Exchange[] {
  const since = turns[0]?.position ?? 0;
  return turns.flatMap((turn, i) => {
    if (turn.position < from || !isPersonTurn(turn.payload)) return [];
    const sentences = statementsIn(turn.payload?.text ?? "");
    if (sentences.length === 0) return [];
    const asked = turns
      .slice(Math.max(0, i - ASKED_TURNS), i)
      .filter(({ payload }) => ["agent", "person"].includes(turnSpeaker(payload)))
      .map(textOf)
      .join("\n");
    const previous = turns.slice(0, i).findLast(({ payload }) => isPersonTurn(payload))?.position ?? 0;
    const { position, at } = turn;
    return [{ position, at, since, previous, sentences, asked, reply: replyTo(turns, i) }];
  });
}

/** Every reading compares its turns with the turns of many earlier readings, so the result for a text of ordinary length is cached. */
const statementsIn = (text: string): readonly SpokenSentence[] =>
  isDocument(text) ? parseStatements(text) : knownStatements(text);

export const isDocument = (text: string): boolean => text.length > SPEECH_MAX;

/** The sentences that a person states. Questions, sentences of uncertain origin and imagined cases state nothing. */
function parseStatements(whole: string): SpokenSentence[] {
  let at = 0;
  const own = speechOf(whole).filter(({ isDoubtful }) => !isDoubtful);
  return speechSentences(own).flatMap((sentence) => {
    const from = whole.indexOf(sentence.text, at);
    if (from < 0 || from > SPEECH_MAX || isAsking(sentence)) return [];
    if (passingSigns(sentence, undefined).includes("imagined")) return [];
    at = from + sentence.text.length;
    if (!sentence.isDoubtful) return [{ text: sentence.text, from, to: at }];
    const text = ownClause(sentence);
    return text === "" ? [] : [{ text, from, to: from + text.length }];
  });
}

const knownStatements = memoized(parseStatements);

/** Many people omit the question mark, but few omit the question word or the final particle. */
const isAsking = ({ text, isQuestion }: Sentence): boolean =>
  isQuestion ||
  (QUESTION_WORDS.has(wordsOf(text)[0] ?? "") && !ORDERING.test(text)) ||
  ASKING_END.test(text.trim());
/** Orders that begin like a question: "do that", but not "do we". */
const ORDERING = /^(?:do|have|can) (?:that|it|this|so|not|the)(?!\p{L})/iu;
const ASKING_END =
  /(?:(?:です|ます|ました|でしょう|だろう)か|[吗呢]|(?:나요|까요|습니까|ㅂ니까|는지|가요))[。.!！]?$/u;

/** The person's own beginning of a sentence that goes on to report somebody else's words: "scratch it, ops says …". */
function ownClause({ text, look }: Sentence): string {
  if (!reportsAnother(look)) return "";
  const end = text.search(/[,;]\s/u);
  return end > 0 && !reportsAnother(look.slice(0, end)) ? text.slice(0, end) : "";
}

function replyTo(turns: readonly TurnEvent[], index: number): string {
  const parts: string[] = [];
  for (const turn of turns.slice(index + 1)) {
    if (isPersonTurn(turn.payload)) break;
    const by = turnSpeaker(turn.payload);
    if (by === "agent") parts.push(textOf(turn));
    if (by === "tool") parts.push(String(turn.payload?.tool_input ?? "").slice(0, PART_MAX));
  }
  return parts.join("\n").slice(0, REPLY_MAX);
}

const textOf = ({ payload }: TurnEvent): string => (payload?.text ?? "").slice(0, PART_MAX);
