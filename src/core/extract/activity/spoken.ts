import type { Origin } from "../finding.ts";
import { type Sentence, sentencesOf } from "../statements/sentences.ts";
import { speechSentences } from "../turns/person-speech.ts";
import { withoutTagged } from "../turns/self-tags.ts";
import { speechOf } from "../turns/speech.ts";
import type { SeenTurn } from "./seen-turn.ts";

/** Several readers look at the same turn, and at those before it: it is taken apart once. */
const known = new WeakMap<SeenTurn, readonly Sentence[]>();

/** What is said in a turn, sentence by sentence: a person's own words, or an agent's prose without its code. */
export function spokenSentences(turn: SeenTurn): readonly Sentence[] {
  const sentences = known.get(turn) ?? sentencesIn(turn);
  known.set(turn, sentences);
  return sentences;
}

function sentencesIn({ by, text }: SeenTurn): readonly Sentence[] {
  if (by === "person") return withoutTagged(speechSentences(speechOf(text)), text);
  return by === "agent" || by === "subagent" ? speechOf(text).flatMap((said) => sentencesOf(said.text)) : [];
}

export const isPerson = ({ by }: SeenTurn): boolean => by === "person";

/** Whose words a finding of a turn rests on. What may be another's was read somewhere. */
export function originOf(turn: SeenTurn, { isDoubtful }: Sentence): Origin {
  if (!isPerson(turn)) return "agent";
  return isDoubtful ? "tool" : "user";
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How much a text says, in letters: some scripts say in one sign what others say in two or three. */
export const weightOf = (text: string): number => text.length + (text.match(DENSE)?.length ?? 0);
