import { stemmer } from "stemmer";
import { baseForm } from "./word-forms.ts";

/**
 * Scripts written without spaces, and Korean, which joins its particles to the words: a run of them is cut into pairs of
 * neighbours.
 */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const IS_PAIR = new RegExp(`^${PAIRED.source}$`, "u");
/** Whether a word is such a pair. */
export const isPair = (word: string): boolean => IS_PAIR.test(word);
const WORD = /[\p{L}\p{N}]+/gu;
/** What English puts behind an apostrophe. It says nothing by itself, but for the "t" of a "not". */
const ENDING = /(\p{L})['’](?:(t)|s|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;
/** Longer runs are keys, hashes or base64: nobody asks for them by their stem. */
const WORD_MAX = 64;
/** Stems of words already met. Text repeats its words, and a stem is pure, so remembering is safe. */
const stems = new Map<string, string>();
const STEMS_MAX = 50_000;

/**
 * The words a text is found by: identifiers whole and in their parts, lower case, without accents, stemmed;
 * scripts that do not part their words in pairs of characters. The same function reads what is stored and what is asked.
 */
export const wordsOf = (text: string): string[] => wordsIn(text, PAIRED);

/** The same with Korean words left whole, for comparisons that know the endings of Korean. */
export const wordsWithEndings = (text: string): string[] => wordsIn(text, UNSPACED);

function wordsIn(text: string, paired: RegExp): string[] {
  const out: string[] = [];
  const whole = text.normalize("NFKC").replace(ENDING, "$1$2");
  const spaced = whole.replace(paired, (run) => {
    out.push(...pairs(run));
    return " ";
  });
  for (const run of spaced.match(WORD) ?? []) addRun(run, out);
  return out;
}

/** What a stored text that ends by asking has for its last word. No question is searched by it. */
export const ASKS = "?";
const ENDS_ASKING = /[?？؟][^.!。！]{0,30}$/u;

/** The words of a text as an index keeps them. */
export function storedWords(text: string): string[] {
  const words = wordsOf(text);
  return ENDS_ASKING.test(text) ? [...words, ASKS] : words;
}

function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** `parseQuantity` is found by its whole and by "parse" and "quantity". */
function addRun(run: string, out: string[]): void {
  const whole = run.toLowerCase();
  out.push(stemOf(whole.slice(0, WORD_MAX)));
  if (run === whole) return;
  const parts = run.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u);
  if (parts.length > 1) for (const part of parts) out.push(stemOf(part.toLowerCase().slice(0, WORD_MAX)));
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const form = baseForm(withoutAccents(word));
  const stem = /^[a-z]+$/.test(form) ? stemmer(form) : form;
  if (stems.size >= STEMS_MAX) stems.clear();
  stems.set(word, stem);
  return stem;
}

const ACCENTED = /[\p{Script=Latin}](?<![a-z])/u;
const ACCENTS = /[\u0300-\u036f]/g;
/** Letters that no accent can be taken from. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: "ss",
  ł: "l",
  ø: "o",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Many write without accents, and languages put them on some forms of a word only: "conecta", "conéctalas". */
export const withoutAccents = (word: string): string =>
  ACCENTED.test(word)
    ? word
        .normalize("NFD")
        .replace(ACCENTS, "")
        .replace(/[ßłøđæœı]/g, (letter) => LETTERS[letter] ?? letter)
    : word;
