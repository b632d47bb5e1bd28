import type { Sentence } from "../statements/sentences.ts";
import { commandIn } from "./command.ts";
import { tellingLine } from "./error-line.ts";
import { outcomeOf } from "./outcome.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences } from "./spoken.ts";
import { commandOf, isShell } from "./tool-sort.ts";
import { HARM, LASTS, OFFERS, PERSISTS, SUPPOSED, WANTS, WARNS } from "./trap-words.ts";

/** An agent has found a cause when something went wrong the maximum number of turns before. */
const AFTER_MAX = 6;
/** A machine, as against the code that is being worked on. */
const NAMES_MACHINE =
  /\b(?:macOS|Linux|Windows|Docker|Alpine|ARM|Apple|JDK|BSD|GNU|WSL|Homebrew|sandbox|container)\b/;
/** Code or a version: a cause that can occur again. */
const NAMES_THING = /`[^`\n]{2,160}`|\d+\.\d+/;
const NAMES_VERSION = /\d+\.\d+/;
/** A sentence and the next one. */
export type SentencePair = { readonly sentence: Sentence; readonly next: Sentence | undefined };

/** Causes that an agent states after it examined a failure or a person's complaint. */
export function foundCauses(turns: readonly SeenTurn[], index: number): SentencePair[] {
  const sentences = turns[index] ? spokenSentences(turns[index]) : [];
  const causes = sentences.flatMap((sentence, i) => {
    const { look, isQuestion } = sentence;
    const isCause = !isQuestion && WANTS.test(look) && !SUPPOSED.test(look) && !OFFERS.test(look);
    return isCause && isLasting(sentence) ? [{ sentence, next: sentences[i + 1] }] : [];
  });
  if (causes.length === 0) return [];
  const before = turns.slice(Math.max(0, index - AFTER_MAX), index);
  const failures = before.filter(hasFailed);
  if (failures.length > 0) {
    // An agent that works on code says all day what the code needs; that has ended when it has it.
    const isMachine = failures.some(({ text }) => tellingLine(text).isEnvironment);
    return causes.filter(
      ({ sentence: { text } }) => NAMES_MACHINE.test(text) || (isMachine && NAMES_THING.test(text)),
    );
  }
  const complained = before.findIndex((turn) => isPerson(turn) && spokenSentences(turn).some(isComplaint));
  const hasLooked = complained >= 0 && before.slice(complained).some(({ by }) => by === "tool");
  return hasLooked ? causes.filter(({ sentence }) => HARM.test(sentence.look)) : [];
}

/** A fault ends when it is fixed; one of a machine or a version, or described as lasting, recurs. */
const isLasting = ({ text, look }: Sentence): boolean =>
  NAMES_MACHINE.test(text) || NAMES_VERSION.test(text) || LASTS.test(look) || WARNS.test(look);

const isComplaint = ({ look }: Sentence): boolean => HARM.test(look) || PERSISTS.test(look);

const hasFailed = (turn: SeenTurn): boolean =>
  isShell(turn) && outcomeOf(turn, commandIn(commandOf(turn)).isPiped) === "failed";
