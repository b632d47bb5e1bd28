import { formsOf } from "../recall/index/word-forms.ts";
import { withoutAccents, wordsOf } from "../recall/index/words.ts";
import { isEmptyWord } from "../recall/query/asking-words.ts";
import { CODE_CONCEPTS } from "./table-code.ts";
import { DOMAIN_CONCEPTS } from "./table-domains.ts";
import { SERVICE_CONCEPTS } from "./table-services.ts";
import { WORD_CONCEPTS } from "./table-words.ts";

export const CONCEPT_TABLES: readonly string[] = [
  CODE_CONCEPTS,
  SERVICE_CONCEPTS,
  DOMAIN_CONCEPTS,
  WORD_CONCEPTS,
];

/** A word or phrase by which a text mentions a concept, in the form of index words. */
export type ConceptSign = {
  readonly words: readonly string[];
  /** True for the name of one thing, such as "sqs"; false for a word for the concept, such as "queue". */
  readonly isName: boolean;
};

export type SignSide = "both" | "question" | "text";
export type SidedSign = ConceptSign & { readonly side: SignSide };
export type LexiconConcept = { readonly name: string; readonly signs: readonly SidedSign[] };

/** A phrase of the table and its signs. */
type TablePhrase = { readonly concept: LexiconConcept; readonly signs: readonly SidedSign[] };

type TableText = {
  readonly written: string;
  readonly lower: string;
  readonly concepts: Map<number, TableLine>;
  /** Phrases with a word that begins with these letters, in the order of the table. */
  readonly byKey: Map<string, readonly TablePhrase[]>;
  readonly byStart: Map<number, TablePhrase>;
};

/** The offsets at which the parts of a concept's line end. */
type TableLine = {
  readonly concept: LexiconConcept;
  readonly colon: number;
  readonly equals: number;
  readonly end: number;
};

let loaded: TableText | undefined;

/** The text of the tables. Phrases are parsed when needed, because parsing all of them takes longer than the rest of a question. */
function tableText(): TableText {
  if (loaded) return loaded;
  const written = CONCEPT_TABLES.map((table) => table.trim()).join("\n");
  loaded = {
    written,
    lower: withoutEachAccent(written.toLowerCase()),
    concepts: new Map(),
    byKey: new Map(),
    byStart: new Map(),
  };
  return loaded;
}

/** Removes accents letter by letter, so that all offsets in the text stay the same. */
const withoutEachAccent = (text: string): string =>
  text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => withoutAccents(letter)[0] ?? letter);

/** The phrases that may begin with a given index word. */
export function phrasesFor(word: string): readonly TablePhrase[] {
  const { byKey } = tableText();
  const key = keyOf(word);
  const known = byKey.get(key) ?? phrasesWithKey(key);
  byKey.set(key, known);
  return known;
}

/** Letters from here on belong to scripts without spaces, where the index cuts words into pairs of letters. */
const UNSPACED = /[\u2e80-\uffff]/g;
const UNSPACED_KEY = "";
const LETTER = /[\p{L}\p{N}]/u;

/** The key by which phrases are found. Stemming changes only the end of a word, so a word and its stem have the same first two letters. */
const keyOf = (word: string): string => (word.search(UNSPACED) === 0 ? UNSPACED_KEY : word.slice(0, 2));

function phrasesWithKey(key: string): TablePhrase[] {
  const starts = new Set<number>();
  for (const at of key === UNSPACED_KEY ? unspacedPlaces() : placesOf(key)) starts.add(phraseStart(at));
  return [...starts].sort((one, other) => one - other).map(phraseFrom);
}

const unspacedPlaces = (): number[] => [...tableText().written.matchAll(UNSPACED)].map(({ index }) => index);

/** Offsets of words that begin with these letters, also after normalization, and of two words that may be written as one. */
function placesOf(key: string): number[] {
  const { lower } = tableText();
  const [first = "", second = ""] = key;
  const joined = second === "" ? [] : [" ", ".", "-"].map((mark) => `${first}${mark}${second}`);
  const places: number[] = [];
  for (const needle of [key, ...joined, ...formsOf(key)])
    for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, at + 1))
      if (!LETTER.test(lower[at - 1] ?? "")) places.push(at);
  return places;
}

function lineAt(at: number): TableLine {
  const { written, concepts } = tableText();
  const start = written.lastIndexOf("\n", at) + 1;
  const known = concepts.get(start);
  if (known) return known;
  const next = written.indexOf("\n", at);
  const end = next < 0 ? written.length : next;
  const colon = written.indexOf(":", start);
  const sign = written.indexOf("=", colon);
  const equals = sign < 0 || sign > end ? end : sign;
  let signs: readonly SidedSign[] | undefined;
  const concept: LexiconConcept = {
    name: written.slice(start, colon).trim(),
    get signs() {
      signs ??= signsBetween(start, end);
      return signs;
    },
  };
  const line = { concept, colon, equals, end };
  concepts.set(start, line);
  return line;
}

function signsBetween(start: number, end: number): SidedSign[] {
  const marks = [...tableText().written.slice(start, end).matchAll(/[,:=]/g)];
  const starts = new Set([start, ...marks.map(({ index }) => start + index + 1)].map(phraseStart));
  return [...starts].flatMap((one) => phraseFrom(one).signs);
}

/** The offset at which the phrase around an offset begins. */
function phraseStart(at: number): number {
  const { written } = tableText();
  const { colon, equals } = lineAt(at);
  const part = at > equals ? equals + 1 : at > colon ? colon + 1 : written.lastIndexOf("\n", at) + 1;
  return Math.max(part, at === 0 ? 0 : written.lastIndexOf(",", at - 1) + 1);
}

function phraseFrom(start: number): TablePhrase {
  const { written, byStart } = tableText();
  const known = byStart.get(start);
  if (known) return known;
  const { concept, colon, equals, end } = lineAt(start);
  const comma = written.indexOf(",", start);
  const part = start > equals ? end : start > colon ? equals : colon;
  const text = written.slice(start, comma < 0 ? part : Math.min(part, comma));
  const phrase = { concept, signs: signsOf(text, start > equals) };
  byStart.set(start, phrase);
  return phrase;
}

/** The signs of a phrase. A name of two words is also written as one word. */
function signsOf(written: string, isName: boolean): SidedSign[] {
  const mark = written.trim()[0] ?? "";
  const side = SIDES[mark] ?? "both";
  const text = side === "both" ? written.trim() : written.trim().slice(1);
  const words = wordsOf(text).filter((word) => !isEmptyWord(word) || !isName);
  const isTwo = isName && words.length === 2 && /^[a-z]+[ .-][a-z]+$/i.test(text);
  const joined = isTwo ? wordsOf(text.replace(/[ .-]/, "")) : [];
  return [words, joined].filter(({ length }) => length > 0).map((each) => ({ words: each, isName, side }));
}

const SIDES: { readonly [mark: string]: SignSide } = { "?": "question", "~": "text" };
