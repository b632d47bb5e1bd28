import type { Tongue } from "./languages.ts";
import type { Settled } from "./settle.ts";
import { shared, tellingWords } from "./words.ts";

const NUMBER = /\d+(?:[.,:]\d+)*/g;

/**
 * What a statement changes, in words that were said: those of the earlier statement where one can be seen, else
 * the sentence that says that something is changed. A number where there was another for the same subject
 * needs no word for it.
 */
export function amendedBy(
  settled: Settled,
  earlier: readonly Settled[],
  tongues: readonly Tongue[],
): string | undefined {
  const older = earlier.findLast((each) => isAbout(settled, each, tongues));
  const isChanged = older !== undefined && hasOtherNumber(settled.core, older);
  if (!settled.amending && !isChanged) return undefined;
  return older && isChanged ? older.core : settled.amending?.text;
}

function isAbout(newer: Settled, older: Settled, tongues: readonly Tongue[]): boolean {
  const words = new Set(
    [...tellingWords(newer.text.toLowerCase(), tongues)].filter((word) => !/\d/.test(word)),
  );
  return shared(words, tellingWords([older.text, ...older.parts].join("\n").toLowerCase(), tongues)) > 0;
}

function hasOtherNumber(text: string, older: Settled): boolean {
  const numbersIn = (said: string): string[] => said.match(NUMBER) ?? [];
  const [now, before] = [numbersIn(text), numbersIn(older.core)];
  return now.length > 0 && before.length > 0 && !now.some((each) => before.includes(each));
}
