import { givenUpIn } from "../../edges/given-up.ts";
import { memoized } from "../../edges/remember.ts";
import { wordsOf } from "../../recall/index/words.ts";
import { NEGATIONS } from "../statements/support-words.ts";

/** Minimum share of common words for two texts to be the same statement. */
const SHARED_MIN = 0.75;
/** Minimum number of words for a statement to be found inside another. */
const INSIDE_MIN = 4;
const INSIDE_SHARE = 0.9;

/** Minimum length of a text whose containment in another makes both the same statement. */
const LETTERS_MIN = 20;
const foldText = (text: string): string => text.toLowerCase().replace(/[\s.!]+$/u, "");

type StatementWords = {
  readonly words: readonly string[];
  readonly numbers: string;
  readonly negations: number;
  /** The words that it gives up. */
  readonly gone: readonly string[];
};

/**
 * True if two texts say the same in nearly the same words: a paraphrase that omits or adds a little. Different numbers, a different number
 * of negations, an exchanged word, or the same words in reverse make a different statement.
 */
export function isSameStatement(one: string, other: string): boolean {
  const [a, b] = [readWords(one), readWords(other)];
  if (a.numbers !== b.numbers || a.negations !== b.negations) return false;
  if (takesBack(a, b) || takesBack(b, a)) return false;
  const [short, long] = [one, other].map(foldText).toSorted((x, y) => x.length - y.length);
  if (short !== undefined && short.length >= LETTERS_MIN && long?.includes(short)) return true;
  const shared = a.words.filter((word) => b.words.includes(word));
  const order = b.words.filter((word) => a.words.includes(word));
  if (shared.join(" ") !== order.join(" ")) return false;
  // An exchanged word makes it a statement about something else, however much of the rest agrees.
  const isExchanged = a.words.length > shared.length && b.words.length > shared.length;
  if (isExchanged) return false;
  const all = new Set([...a.words, ...b.words]).size;
  const least = Math.min(a.words.length, b.words.length);
  if (least >= INSIDE_MIN && shared.length >= least * INSIDE_SHARE) return true;
  return least > 1 && shared.length >= all * SHARED_MIN;
}

/** "From redis to valkey" is not a paraphrase of "redis". */
const takesBack = ({ gone }: StatementWords, other: StatementWords): boolean =>
  gone.some((word) => other.words.includes(word) && !other.gone.includes(word));

const readWords = memoized((text: string): StatementWords => {
  const plain = text.normalize("NFKC").toLowerCase();
  return {
    words: [...new Set(wordsOf(plain))],
    numbers: [...new Set(plain.match(/\d+(?:[.,:]\d+)*/gu) ?? [])].toSorted().join(" "),
    negations: (plain.match(/[\p{L}']+/gu) ?? []).filter((word) => NEGATIONS.has(word)).length,
    gone: wordsOf(givenUpIn(plain)?.gone ?? ""),
  };
});
