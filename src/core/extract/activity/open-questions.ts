import type { Finding } from "../finding.ts";
import type { Sentence } from "../statements/sentences.ts";
import { topicOf } from "../topic.ts";
import { LEFT_OPEN, NAMED_OPEN } from "./open-words.ts";
import { pattern } from "./pattern.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences } from "./spoken.ts";

const SURE = 0.75;
/** An answer of a few words leaves open what was asked before it, the maximum number of turns ago. */
const ASKED_BEFORE_MAX = 3;
const ANSWER_MAX = 60;
const ANSWER_WORDS_MAX = 9;

/** Things that somebody says are still open. A question that is only asked is none: it may be answered at once. */
export function openQuestions(turns: readonly SeenTurn[]): Finding[] {
  return turns.flatMap((turn, index) => {
    const sentences = spokenSentences(turn);
    return sentences.flatMap((sentence, i) => {
      const before = sentences[i - 1];
      if (
        sentence.isDoubtful ||
        !isLeftOpen(sentence) ||
        (before && isLeftOpen(before) && isShort(sentence.text))
      )
        return [];
      const named =
        isPerson(turn) && isShort(sentence.text) ? namedBefore(turns, { index, before }) : undefined;
      const evidence = [...new Set([named?.position ?? turn.position, turn.position])];
      return [questionOf(turn, named?.text ?? sentence.text, evidence)];
    });
  });
}

type OpenQuestion = { readonly text: string; readonly position: number };

/** What a few words leave open: the question before them in their turn, or the one that they answer. */
function namedBefore(
  turns: readonly SeenTurn[],
  { index, before }: { readonly index: number; readonly before: Sentence | undefined },
): OpenQuestion | undefined {
  if (before?.isQuestion) return { text: before.text, position: turns[index]?.position ?? 0 };
  return before ? undefined : askedBefore(turns.slice(Math.max(0, index - ASKED_BEFORE_MAX), index));
}

/** Doors, tickets and connections are open too; and who asks whether a thing is open does not leave it so. */
const OPEN_THING = pattern(
  String.raw`
  (?<!\p{L})(?:pr|mr|pull request|merge request|ticket|issue|connection|window|door|port|socket|file|tab|
  branch|editor|session|
  verbindung|fenster|datei|ventana|fenêtre)s? (?:is|are|was|were|ist|sind|está|est)?\s?(?:still|noch) (?:open|
  offen)`,
  "u",
);

function isLeftOpen({ look, isQuestion }: Sentence): boolean {
  if (OPEN_THING.test(look) || (isQuestion && !NAMED_OPEN.test(look))) return false;
  return LEFT_OPEN.test(look);
}

const isShort = (text: string): boolean =>
  text.length <= ANSWER_MAX && text.split(/\s+/u).length <= ANSWER_WORDS_MAX;

/** The last question, whoever asked it. */
function askedBefore(turns: readonly SeenTurn[]): OpenQuestion | undefined {
  for (const turn of turns.toReversed()) {
    const question = spokenSentences(turn).findLast(({ isQuestion }) => isQuestion);
    if (question) return { text: question.text, position: turn.position };
  }
  return undefined;
}

function questionOf(turn: SeenTurn, text: string, evidence: readonly number[]): Finding {
  return {
    kind: "note",
    text,
    certainty: "explicit",
    confidence: SURE,
    topic: topicOf(text),
    at: turn.at,
    evidence,
    origin: isPerson(turn) ? "user" : "agent",
    fields: { type: "question" },
  };
}
