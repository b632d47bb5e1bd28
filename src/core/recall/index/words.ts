import { stemmer } from "stemmer";
import { baseForm } from "./word-forms.ts";

/** Scripts without spaces ("ー" belongs to none), and Korean, which attaches particles to words: split into overlapping pairs of letters. */
const PAIRED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Hangul}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}]+/gu;
const IS_PAIR = new RegExp(`^${PAIRED.source}$`, "u");
/** Whether a word is such a pair of letters. */
export const isPair = (word: string): boolean => IS_PAIR.test(word);
const WORD = /[\p{L}\p{N}]+/gu;
/** English endings after an apostrophe. They have no meaning of their own, except the "t" of "not". */
const ENDING = /(\p{L})['’](?:(t)|s|re|ve|ll|d|m)(?![\p{L}\p{N}])/gu;
/** Longer runs are keys, hashes or base64, which are not stemmed. */
const WORD_MAX = 64;
/** Cached stems. Texts repeat their words, and stemming is pure, so caching is safe. */
const stems = new Map<string, string>();
const STEMS_MAX = 50_000;

/**
 * The searchable words of a text: identifiers whole and in their parts, in lower case, without accents, stemmed; scripts without spaces as
 * pairs of letters. Stored texts and questions must use the same function.
 */
export const wordsOf = (text: string): string[] => wordsIn(text, PAIRED);

/** The same with Korean words left whole, for comparisons that remove Korean endings themselves. */
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

/** The last word of a stored text that ends with a question. No question is searched for it. */
export const QUESTION_MARKER = "?";
const ENDS_ASKING = /[?？؟][^.!。！]{0,30}$/u;

/** The words of a text as an index stores them. */
export function storedWords(text: string): string[] {
  const words = wordsOf(text);
  return ENDS_ASKING.test(text) ? [...words, QUESTION_MARKER] : words;
}

function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

/** Adds the words of a run: `parseQuantity` is found as a whole, and by "parse" and "quantity". */
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
/** Letters that Unicode normalization does not split into a letter and an accent. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: "ss",
  ł: "l",
  ø: "o",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
};

/** Removes accents. Many people write without accents, and languages put them on only some forms of a word: "conecta", "conéctalas". */
export const withoutAccents = (word: string): string =>
  ACCENTED.test(word)
    ? word
        .normalize("NFD")
        .replace(ACCENTS, "")
        .replace(/[ßłøđæœı]/g, (letter) => LETTERS[letter] ?? letter)
    : word;
