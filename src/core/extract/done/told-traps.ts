import type { Finding } from "../finding.ts";
import type { Sentence } from "../said/sentences.ts";
import { topicOf } from "../topic.ts";
import { commandIn } from "./command.ts";
import { outcomeOf } from "./outcome.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, spokenSentences, weightOf } from "./spoken.ts";
import { commandOf, isShell } from "./tool-sort.ts";
import {
  ASKS,
  ELSE,
  FORBIDS,
  HARM,
  HELPS,
  IF,
  LEARNT,
  OFFERS,
  PERSISTS,
  RULES,
  SUPPOSED,
  WANTS,
  WARNS,
} from "./trap-words.ts";

const SURE = 0.8;
const FOUND = 0.65;
const DOUBTFUL = 0.45;
/** An agent has found a cause when something went wrong at most so many turns before. */
const AFTER_MAX = 6;
/** Shorter ones say that something went wrong, not what. */
const LENGTH_MIN = 20;

/** Traps that somebody tells in words: a person who warns, or an agent that says why something had failed. */
export function toldTraps(turns: readonly SeenTurn[]): Finding[] {
  return turns.flatMap((turn, index) => {
    const sentences = spokenSentences(turn);
    const isAsking = sentences.some(({ isQuestion, look }) => isQuestion || ASKS.test(look));
    const before = turns.slice(Math.max(0, index - AFTER_MAX), index);
    return sentences.flatMap((sentence, i) => {
      if (sentence.isQuestion || weightOf(sentence.text) < LENGTH_MIN) return [];
      const confidence = isPerson(turn) ? told(sentence, isAsking) : foundOut(sentence, before);
      return confidence === 0 ? [] : [trapOf(turn, sentence, { confidence, next: sentences[i + 1] })];
    });
  });
}

const isRule = (look: string): boolean => RULES.test(look) || ORDER.test(look);
const ORDER =
  /^(?:and |also |then |but |so |ok |und |y |et |e )?(?:build|make|keep|use|add|set|put|write|leave|run|let|store|send|ship|show|give)(?![\p{L}])/u;

/** A person warns, says what must be so or else, forbids with the reason, or tells what was learnt the hard way. */
function told({ look }: Sentence, isAsking: boolean): number {
  const isHarm = HARM.test(look);
  const isWarning = WARNS.test(look) && (isHarm || IF.test(look));
  const isLearnt =
    isHarm &&
    (FORBIDS.test(look) || (!isAsking && (LEARNT.test(look) || (ELSE.test(look) && !isRule(look)))));
  if (!isWarning && !isLearnt) return 0;
  return SUPPOSED.test(look) ? DOUBTFUL : SURE;
}

/** What an agent says about a failure, or about what a person complained of, once it has looked into it. */
function foundOut({ look, text }: Sentence, before: readonly SeenTurn[]): number {
  if (!WANTS.test(look) || SUPPOSED.test(look) || OFFERS.test(look)) return 0;
  if (before.some(hasFailed)) return NAMES_THING.test(text) ? FOUND : 0;
  const complained = before.findIndex((turn) => isPerson(turn) && isComplaint(turn.text.toLowerCase()));
  const hasLooked = complained >= 0 && before.slice(complained).some(({ role }) => role === "tool");
  return hasLooked && HARM.test(look) ? FOUND : 0;
}

const isComplaint = (text: string): boolean => HARM.test(text) || PERSISTS.test(text);

/** Code, a version, a platform: something that will be met again. */
const NAMES_THING =
  /`[^`\n]{2,160}`|\d+\.\d+|\b(?:macOS|Linux|Windows|Docker|Alpine|ARM|Apple|Java|JDK|Node|Python|BSD|GNU|WSL)\b/;

function hasFailed(turn: SeenTurn): boolean {
  return isShell(turn) && outcomeOf(turn, commandIn(commandOf(turn)).isPiped) === "failed";
}

type Told = {
  readonly confidence: number /** What was said straight after it. */;
  readonly next: Sentence | undefined;
};

function trapOf(turn: SeenTurn, { text }: Sentence, { confidence, next }: Told): Finding {
  const isHelp = next !== undefined && !next.isQuestion && (HELPS.test(next.look) || WANTS.test(next.look));
  return {
    kind: "trap",
    text,
    certainty: confidence > DOUBTFUL ? "explicit" : "uncertain",
    confidence,
    topic: topicOf(text),
    at: turn.at,
    evidence: [turn.position],
    origin: isPerson(turn) ? "user" : "agent",
    fields: { severity: "warn", ...(isHelp ? { instead: next.text } : {}) },
  };
}
