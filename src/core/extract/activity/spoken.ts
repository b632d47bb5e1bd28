import type { Origin } from "../finding.ts";
import { type Sentence, sentencesOf } from "../statements/sentences.ts";
import { speechSentences } from "../turns/person-speech.ts";
import { withoutTagged } from "../turns/self-tags.ts";
import { speechOf } from "../turns/speech.ts";
import type { SeenTurn } from "./seen-turn.ts";

/** A cache, because several readers parse the same turn and those before it. */
const known = new WeakMap<SeenTurn, readonly Sentence[]>();

/** The sentences of a turn: a person's own words, or an agent's prose without its code. */
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

/** The origin of a finding in a turn. Words that may be another's count as read somewhere. */
export function originOf(turn: SeenTurn, { isDoubtful }: Sentence): Origin {
  if (!isPerson(turn)) return "agent";
  return isDoubtful ? "tool" : "user";
}

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The amount of text, in letters: in some scripts one character says as much as two or three letters. */
export const weightOf = (text: string): number => text.length + (text.match(DENSE)?.length ?? 0);
