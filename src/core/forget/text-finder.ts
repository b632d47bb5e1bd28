import { fold, foldWithOffsets, isWholeWord } from "./fold.ts";
import { structureIn } from "./own-structure.ts";
import { formsOf } from "./text-forms.ts";

/** A part of a text, by the offsets of its characters. */
export type FoundSpan = { readonly start: number; readonly end: number };

/** Finds texts in other texts. */
export type TextFinder = {
  /** The exact texts, to search for their bytes in binary files. */
  readonly texts: readonly string[];
  readonly spansIn: (text: string) => readonly FoundSpan[];
  /** The same for a file of ours, without the words that the program itself wrote, such as keys and headings. */
  readonly spansInFile: (text: string) => readonly FoundSpan[];
};

/** The mark in place of erased words. It has no brackets, because YAML and Markdown give them a meaning. */
const FORGOTTEN_MARK = "(forgotten)";

/** Finds whole words, ignoring case, form of Unicode, spaces and line breaks. `spellings` are further known ways of writing the words. */
export function wordFinder(words: readonly string[], spellings: readonly string[] = []): TextFinder {
  const forms = [...new Set(words.flatMap(formsOf).map(fold))].filter((form) => form.trim() !== "");
  const spansIn = (text: string): readonly FoundSpan[] => {
    const whole = fold(text);
    const found = forms.filter((form) => whole.includes(form));
    return found.length === 0 ? [] : wordSpans(text, found);
  };
  return {
    texts: [...new Set([...words, ...spellings].flatMap(commonSpellings).flatMap(formsOf))].sort(
      longestFirst,
    ),
    spansIn,
    spansInFile: (text) => {
      const spans = spansIn(text);
      if (spans.length === 0) return spans;
      return outside(spans, structureIn(text));
    },
  };
}

/** Finds exact texts, also inside words. */
export function exactFinder(texts: readonly string[]): TextFinder {
  const spansIn = (text: string): readonly FoundSpan[] =>
    mergeSpans(texts.flatMap((one) => occurrences(text, one, () => true)));
  return { texts, spansIn, spansInFile: spansIn };
}

export const holdsWords = (finder: TextFinder, text: string): boolean => finder.spansIn(text).length > 0;

/** Replaces every span of a text by the mark. */
export function withoutSpans(text: string, spans: readonly FoundSpan[], mark = FORGOTTEN_MARK): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of spans) {
    rest += text.slice(at, start) + mark;
    at = end;
  }
  return rest + text.slice(at);
}

function wordSpans(text: string, forms: readonly string[]): readonly FoundSpan[] {
  const { folded, starts, ends } = foldWithOffsets(text);
  const found = forms.flatMap((form) =>
    occurrences(folded, form, ({ start, end }) => isWholeWord(folded, start, end)),
  );
  return mergeSpans(found.map(({ start, end }) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 })));
}

function occurrences(text: string, part: string, isMeant: (span: FoundSpan) => boolean): FoundSpan[] {
  const found: FoundSpan[] = [];
  if (part === "") return found;
  for (let start = text.indexOf(part); start >= 0; ) {
    const span = { start, end: start + part.length };
    const isHit = isMeant(span);
    if (isHit) found.push(span);
    start = text.indexOf(part, isHit ? span.end : start + 1);
  }
  return found;
}

/** The spans that overlap none of the others. Both lists are sorted. */
function outside(spans: readonly FoundSpan[], others: readonly FoundSpan[]): readonly FoundSpan[] {
  let next = 0;
  return spans.filter(({ start, end }) => {
    while ((others[next]?.end ?? end) <= start) next++;
    return (others[next]?.start ?? end) >= end;
  });
}

/** Sorts spans and joins overlapping ones. */
function mergeSpans(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  const all: FoundSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || span.start >= last.end) all.push(span);
    else if (span.end > last.end) all[all.length - 1] = { start: last.start, end: span.end };
  }
  return all;
}

const longestFirst = (a: string, b: string): number => b.length - a.length;

/** The usual spellings of a text: as given, in lower and upper case, and in the forms of Unicode. */
function commonSpellings(text: string): string[] {
  const lower = text.toLowerCase();
  const titled = lower.replace(
    /(^|\s)(\S)/gu,
    (_, space: string, letter: string) => space + letter.toUpperCase(),
  );
  const cases = [text, lower, text.toUpperCase(), titled];
  return cases.flatMap((one) => [one, one.normalize("NFC"), one.normalize("NFD"), one.normalize("NFKC")]);
}
