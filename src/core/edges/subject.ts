import { wordsWithEndings } from "../recall/index/words.ts";
import { isEmptyWord } from "../recall/query/asking-words.ts";
import { TEXT_MAX } from "./cues.ts";
import { EMPTY_WORDS, SAME_WORDS, WEAK_WORDS } from "./empty-words.ts";
import { memoized } from "./remember.ts";
import { NUMBER_WORDS } from "./value-keys.ts";

/** The subject of a statement: its content words with their weights. */
export type Subject = { readonly weights: ReadonlyMap<string, number>; readonly total: number };

/** The shared subject of two statements, in the words of the first. */
export type SharedSubject = {
  readonly words: readonly string[];
  readonly weight: number;
  /** The shared weight relative to the smaller of the two subjects: 0 to 1. */
  readonly share: number;
};

const WEAK = 0.35;
const ORDINARY = 1;
/** The weight of identifiers, paths and names: two statements that share one are seldom about different things. */
const NAMED = 1.5;

/** The weight of a word that is the end of a compound word. */
const PART = 0.5;
/** The form of a compound. Short words are the end of many other words by chance. */
const COMPOUND = /^[\p{Script=Latin}\p{Script=Cyrillic}]{5,}$/u;

/** Number of characters before a word that are checked to see whether it is a name. */
const BEFORE_MAX = 60;
const RUN = /[\p{L}\p{N}]+/gu;
/** Pairs with a hiragana letter mostly span the border of two words. */
const KANA = /\p{Script=Hiragana}/u;
const NUMBER = /^\p{N}+(?:st|nd|rd|th|ms|s|m|h|d|k|kb|mb|gb|px|x)?$/u;

/** Endings by script, and the minimum length of the rest. */
const ENDINGS: readonly { readonly script: RegExp; readonly ending: RegExp; readonly min: number }[] = [
  {
    script: /^\p{Script=Hangul}+$/u,
    ending:
      /(?:하지|합니다|하세요|한다|했다|하자|하고|하는|해야|해요|하|됩니다|된다|입니다|이다|에서는|으로는|에서|으로|에게|까지|부터|처럼|보다|이나|하고|은|는|이|가|을|를|의|에|로|도|와|과|만|요)$/u,
    min: 2,
  },
  {
    script: /^\p{Script=Cyrillic}+$/u,
    ending:
      /(?:иями|ями|ами|ого|его|ому|ему|ыми|ими|ией|иях|иям|ешь|ете|ить|ать|ять|еть|ут|ют|ах|ях|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ом|ем|ам|ям|ия|ии|ию|ет|ит|у|ю|а|я|о|е|ы|и|ь)$/u,
    min: 3,
  },
  { script: /^[a-z]+$/u, ending: /(?:ern|en|es|os|as|e|o|a|i|n)$/u, min: 4 },
];

const sameAs: ReadonlyMap<string, string> = new Map(
  SAME_WORDS.split("/").flatMap((line) => {
    const [first = "", ...others] = wordsWithEndings(line);
    return others.map((word) => [word, bareRoot(first)] as const);
  }),
);
const emptyRoots: ReadonlySet<string> = new Set(
  [EMPTY_WORDS, ...NUMBER_WORDS].flatMap((list) => wordsWithEndings(list)).map(rootOf),
);
const weakRoots: ReadonlySet<string> = new Set(wordsWithEndings(WEAK_WORDS).map(rootOf));

/** The subject words of a statement, by root. Words of its topic are left out, because all statements of the topic share them. */
export function subjectOf(text: string, topic?: unknown): Subject {
  const subject = wholeSubject(text);
  if (typeof topic !== "string") return subject;
  const besides = rootsOf(topic);
  return subjectWithout(subject, besides);
}

/** A subject without the given words. */
export function subjectWithout({ weights }: Subject, roots: ReadonlySet<string>): Subject {
  const rest = new Map([...weights].filter(([root]) => !roots.has(root)));
  return { weights: rest, total: sum(rest.values()) };
}

/** The words that two subjects share. `rarity` lowers the weight of common words. */
export function sharedSubject(
  a: Subject,
  b: Subject,
  rarity: (root: string) => number = () => 1,
): SharedSubject {
  const words = [...a.weights.keys()].filter((root) => b.weights.has(root));
  const within = partsIn(a, b, rarity);
  const told = (of: Subject, roots: Iterable<string>): number =>
    sum([...roots].map((root) => (of.weights.get(root) ?? 0) * rarity(root)));
  const equal = words.map(
    (root) => Math.min(a.weights.get(root) ?? 0, b.weights.get(root) ?? 0) * rarity(root),
  );
  const weight = sum(equal) + within;
  const least = Math.min(told(a, a.weights.keys()), told(b, b.weights.keys()));
  return { words, weight, share: least === 0 ? 0 : Math.min(1, weight / least) };
}

