import type { Position, TurnEvent } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";
import type { Sentence } from "../statements/sentences.ts";
import { topicOf } from "../topic.ts";
import { commandTraps } from "./command-traps.ts";
import { LEFT_OPEN } from "./open-words.ts";
import { pattern } from "./pattern.ts";
import { type SeenTurn, seenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences } from "./spoken.ts";
import { statedTraps } from "./told-traps.ts";

/** Maximum number of findings per turn, so that a pasted document does not become memory. */
const PER_TURN_MAX = 8;

/** The findings about the work in a range of turns. The range may begin before `from`; only findings settled at `from` or later count. */
export function readDone(turns: readonly TurnEvent[], from: Position): Finding[] {
  const seen = turns.map(seenTurn);
  const found = [...commandTraps(seen), ...once([...statedTraps(seen), ...openQuestions(seen)])];
  const settled = (finding: Finding): Position => finding.evidence.at(-1) ?? 0;
  const counts = new Map<Position, number>();
  return found
    .filter((finding) => settled(finding) >= from)
    .sort((a, b) => settled(a) - settled(b))
    .filter((finding) => {
      const count = (counts.get(settled(finding)) ?? 0) + 1;
      counts.set(settled(finding), count);
      return count <= PER_TURN_MAX;
    });
}

/** Keeps the first of several findings with the same words. */
function once(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of findings) {
    const isTold = kept.some(
      ({ text, evidence }) =>
        evidence.at(-1) === finding.evidence.at(-1) &&
        (text.includes(finding.text) || finding.text.includes(text)),
    );
    if (!isTold) kept.push(finding);
  }
  return kept;
}

const SURE = 0.75;

/** A sentence whose first words name an open question. */
const NAMED_OPEN = pattern(
  String.raw`
  ^(?:still )?(?:open (?:question|point|issue)|offene (?:frage|punkt)|pregunta abierta|question ouverte|
  (?:questão|pergunta) (?:em )?aberta|domanda aperta|открытый вопрос|відкрите питання|tbd|待定|未決事項|미정)\s*[:：—–-]`,
  "iu",
);

/** Maximum number of words of a sentence that only leaves the question before it open. */
const LEAVES_OPEN_WORDS_MAX = 9;

/** Questions that a person calls open, before or right after asking them. A plain question may be answered at once. */
function openQuestions(turns: readonly SeenTurn[]): Finding[] {
  return turns.filter(isPerson).flatMap((turn) => {
    const sentences = spokenSentences(turn).filter(({ isDoubtful }) => !isDoubtful);
    return sentences
      .filter(
        ({ text, isQuestion }, i) =>
          NAMED_OPEN.test(text.trim()) || (isQuestion && isLeftOpen(sentences[i + 1])),
      )
      .map(({ text }) => ({
        ...{ kind: "note" as const, text, certainty: "explicit" as const, confidence: SURE },
        ...{ topic: topicOf(text), at: turn.at, evidence: [turn.position], origin: "user" as const },
        fields: { type: "question" },
      }));
  });
}

const isLeftOpen = (next: Sentence | undefined): boolean =>
  next !== undefined &&
  !next.isQuestion &&
  next.text.trim().split(/\s+/).length <= LEAVES_OPEN_WORDS_MAX &&
  LEFT_OPEN.test(next.look);
