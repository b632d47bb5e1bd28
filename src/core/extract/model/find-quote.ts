/** Characters that a model may exchange when it copies: spaces, quotation marks, dashes. */
const LIKE: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u2032]/u, "'"],
  [/[\u201c\u201d\u201e\u2033]/u, '"'],
  [/[\u2010-\u2015\u2212]/u, "-"],
];

/** A text with white space normalized, and the original offset of each of its characters. */
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

/** The quoted words as the turn contains them; undefined if it does not. Only white space, quotation marks and dashes may differ. */
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
