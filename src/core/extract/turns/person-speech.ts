import type { TurnEvent } from "../../tape/event.ts";
import { isPersonTurn } from "../../tape/turn-speaker.ts";
import { type Sentence, sentencesOf } from "../statements/sentences.ts";
import { isDenied, quotesOrder, reportsAnother } from "./lead-ins.ts";
import { type Speech, speechOf } from "./speech.ts";

/** A person's own words in a turn, without pasted text; empty for a turn of another speaker. */
export function personSpeech({ payload }: Pick<TurnEvent, "payload">): Speech[] {
  return isPersonTurn(payload) ? speechOf(payload?.text ?? "") : [];
}

/**
 * True if a person typed these words themselves and stated them: they are outside of surely pasted text, and not only in a question. The
 * caller must have understood the turn, as a model does.
 */
export function isTypedStatement(text: string, words: string): boolean {
  const typed = speechOf(text).filter((said) => said.text.includes(words));
  return typed.some((said) => {
    const around = sentencesOf(said.text).filter(
      (each) => each.text.includes(words) || words.includes(each.text),
    );
    return around.length === 0 || around.some(({ isQuestion }) => !isQuestion);
  });
}

/** The sentences of a person's speech. A sentence that reports another's words is as uncertain as pasted text. */
export function speechSentences(speech: readonly Speech[]): Sentence[] {
  return speech.flatMap(({ text, isDoubtful }) =>
    sentencesOf(text).map((sentence, i, all) => {
      const { look } = sentence;
      const isReported = reportsAnother(look) || quotesOrder(sentence.text);
      const isOthers = isDoubtful || isReported || isDenied(look, all[i + 1]?.look ?? "");
      return isOthers ? { ...sentence, isDoubtful: true } : sentence;
    }),
  );
}
