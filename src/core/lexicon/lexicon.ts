import { wordsOf } from "../recall/index/words.ts";
import { EMPTY_WORDS } from "../recall/query/asking-words.ts";
import { CONCEPT_TABLES } from "./tables.ts";

/** A word or phrase by which a text mentions a concept, as words of the index. */
export type ConceptSign = {
  readonly words: readonly string[];
  /** The name of one thing of that concept, such as "sqs", and not a word for the concept, such as "queue". */
  readonly isName: boolean;
};

/** A concept that a question is about. */
export type AskedConcept = {
  readonly name: string;
  /** How surely the question means it, 0 to 1. */
  readonly weight: number;
  /** The words of the question that mention it. */
  readonly spoken: readonly string[];
  /** What else mentions it in a text. */
  readonly signs: readonly ConceptSign[];
};

type SignSide = "both" | "question" | "text";
type SidedSign = ConceptSign & { readonly side: SignSide };
type LexiconConcept = { readonly name: string; readonly signs: readonly SidedSign[] };
type SpokenSign = { readonly concept: LexiconConcept; readonly sign: SidedSign };
type SignsByWord = ReadonlyMap<string, readonly SpokenSign[]>;

/** Whoever names one thing mostly means that one, and seldom others of its kind. */
const NAME_WEIGHT = 0.5;
/** A word that only in a question mentions a concept may mean something else there too. */
const HINT_WEIGHT = 0.6;

let loaded: SignsByWord | undefined;

/** Read once, when it is asked for: most commands ask nothing. */
function signsByWord(): SignsByWord {
  loaded ??= indexed(CONCEPT_TABLES.flatMap((table) => table.trim().split("\n").map(conceptIn)));
  return loaded;
}

function conceptIn(line: string): LexiconConcept {
  const [, name = "", asked = "", names = ""] = /^([^:]+):([^=]*)(?:=(.*))?$/.exec(line) ?? [];
  const signs = [
    ...[name, ...asked.split(",")].flatMap((text) => signsOf(text, false)),
    ...names.split(",").flatMap((text) => signsOf(text, true)),
  ];
  return { name: name.trim(), signs };
}

/** A name of two words is also written as one. */
function signsOf(written: string, isName: boolean): SidedSign[] {
  const mark = written.trim()[0] ?? "";
  const side = SIDES[mark] ?? "both";
  const text = side === "both" ? written.trim() : written.trim().slice(1);
  const words = wordsOf(text).filter((word) => !EMPTY_WORDS.has(word) || !isName);
  const isTwo = isName && words.length === 2 && /^[a-z]+[ .-][a-z]+$/i.test(text);
  const joined = isTwo ? wordsOf(text.replace(/[ .-]/, "")) : [];
  return [words, joined].filter(({ length }) => length > 0).map((each) => ({ words: each, isName, side }));
}

const SIDES: { readonly [mark: string]: SignSide } = { "?": "question", "~": "text" };

function indexed(concepts: readonly LexiconConcept[]): SignsByWord {
  const byWord = new Map<string, SpokenSign[]>();
  for (const concept of concepts)
    for (const sign of concept.signs) {
      const [first = ""] = sign.words;
      const known = byWord.get(first);
      if (known) known.push({ concept, sign });
      else byWord.set(first, [{ concept, sign }]);
    }
  return byWord;
}

/** The signs in a text: all words of a phrase must be there, in any order. */
function signsIn(words: ReadonlySet<string>, other: SignSide): SpokenSign[] {
  const found: SpokenSign[] = [];
  for (const word of words)
    for (const spoken of signsByWord().get(word) ?? [])
      if (spoken.sign.side !== other && spoken.sign.words.every((each) => words.has(each)))
        found.push(spoken);
  return found;
}

/** The concepts that a text mentions, by their names in the table. */
export function conceptsOf(text: string): readonly string[] {
  return [...new Set(signsIn(new Set(wordsOf(text)), "question").map(({ concept }) => concept.name))];
}

/** The names in a text of one thing among others, such as "sqs", by their concept. */
export function namesByConcept(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { concept, sign } of signsIn(new Set(wordsOf(text)), "question"))
    if (sign.isName)
      names.set(concept.name, (names.get(concept.name) ?? new Set()).add(sign.words.join(" ")));
  return names;
}

/** The concepts that the words of a question mean. A word that may mean several counts less for each of them. */
export function conceptsAsked(words: readonly string[]): AskedConcept[] {
  const spoken = signsIn(new Set(words), "text");
  const meanings = new Map<string, Set<LexiconConcept>>();
  for (const { concept, sign } of spoken) {
    const phrase = sign.words.join(" ");
    meanings.set(phrase, (meanings.get(phrase) ?? new Set()).add(concept));
  }
  const concepts = new Map<LexiconConcept, { weight: number; spoken: Set<string> }>();
  for (const { concept, sign } of spoken) {
    const own = concepts.get(concept) ?? { weight: 0, spoken: new Set<string>() };
    const shared = meanings.get(sign.words.join(" "))?.size ?? 1;
    own.weight = Math.max(own.weight, weightOf(sign) / shared);
    for (const word of sign.words) own.spoken.add(word);
    concepts.set(concept, own);
  }
  return [...concepts].map(([{ name, signs }, own]) => ({
    name,
    weight: own.weight,
    spoken: [...own.spoken],
    signs: signs.filter(
      ({ side, words: sign }) => side !== "question" && !sign.every((word) => own.spoken.has(word)),
    ),
  }));
}

const weightOf = ({ isName, side }: SidedSign): number =>
  isName ? NAME_WEIGHT : side === "question" ? HINT_WEIGHT : 1;
