import { wholeWords } from "../edges/cues.ts";
import { sentencesOf } from "../extract/statements/sentences.ts";
import {
  CLAIMED_CONSENT,
  HOSTILE_COMMANDS,
  HOSTILE_WORDS,
  IMPERATIVE_UNSPACED,
  IMPERATIVES,
  NORMS,
  NOUN_OR_VERB,
  RULE_FOR_AGENTS,
} from "./instruction-words.ts";

/** Number of characters at the beginning of a text that are checked. */
const READ_MAX = 8000;
/** Letters of other scripts that look like Latin ones, in the same order as `LATIN`. */
const LOOKALIKES = "аеорсухіјѕѵԁԛԝһοαεικνρτυχ";
const LATIN = "aeopcyxijsvdqwhoaeiknptux";
const FOLDED: ReadonlyMap<string, string> = new Map(
  [...LOOKALIKES].map((letter, i) => [letter, LATIN[i] ?? letter]),
);
/** A word that may mix Latin letters with letters of another script. */
const MIXED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
const UNSEEN = /\p{Cf}|\p{Default_Ignorable_Code_Point}/gu;

/** The text as a reader sees it: without invisible characters, and with look-alike letters replaced by Latin ones. */
export function seenText(text: string): string {
  const plain = text.slice(0, READ_MAX).normalize("NFKC").replace(UNSEEN, "").toLowerCase();
  return plain.replace(MIXED, (word) =>
    /[a-z]/.test(word) ? word.replace(/[^a-z]/gu, (letter) => FOLDED.get(letter) ?? letter) : word,
  );
}

/**
 * True for text that no honest note about a project needs: it overrides the reader's instructions, hides something from the person, runs
 * code fetched from a network, or sends secrets away.
 */
export function isHostile(text: string): boolean {
  const seen = seenText(text);
  return HOSTILE_COMMANDS.some((form) => form.test(seen)) || HOSTILE_WORDS.some((form) => form.test(seen));
}

/** True for text that claims a person's consent, or claims that nobody has to be asked. Only the person can say so. */
export function isClaimedConsent(text: string): boolean {
  const seen = seenText(text);
  return CLAIMED_CONSENT.some((form) => form.test(seen));
}

/** True for text that becomes an item only after a person has read it, whatever agent, file or program it comes from. */
export const needsPerson = (text: string): boolean => isHostile(text) || isClaimedConsent(text);

const IMPERATIVE = new RegExp(`^(?:${IMPERATIVES.join("|")})(?![\\p{L}\\p{N}_])`, "iu");
const AMBIGUOUS = new RegExp(
  `^(?:${NOUN_OR_VERB})\\s+(?:the|a|an|it|them|this|that|all|your|our|every|each|only|to|with)(?!\\p{L})`,
  "iu",
);
const NORM = wholeWords(NORMS.spaced);
/** Words before an order that add no meaning: "please", "then", "instead:". */
const LEAD =
  /^(?:[\s\-*•–—,.:;!]|(?:please|also|and|then|so|first|instead|next|important|note|rule|lesson|tip|remember|ok|okay|bitte|dann|immer noch|por favor|entonces|s'il (?:te|vous) pla[iî]t|alors|per favore|allora|então|пожалуйста|затем)(?![\p{L}\p{N}_]))+/iu;
const CLAUSE = /[;:,–—]\s+|\s-\s/u;

/** Whether a text tells its reader what to do, in one of ten languages. A statement of fact is not an order. */
export const isOrder = (text: string): boolean => anyStated(text, (look) => ordersIn(look) || laysDown(look));

/** True for text that sets a rule for every agent that reads it. A plan or a message about work has no need to. */
export const isRuleForAgents = (text: string): boolean => anyStated(text, laysDown);

const laysDown = (look: string): boolean => RULE_FOR_AGENTS.some((form) => form.test(look));

const anyStated = (text: string, test: (look: string) => boolean): boolean =>
  sentencesOf(seenText(text)).some(({ look, isQuestion }) => !isQuestion && test(look));

const EVERY_TIME =
  /(?<!\p{L})(?:always|never|from now on|instead of|immer|niemals|nie|siempre|nunca|jamás|toujours|jamais|sempre|mai|всегда|никогда|завжди|ніколи)(?!\p{L})|总是|永远|必ず|常に|항상/iu;

/** True for text that sets a rule ("always", "never", "must") rather than a single step. */
export const isStandingOrder = (text: string): boolean =>
  anyStated(text, (look) => isNorm(look) || EVERY_TIME.test(look));

const isNorm = (look: string): boolean => NORM.test(look) || NORMS.unspaced.test(look);

function ordersIn(look: string): boolean {
  if (isNorm(look)) return true;
  return look.split(CLAUSE).some((clause) => {
    const rest = clause.replace(LEAD, "");
    return IMPERATIVE.test(rest) || IMPERATIVE_UNSPACED.test(rest) || AMBIGUOUS.test(rest);
  });
}
