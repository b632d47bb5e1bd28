/** Scripts without spaces, in which a word may occur anywhere. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Matches nothing. It stands for a cue that a language does not have. */
const NOTHING = /(?!)/u;

/**
 * Compiles a list of phrases into a pattern. `|` separates phrases, a space matches any white space, a star any ending, an apostrophe both
 * of its characters; groups and `?` work as in a regular expression. Phrases match whole words, or any part of the text in scripts without
 * spaces. The text must be in lower case.
 */
export function cue(phrases: string): RegExp {
  const spaced: string[] = [];
  const unspaced: string[] = [];
  for (const phrase of topLevel(phrases)) (UNSPACED.test(phrase) ? unspaced : spaced).push(asPattern(phrase));
  const sources = [
    ...(spaced.length > 0 ? [`(?<![\\p{L}\\p{N}_-])(?:${spaced.join("|")})(?![\\p{L}\\p{N}_-])`] : []),
    ...unspaced,
  ];
  return sources.length > 0 ? new RegExp(sources.join("|"), "u") : NOTHING;
}

/** The same, but only at the beginning of a text or a clause. */
export function openingCue(phrases: string): RegExp {
  const { source } = cue(phrases);
  return new RegExp(`^(?:${source})`, "u");
}

/** The same for question words: at the beginning, and anywhere in scripts that put them elsewhere. */
export function questionCue(phrases: string): RegExp {
  const isLoose = UNSPACED.test(phrases);
  return isLoose ? cue(phrases) : openingCue(phrases);
}

function asPattern(phrase: string): string {
  return phrase
    .replace(/(\p{L})\*/gu, "$1\\p{L}*")
    .replace(/'/g, "['’]")
    .replace(/\s+/g, "\\s+");
}

/** Splits phrases at the bars outside groups. */
function topLevel(phrases: string): string[] {
  const found: string[] = [];
  let [depth, current] = [0, ""];
  for (const letter of phrases) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "|" && depth === 0) {
      found.push(current);
      current = "";
    } else current += letter;
  }
  return [...found, current].map((phrase) => phrase.trim()).filter((phrase) => phrase !== "");
}
