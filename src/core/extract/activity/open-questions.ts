import type { Finding } from "../finding.ts";
import { topicOf } from "../topic.ts";
import { pattern } from "./pattern.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences } from "./spoken.ts";

const SURE = 0.75;

/** A sentence that is called an open question by its first words. */
const NAMED_OPEN = pattern(
  String.raw`
  ^(?:still )?(?:open (?:question|point|issue)|offene (?:frage|punkt)|pregunta abierta|question ouverte|
  (?:questão|pergunta) (?:em )?aberta|domanda aperta|открытый вопрос|tbd|待定|未決事項|미정)\s*[:：—–-]`,
  "iu",
);

/** Questions that a person calls open. One that is only asked is none: it may be answered at once. */
export function openQuestions(turns: readonly SeenTurn[]): Finding[] {
  return turns.filter(isPerson).flatMap((turn) =>
    spokenSentences(turn)
      .filter(({ isDoubtful, text }) => !isDoubtful && NAMED_OPEN.test(text.trim()))
      .map(({ text }) => ({
        ...{ kind: "note" as const, text, certainty: "explicit" as const, confidence: SURE },
        ...{ topic: topicOf(text), at: turn.at, evidence: [turn.position], origin: "user" as const },
        fields: { type: "question" },
      })),
  );
}
