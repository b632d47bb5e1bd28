import type { Sentence } from "../statements/sentences.ts";
import {
  CALLED_FORM,
  CHANNEL,
  CLAUSE,
  CODE,
  COMMAND_DOES,
  DONE_ON,
  DONE_WITH,
  NAME,
  ONLY_VERSION,
  PATH,
  PORT,
  QUESTION_FORM,
  URL,
  VERSION,
} from "./fact-forms.ts";
import { LIES, OWNS, PASSING, RUNS } from "./fact-words.ts";
import { ASKS } from "./trap-words.ts";

const PATHS_MAX = 10;

/** True if a person's sentence states the location of a thing, its address, what runs it, or its owner. */
export function statesFact({ text, look }: Sentence): boolean {
  if (QUESTION_FORM.test(look) || ASKS.test(look)) return false;
  const starts = [0, ...[...look.matchAll(CLAUSE)].map((match) => match.index + match[0].length)];
  return starts.some((start, i) => {
    const end = starts[i + 1] ?? text.length;
    return isFact(text.slice(start, end), look.slice(start, end));
  });
}

function isFact(clause: string, look: string): boolean {
  if (OWNS.test(look)) return true;
  if (PASSING.test(look)) return false;
  const isPlace = new RegExp(PATH.source).test(clause) || URL.test(clause);
  if (LIES.test(look) && isPlace) return true;
  if (RUNS.test(look) && (PORT.test(clause) || URL.test(clause))) return true;
  if ([COMMAND_DOES, DONE_WITH, DONE_ON].some((form) => form.test(clause))) return true;
  const isNamed = CODE.test(clause) || CHANNEL.test(clause) || NAME.test(clause);
  return (
    (LIES.test(look) && isNamed) ||
    (RUNS.test(look) && VERSION.test(clause)) ||
    ONLY_VERSION.test(clause) ||
    CALLED_FORM.test(clause)
  );
}

/** The paths that a text names. */
export const pathsIn = (text: string): string[] =>
  (text.match(PATH) ?? []).map((path) => path.replace(/[`.]+$|^`/g, "")).slice(0, PATHS_MAX);
