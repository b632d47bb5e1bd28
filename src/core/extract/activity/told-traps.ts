import type { Finding } from "../finding.ts";
import { topicOf } from "../topic.ts";
import { VERSION } from "./fact-forms.ts";
import { foundCauses, type SentencePair } from "./found-causes.ts";
import type { SeenTurn } from "./seen-turn.ts";
import { isPerson, originOf, spokenSentences, weightOf } from "./spoken.ts";
import {
  ASKS,
  ELSE,
  FORBIDS,
  HARM,
  HELPS,
  IF,
  LACKS,
  LEARNT,
  LOST,
  NETWORK,
  ORDERS,
  RULES,
  SUPPOSED,
  WANTS,
  WARNS,
  WARNS_STRONGLY,
} from "./trap-words.ts";

const SURE = 0.8;
const FOUND = 0.65;
const DOUBTFUL = 0.45;
/** Shorter ones say that something went wrong, not what. */
const LENGTH_MIN = 20;

/** Traps that are stated in words: a person's warning, or an agent's explanation of a failure. */
export function toldTraps(turns: readonly SeenTurn[]): Finding[] {
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

/** A warning of nothing in particular is only manners. */
const SAYS_WHY = /\p{L}\s?[,:;，：、–—]|because|weil|porque|parce|perché|потому|因为|から|니까/u;

type TrapSurroundings = {
  /** The sentence also requests something: then it reports work to do. */
  readonly isAsking: boolean;
  /** The sentence before or after names the damage. */
  readonly isLost: boolean;
};

/** A person warns, names a requirement and its consequence, forbids with a reason, or reports a lesson. */
export function isTrap(look: string, { isAsking, isLost }: TrapSurroundings): boolean {
  const isHarm = HARM.test(look);
  const isRule = RULES.test(look) || ORDERS.test(look);
  if ((isHarm || IF.test(look)) && WARNS.test(look)) return true;
  if (WARNS_STRONGLY.test(look) && SAYS_WHY.test(look) && !isRule) return true;
  if (!isHarm) return false;
  // What is forbidden without a word of why is an order.
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