/** The weight of shared compound parts: "Platz" and "Lagerplatz" are related. */
function partsIn(a: Subject, b: Subject, rarity: (root: string) => number): number {
  const long = (of: Subject, other: Subject): string[] =>
    [...of.weights.keys()].filter((root) => COMPOUND.test(root) && !other.weights.has(root));
  const theirs = long(b, a);
  const met = long(a, b).filter((root) =>
    theirs.some((other) => root.endsWith(other) || other.endsWith(root)),
  );
  return sum(met.map((root) => PART * rarity(root)));
}

/** The original words in a text for the given roots. */
export function surfaceOf(text: string, roots: readonly string[]): string[] {
  const written = new Map(tellingWords(text).map(({ root, surface }) => [root, surface]));
  return roots.map((root) => written.get(root) ?? root);
}

/** All roots of a text, including those of empty words. */
export const rootsOf = memoized(
  (text: string): ReadonlySet<string> => new Set(wordsWithEndings(splitParticles(text)).map(rootOf)),
);

const wholeSubject = memoized((text: string): Subject => {
  const weights = new Map<string, number>();
  for (const { root, weight } of tellingWords(text))
    weights.set(root, Math.max(weights.get(root) ?? 0, weight));
  return { weights, total: sum(weights.values()) };
});

/** Separates particles, which Korean also attaches to foreign words: "jest로" is a name and a particle. */
function splitParticles(text: string): string {
  const plain = text.slice(0, TEXT_MAX).normalize("NFKC");
  return plain.replace(/(?<=[\p{Script=Latin}\p{N}])(?=\p{Script=Hangul})/gu, " ");
}

type WeightedRoot = { readonly root: string; readonly surface: string; readonly weight: number };

function tellingWords(text: string): WeightedRoot[] {
  const plain = splitParticles(text);
  const found: WeightedRoot[] = [];
  for (const match of plain.matchAll(RUN)) {
    const isNamed = isName(match[0], plain.slice(Math.max(0, match.index - BEFORE_MAX), match.index));
    const run = match[0].replace(/^(\p{Lu}{2,})s$/u, "$1");
    const words = wordsWithEndings(run).filter((word) => !isEmptyWord(word));
    for (const word of words) {
      const root = rootOf(word);
      if (NUMBER.test(word) || KANA.test(word) || emptyRoots.has(root)) continue;
      const surface = words.length === 1 ? match[0].toLowerCase() : word;
      if (/^[a-z\p{Script=Hangul}]$/u.test(word)) continue;
      // The parts of an identifier count as ordinary words.
      const weight = weakRoots.has(root) ? WEAK : isNamed && word === words[0] ? NAMED : ORDINARY;
      found.push({ root, surface, weight });
    }
  }
  return found;
}

/** Whether a run is written like an identifier, is in code quotes, or is capitalized within a sentence. */
function isName(run: string, before: string): boolean {
  if (/\p{Ll}\p{Lu}|\p{L}\p{N}|\p{Lu}{2}/u.test(run)) return true;
  if (/[`/_@#][^\s`]*$/.test(before)) return true;
  return /^\p{Lu}/u.test(run) && /[\p{L}\p{N},;)]\s+$/u.test(before);
}

/** If both subjects have more weight of their own than this, they are different subjects. */
const OWN_MAX = 0.9;

/** Whether each subject contains something that the other does not. */
export const areTwoSubjects = (a: Subject, b: Subject, shared: number): boolean =>
  a.total - shared >= OWN_MAX && b.total - shared >= OWN_MAX;

/** The root of a word: without accents and grammatical endings, or the word that it abbreviates. */
function rootOf(word: string): string {
  const plain = /\p{Script=Latin}/u.test(word) ? word.normalize("NFD").replace(/\p{M}/gu, "") : word;
  return sameAs.get(plain) ?? bareRoot(plain);
}

function bareRoot(plain: string): string {
  const rule = ENDINGS.find(({ script }) => script.test(plain));
  if (rule === undefined) return plain;
  const doer = plain.replace(/([bdgmnpt])\1er$/u, "$1");
  if (doer !== plain) return doer;
  const root = plain.replace(rule.ending, "");
  return root.length >= rule.min ? root : plain;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
