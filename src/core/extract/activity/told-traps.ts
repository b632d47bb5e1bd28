import type { Finding } from "../finding.ts";
import type { Sentence } from "../statements/sentences.ts";
import { topicOf } from "../topic.ts";
import { commandIn } from "./command.ts";
import { errorLineOf } from "./error-line.ts";
import { VERSION } from "./fact-forms.ts";
import { outcomeOf } from "./outcome.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, originOf, spokenSentences, weightOf } from "./spoken.ts";
import { commandOf, isShell } from "./tool-sort.ts";
import {
  ASKS,
  ELSE,
  FORBIDS,
  HARM,
  HELPS,
  IF,
  LACKS,
  LASTS,
  LEARNT,
  LOST,
  NETWORK,
  OFFERS,
  ORDERS,
  PERSISTS,
  RULES,
  SUPPOSED,
  WANTS,
  WARNS,
  WARNS_STRONGLY,
} from "./trap-words.ts";

const SURE = 0.8;
const FOUND = 0.65;
const DOUBTFUL = 0.45;
/** A shorter sentence says that something went wrong, but not what. */
const LENGTH_MIN = 20;

/** Traps that are stated in words: a person's warning, or an agent's explanation of a failure. */
export function statedTraps(turns: readonly SeenTurn[]): Finding[] {
  return turns.flatMap((turn, index) => {
    const found = isPerson(turn)
      ? warnings(turn)
      : foundCauses(turns, index).map((each) => ({ ...each, confidence: FOUND }));
    return found
      .filter(({ sentence }) => weightOf(sentence.text) >= LENGTH_MIN)
      .map((each) => trapOf(turn, each));
  });
}

type StatedTrap = SentencePair & { readonly confidence: number };

function warnings(turn: SeenTurn): StatedTrap[] {
  const sentences = spokenSentences(turn);
  const isAsking = sentences.some(({ isQuestion, look }) => isQuestion || ASKS.test(look));
  return sentences.flatMap((sentence, i) => {
    const [before, next] = [sentences[i - 1], sentences[i + 1]];
    const isLost = [before, next].some((near) => near && LOST.test(near.look));
    if (sentence.isQuestion || !isTrap(sentence.look, { isAsking, isLost })) return [];
    return [{ sentence, next, confidence: SUPPOSED.test(sentence.look) ? DOUBTFUL : SURE }];
  });
}

/** A reason, or at least a second clause. A warning without either is only politeness. */
const SAYS_WHY = /\p{L}\s?[,:;，：、–—]|because|weil|porque|parce|perché|потому|因为|から|니까/u;

type TrapSurroundings = {
  /** Whether the turn also requests something: then it reports work to do. */
  readonly isAsking: boolean;
  /** Whether the sentence before or after names the damage. */
  readonly isLost: boolean;
};

/** A timeout that is set to a value is a setting, and no harm. */
const SET_TIMEOUT = /\btimeouts? (?:(?:is|are|of|to|at|was|now|must be|should be) )*\d/gu;

/** True if a person warns, names a requirement and its consequence, forbids with a reason, or reports a lesson. */
export function isTrap(look: string, { isAsking, isLost }: TrapSurroundings): boolean {
  const isHarm = HARM.test(look.replace(SET_TIMEOUT, " "));
  const isRule = RULES.test(look) || ORDERS.test(look);
  if ((isHarm || IF.test(look)) && WARNS.test(look)) return true;
  if (WARNS_STRONGLY.test(look) && SAYS_WHY.test(look) && !isRule) return true;
  if (!isHarm) return false;
  // A ban without a reason is an order, not a trap.
  if (FORBIDS.test(look) && SAYS_WHY.test(look)) return true;
  const isKnown = VERSION.test(look) || NETWORK.test(look) || LACKS.test(look) || LEARNT.test(look);
  return !isAsking && !ORDERS.test(look) && (isLost || isKnown || (ELSE.test(look) && !isRule));
}

function trapOf(turn: SeenTurn, { sentence, next, confidence }: StatedTrap): Finding {
  const isHelp =
    next !== undefined &&
    !next.isQuestion &&
    !next.isDoubtful &&
    (HELPS.test(next.look) || WANTS.test(next.look));
  return {
    kind: "trap",
    text: sentence.text,
    certainty: confidence > DOUBTFUL && !sentence.isDoubtful ? "explicit" : "uncertain",
    confidence,
    topic: topicOf(sentence.text),
    at: turn.at,
    evidence: [turn.position],
    origin: originOf(turn, sentence),
    fields: { severity: "warn", ...(isHelp ? { instead: next.text } : {}) },
  };
}

/** Maximum number of turns between a failure and the agent's explanation of its cause. */
const AFTER_MAX = 6;
/** Names of machines and platforms, as opposed to the edited code. */
const NAMES_MACHINE =
  /\b(?:macOS|Linux|Windows|Docker|Alpine|ARM|Apple|JDK|BSD|GNU|WSL|Homebrew|sandbox|container)\b/;
/** Code or a version, which makes a cause that can occur again. */
const NAMES_THING = /`[^`\n]{2,160}`|\d+\.\d+/;
const NAMES_VERSION = /\d+\.\d+/;
/** A sentence and the next one. */
type SentencePair = { readonly sentence: Sentence; readonly next: Sentence | undefined };

/** Causes that an agent states after it examined a failure or a person's complaint. */
function foundCauses(turns: readonly SeenTurn[], index: number): SentencePair[] {
  const sentences = turns[index] ? spokenSentences(turns[index]) : [];
  const causes = sentences.flatMap((sentence, i) => {
    const { look, isQuestion } = sentence;
    const isCause = !isQuestion && WANTS.test(look) && !SUPPOSED.test(look) && !OFFERS.test(look);
    return isCause && isLasting(sentence) ? [{ sentence, next: sentences[i + 1] }] : [];
  });
  if (causes.length === 0) return [];
  const before = turns.slice(Math.max(0, index - AFTER_MAX), index);
  const failures = before.filter(hasFailed);
  if (failures.length > 0) {
    // An agent often says what its own code needs, and that need ends with the work. Only causes in the machine recur.
    const isMachine = failures.some(({ text }) => errorLineOf(text).isEnvironment);
    return causes.filter(
      ({ sentence: { text } }) => NAMES_MACHINE.test(text) || (isMachine && NAMES_THING.test(text)),
    );
  }
  const complained = before.findIndex((turn) => isPerson(turn) && spokenSentences(turn).some(isComplaint));
  const hasLooked = complained >= 0 && before.slice(complained).some(({ by }) => by === "tool");
  return hasLooked ? causes.filter(({ sentence }) => HARM.test(sentence.look)) : [];
}

/** A fault ends when it is fixed. A fault of a machine or a version, or one described as lasting, recurs. */
const isLasting = ({ text, look }: Sentence): boolean =>
  NAMES_MACHINE.test(text) || NAMES_VERSION.test(text) || LASTS.test(look) || WARNS.test(look);

const isComplaint = ({ look }: Sentence): boolean => HARM.test(look) || PERSISTS.test(look);

const hasFailed = (turn: SeenTurn): boolean =>
  isShell(turn) && outcomeOf(turn, commandIn(commandOf(turn)).isPiped) === "failed";
