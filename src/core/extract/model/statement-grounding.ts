import { wordsOf } from "../../recall/index/words.ts";
import { speechOf } from "../turns/speech.ts";
import type { AskedTurn } from "./model-prompt.ts";

/** Of the words of a statement these shares must stand in the turns quoted for it, and in what was said at all. */
const CITED_MIN = 0.3;
const SAID_MIN = 0.5;
/** Shorter words carry nothing by themselves. */
const WORD_MIN = 3;

/** Which words people and agents used, and which only tools, pages, sub-agents and pasted texts. */
export type PromptVocabulary = { readonly said: ReadonlySet<string>; readonly others: ReadonlySet<string> };

export function promptVocabulary(turns: readonly AskedTurn[]): PromptVocabulary {
  const said = new Set(turns.flatMap((turn) => tellingWords(spokenText(turn))));
  const others = turns.flatMap(({ text }) => tellingWords(text)).filter((word) => !said.has(word));
  return { said, others: new Set(others) };
}

/** Scripts without spaces are checked letter by letter: where one of their words ends cannot be seen. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

function tellingWords(text: string): string[] {
  const letters = text.match(UNSPACED) ?? [];
  const words = wordsOf(text.replace(UNSPACED, " ")).filter((word) => word.length >= WORD_MIN);
  return [...words, ...letters];
}

/** What a person typed or an agent said. What a person pasted is another's, and so is everything else. */
export function spokenText({ by, text }: AskedTurn): string {
  if (by === "agent") return text;
  return by === "person"
    ? speechOf(text)
        .map((speech) => speech.text)
        .join("\n")
    : "";
}

/**
 * True when a statement in a model's own words says no more than these turns: every number and every name with a sign in it
 * stands there, its other words are mostly words of the conversation, and none was used by a tool, a page or a pasted text alone.
 */
export function isGrounded(
  text: string,
  cited: readonly string[],
  { said, others }: PromptVocabulary,
): boolean {
  const source = cited.join("\n");
  const known = new Set(tellingWords(source));
  const words = [...new Set(tellingWords(text))];
  if (words.some((word) => word.length > 1 && others.has(word) && !known.has(word))) return false;
  const lower = source.normalize("NFKC").toLowerCase();
  if (!exactPieces(text).every((piece) => lower.includes(piece))) return false;
  const shareOf = (vocabulary: ReadonlySet<string>): number =>
    words.length === 0
      ? 1
      : words.filter((word) => known.has(word) || vocabulary.has(word)).length / words.length;
  return shareOf(new Set()) >= CITED_MIN && shareOf(said) >= SAID_MIN;
}

/** The share of a statement's words that stand in a text. */
export function sharedWords(text: string, source: string): number {
  const known = new Set(tellingWords(source));
  const words = [...new Set(tellingWords(text))];
  return words.length === 0 ? 0 : words.filter((word) => known.has(word)).length / words.length;
}

/** Numbers, and names with an underscore: a wrong one is another statement. */
function exactPieces(text: string): string[] {
  const pieces =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return pieces.filter((piece) => /[\p{N}_]/u.test(piece));
}
