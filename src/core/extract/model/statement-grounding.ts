import { wordsOf } from "../../recall/index/words.ts";
import { speechOf } from "../turns/speech.ts";
import type { AskedTurn } from "./model-prompt.ts";
import { promptInstructions } from "./prompt-instructions.ts";

/** Minimum shares of a statement's words that must be in the quoted turns, and in all turns of the prompt. */
const CITED_MIN = 0.3;
const SAID_MIN = 0.5;
/** Minimum length of a word that counts. */
const WORD_MIN = 3;

/** The words that people and agents used, and the words that only tools, pages, sub-agents and pasted texts used. */
export type PromptVocabulary = { readonly said: ReadonlySet<string>; readonly others: ReadonlySet<string> };

export function promptVocabulary(turns: readonly AskedTurn[]): PromptVocabulary {
  const said = new Set(turns.flatMap((turn) => tellingWords(spokenText(turn))));
  // The words of our instructions, which a model may always use.
  const ours = new Set(tellingWords(promptInstructions("")));
  const others = turns.flatMap(({ text }) => tellingWords(text));
  return { said, others: new Set(others.filter((word) => !said.has(word) && !ours.has(word))) };
}

/** Scripts without spaces, and Korean with its particles. They are compared letter by letter, because the ends of words are not visible. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/gu;

function tellingWords(text: string): string[] {
  const letters = text.match(UNSPACED) ?? [];
  const words = wordsOf(text.replace(UNSPACED, " ")).filter((word) => word.length >= WORD_MIN);
  return [...words, ...letters];
}

/** The words that a person typed or an agent said. Pasted words and all others belong to somebody else. */
export function spokenText({ by, text }: AskedTurn): string {
  if (by === "agent") return text;
  return by === "person"
    ? speechOf(text)
        .map((speech) => speech.text)
        .join("\n")
    : "";
}

/** The texts that a statement may be based on. */
export type StatementSource = {
  /** Every number and every name with a special character must be in these texts. */
  readonly exact: readonly string[];
  /** Other words may also be in these texts. */
  readonly plain: readonly string[];
};

/**
 * True if a statement in a model's own words says no more than these turns: they contain every number and every name with a special
 * character, its other words are mostly from the conversation, and no word comes only from a tool, a page or a pasted text.
 */
export function isGrounded(
  text: string,
  { exact, plain }: StatementSource,
  { said, others }: PromptVocabulary,
): boolean {
  const known = new Set(tellingWords([...exact, ...plain].join("\n")));
  const words = [...new Set(tellingWords(text))];
  if (words.some((word) => word.length > 1 && others.has(word) && !known.has(word))) return false;
  if (!hasExactPieces(text, exact)) return false;
  const shareOf = (vocabulary: ReadonlySet<string>): number =>
    words.length === 0
      ? 1
      : words.filter((word) => known.has(word) || vocabulary.has(word)).length / words.length;
  return shareOf(new Set()) >= CITED_MIN && shareOf(said) >= SAID_MIN;
}

/** The share of a statement's words that a text contains. */
export function sharedWords(text: string, source: string): number {
  const known = new Set(tellingWords(source));
  const words = [...new Set(tellingWords(text))];
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/** Whether every number and every name with an underscore is in a source: a wrong one changes the statement. */
export function hasExactPieces(text: string, sources: readonly string[]): boolean {
  const lower = sources.join("\n").normalize("NFKC").toLowerCase();
  return exactPieces(text).every((piece) => lower.includes(piece));
}

function exactPieces(text: string): string[] {
  const spaced = text.normalize("NFKC").toLowerCase().replace(UNSPACED, " ");
  const pieces = spaced.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return pieces.filter((piece) => /[\p{N}_]/u.test(piece));
}
