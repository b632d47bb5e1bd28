import { untagged } from "../said/self-tags.ts";
import { type Sentence, sentencesOf } from "../said/sentences.ts";
import { speechOf } from "../said/speech.ts";
import type { SeenTurn } from "./seen-turn.ts";

/** Several readers look at the same turn, and at those before it: it is taken apart once. */
const known = new WeakMap<SeenTurn, readonly Sentence[]>();

/** What is said in a turn, sentence by sentence: a person's own words, or an agent's prose without its code. */
export function spokenSentences(turn: SeenTurn): readonly Sentence[] {
  const sentences = known.get(turn) ?? sentencesIn(turn);
  known.set(turn, sentences);
  return sentences;
}

function sentencesIn({ role, text }: SeenTurn): readonly Sentence[] {
  if (role !== "user" && role !== "assistant") return [];
  const spoken = speechOf(text).flatMap(sentencesOf);
  return role === "user" ? untagged(spoken, text) : spoken;
}

/** A sub-agent's orders come from an agent, although they stand where a person speaks. */
export const isPerson = ({ role, speaker }: SeenTurn): boolean => role === "user" && speaker !== "subagent";

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How much a text says, in letters: some scripts say in one sign what others say in two or three. */
export const weightOf = (text: string): number => text.length + (text.match(DENSE)?.length ?? 0);
