import type { Finding } from "../finding.ts";
import type { Sentence } from "../statements/sentences.ts";
import { topicOf } from "../topic.ts";
import {
  ASKED,
  CALLED,
  CHANNEL,
  CLAUSE,
  CODE,
  COMMAND_DOES,
  DONE_WITH,
  LONG_CLAUSE,
  NAME,
  ONLY_VERSION,
  PATH,
  PORT,
  URL,
  VERSION,
} from "./fact-forms.ts";
import { LIES, OWNS, PASSING, RUNS } from "./fact-words.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, originOf, spokenSentences, weightOf } from "./spoken.ts";
import { ASKS } from "./trap-words.ts";

const SURE = 0.75;
const LESS_SURE = 0.65;
const LENGTH_MIN = 12;
const PATHS_MAX = 10;
/** Turns between a question and its answer: what was looked up for it. */
const ASKED_BEFORE_MAX = 8;

/** Facts that somebody states as lasting: where a thing lies, what it answers on, what runs it, whose it is. */
export function toldFacts(turns: readonly SeenTurn[]): Finding[] {
  return turns.flatMap((turn, index) => {
    const person = isPerson(turn);
    if (!person && !isAnswer(turns.slice(Math.max(0, index - ASKED_BEFORE_MAX), index))) return [];
    return spokenSentences(turn)
      .filter(({ isQuestion }) => !isQuestion)
      .flatMap((sentence) => statements(sentence, person).map((text) => factOf(turn, sentence, text)));
  });
}

/** An agent names many places while it works. What it says when it was asked is meant to be known. */
function isAnswer(before: readonly SeenTurn[]): boolean {
  const asked = before.findLast(isPerson);
  return (
    asked !== undefined &&
    spokenSentences(asked).some(({ isQuestion, look }) => isQuestion || ASKED.test(look))
  );
}

/** True when a person's sentence states a fact. */
export const statesFact = (sentence: Sentence): boolean => statements(sentence, true).length > 0;

/** The parts of a sentence that each state a fact, with what is said about it up to the next one. */
function statements({ text, look }: Sentence, person: boolean): string[] {
  // An agent that goes on to say what it does now is telling of its work.
  if (ASKED.test(look) || (person ? ASKS.test(look) : PASSING.test(look))) return [];
  const starts = [
    0,
    ...[...look.matchAll(person ? CLAUSE : LONG_CLAUSE)].map((match) => match.index + match[0].length),
  ];
  const found = starts.filter((start, i) => {
    const end = starts[i + 1] ?? text.length;
    return isFact({ clause: text.slice(start, end), look: look.slice(start, end), person });
  });
  return found
    .map((start, i) => text.slice(i === 0 ? 0 : start, found[i + 1] ?? text.length))
    .map((each) => each.replace(/(?:[\s,;，；、]|\b(?:and|und|et)\b)+$/u, "").trim())
    .filter((each) => weightOf(each) >= LENGTH_MIN);
}

type Clause = { readonly clause: string; readonly look: string; readonly person: boolean };

function isFact({ clause, look, person }: Clause): boolean {
  if (person && OWNS.test(look)) return true;
  if (PASSING.test(look)) return false;
  const isPlace = new RegExp(PATH.source).test(clause) || URL.test(clause);
  if (LIES.test(look) && isPlace) return true;
  if (RUNS.test(look) && (PORT.test(clause) || URL.test(clause))) return true;
  if (COMMAND_DOES.test(clause) || DONE_WITH.test(clause)) return true;
  if (!person) return false;
  const isNamed = CODE.test(clause) || CHANNEL.test(clause) || NAME.test(clause);
  return (
    (LIES.test(look) && isNamed) ||
    (RUNS.test(look) && VERSION.test(clause)) ||
    ONLY_VERSION.test(clause) ||
    CALLED.test(clause)
  );
}

function factOf(turn: SeenTurn, sentence: Sentence, text: string): Finding {
  const person = isPerson(turn);
  const paths = (text.match(PATH) ?? []).map((path) => path.replace(/[`.]+$|^`/g, "")).slice(0, PATHS_MAX);
  return {
    kind: "fact",
    text,
    certainty: sentence.isDoubtful ? "uncertain" : "explicit",
    confidence: person ? SURE : LESS_SURE,
    topic: topicOf(text, paths),
    at: turn.at,
    evidence: [turn.position],
    origin: originOf(turn, sentence),
    ...(paths.length === 0 ? {} : { fields: { related_paths: paths } }),
  };
}
