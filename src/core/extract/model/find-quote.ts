/** Signs that a model may write for each other when it copies: spaces, quotation marks, dashes. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/u, "'"],
  [/[\u201c\u201d\u201e\u2033]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, "-"],
];

/** A text with every run of white space as one space, and the original position of each of its letters. */
function foldSpaces(text: string): { readonly letters: string; readonly places: readonly number[] } {
  const places: number[] = [];
  let letters = "";
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? "";
    const isSpace = /\s/u.test(letter);
    if (isSpace && letters.endsWith(" ")) continue;
    letters += isSpace ? " " : (LIKE.find(([sign]) => sign.test(letter))?.[1] ?? letter);
    places.push(i);
  }
  return { letters, places };
}

/**
 * The quoted words as the turn has them; undefined if the turn does not contain them. Only white space and
 * the form of quotation marks and dashes may differ.
 */
export function findQuote(turn: string, quote: string): string | undefined {
  const words = quote.trim();
  if (words === "") return undefined;
  if (turn.includes(words)) return words;
  const wanted = foldSpaces(words).letters;
  const { letters, places } = foldSpaces(turn);
  const from = letters.indexOf(wanted);
  const [first, last] = [places[from], places[from + wanted.length - 1]];
  return from < 0 || first === undefined || last === undefined ? undefined : turn.slice(first, last + 1);
}
