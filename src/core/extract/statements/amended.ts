import type { CueSet } from "./languages.ts";
import type { Settled } from "./settle.ts";
import { sharedCount, tellingWords } from "./words.ts";

const NUMBER = /\d+(?:[.,:]\d+)*/g;

/**
 * The words for the thing that a statement changes: those of the earlier statement if there is one, else the sentence that says that
 * something changes. A different number for the same subject needs no such word.
 */
export function amendedBy(
  settled: Settled,
  earlier: readonly Settled[],
  tongues: readonly CueSet[],
): string | undefined {
  const older = earlier.findLast((each) => isAbout(settled, each, tongues));
  const isChanged = older !== undefined && hasOtherNumber(settled.core, older);
  if (!settled.amending && !isChanged) return undefined;
  return older && isChanged ? older.core : settled.amending?.text;
}

function isAbout(newer: Settled, older: Settled, tongues: readonly CueSet[]): boolean {
  const words = new Set(
    [...tellingWords(newer.text.toLowerCase(), tongues)].filter((word) => !/\d/.test(word)),
  );
  return sharedCount(words, tellingWords([older.text, ...older.parts].join("\n").toLowerCase(), tongues)) > 0;
}

function hasOtherNumber(text: string, older: Settled): boolean {
  const numbersIn = (said: string): string[] => said.match(NUMBER) ?? [];
  const [now, before] = [numbersIn(text), numbersIn(older.core)];
  return now.length > 0 && before.length > 0 && !now.some((each) => before.includes(each));
}

/** Words in ten languages by which a speaker withdraws their last words. */
const TAKES_BACK =
  /(?:^|\s*[,.;:…–—-]+\s*|\s+(?=\p{L}+ \p{L}+[,.…]))(?:no,? wait|wait,? no|scratch that|actually,? no|no,? actually|nee,? warte|nein,? warte|warte,? nein|ach nein|no,? espera|espera,? no|mejor dicho|non,? attends|attends,? non|não,? espera|espera,? não|no,? aspetta|aspetta,? no|нет,? (?:подожди|погоди|стой)|(?:подожди|погоди|стоп),? нет)(?![\p{L}\p{N}])[\s,.:;…–—-]*|[，。、…]\s*(?:不对|等等，?不|いや待って|いや、?違う|아니 ?잠깐|아니다)[，。、…,\s]*/iu;
/** Words that precede the chosen thing. */
const CHOOSING =
  /(?<![\p{L}\p{N}])(?:use|take|go with|pick|nehmen(?: wir)?|nimm|nutzen(?: wir)?|usamos|usa|usemos|tomamos|on prend|prends|on utilise|usiamo|prendiamo|vamos (?:de|com)|берём|берем|используем|decided:|用|选)\s*/iu;
const VALUE = /^[\p{L}\p{N}][\p{L}\p{N}_.+#/-]*/u;
/** A number with its unit: "the timeout is 30s. wait no, 45s" corrects the last number. */
const AMOUNT = /^\d[\p{L}\d.,:%]*$/u;
const AMOUNTS = /(?<![\p{L}\d.])\d[\p{L}\d.,:%]*(?<![.,:])/gu;
/** Maximum length of a correction; a longer one is a statement of its own. */
const CORRECTION_MAX = 40;

/**
 * The corrected text if a person withdraws their choice in the same turn: "use redis for the cache… no wait, memcached" becomes "use
 * memcached for the cache".
 */
export function correctedText(text: string): string {
  const found = TAKES_BACK.exec(text);
  if (found === null || found.index === 0) return text;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length).trim();
  if (after === "") return text;
  const chosen = after.replace(CHOOSING, "").replace(/[.!。！]+$/u, "");
  const choice = CHOOSING.exec(before);
  const from = choice === null ? -1 : choice.index + choice[0].length;
  const given = from < 0 ? undefined : VALUE.exec(before.slice(from))?.[0];
  const amount = AMOUNT.test(chosen) ? [...before.matchAll(AMOUNTS)].at(-1) : undefined;
  if (given === undefined && amount !== undefined)
    return `${before.slice(0, amount.index)}${chosen}${before.slice(amount.index + amount[0].length)}`;
  if (given === undefined || chosen.length > CORRECTION_MAX) return after;
  return `${before.slice(0, from)}${chosen}${before.slice(from + given.length)}`;
}

/** Whether a statement only withdraws the one before it. */
export const takesBack = (text: string): boolean => TAKES_BACK.exec(text)?.index === 0;
