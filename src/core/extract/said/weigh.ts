import type { KindName } from "../../items/kinds.ts";
import { LEFT_OPEN } from "../done/open-words.ts";
import { meets, meetsFirst, type Tongue } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { type Setting, type Sign, signsOf } from "./signs.ts";
import { BASE, WEIGHTS } from "./weights.ts";
import { tellingWords } from "./words.ts";

export type Weighed = {
  readonly kind: KindName;
  readonly points: number;
  /** It would not be kept but for what stands around it. */
  readonly isWeak: boolean;
};

/** From so many points on, a statement is kept. */
export const KEPT = 0;
/** With fewer points than this it goes with what stands beside it. */
const STANDS_ALONE = 0.8;
/** What is said in so many words is worth this at least, unless the same breath takes it back. */
const OUTRIGHT = 1;
const DOUBTS: readonly Sign[] = ["hedge", "asks in it", "trails off", "once"];
const STRONG: readonly Sign[] = ["outright", "settle", "order", "must"];

/** What is said to something that lay on the table. */
const ANSWERS: readonly Sign[] = ["answer", "hence", "reject", "amend", "echo", "agrees"];

/** Weighs a sentence of a person. Undefined when it asks, thanks, only agrees or leaves it open. */
export function weigh(sentence: Sentence, tongues: readonly Tongue[], setting: Setting): Weighed | undefined {
  const { rest } = leadOf(sentence.look, tongues);
  if (sentence.isQuestion || rest === "" || isChat(sentence.look, tongues)) return undefined;
  if (LEFT_OPEN.test(sentence.look)) return undefined;
  const signs = signsOf(sentence, tongues, setting);
  setting.watch?.(sentence, signs);
  const isOutright = signs.has("outright") && !DOUBTS.some((sign) => signs.has(sign));
  if (setting.isLong && !isOutright) return undefined;
  if (signs.has("hedge first") && !isOutright && !signs.has("order first")) return undefined;
  // What goes wrong and what simply is so are kept as that.
  if ((signs.has("warns") || signs.has("states a fact")) && !isOutright && !signs.has("must"))
    return undefined;
  const told = [...signs].reduce((sum, sign) => sum + (WEIGHTS[sign] ?? 0), BASE);
  const points = isOutright ? Math.max(told, OUTRIGHT) : told;
  const isStrong = STRONG.some((sign) => signs.has(sign));
  return {
    kind: kindOf(signs, clausesOf(rest), tongues),
    points,
    isWeak: points < STANDS_ALONE && !isStrong,
  };
}

/** What must be so is a rule; what an agent is told to do a wish; the rest is settled. */
function kindOf(signs: ReadonlySet<Sign>, clauses: readonly string[], tongues: readonly Tongue[]): KindName {
  // An answer says what was chosen, and may bound it further on.
  if (signs.has("must") && (signs.has("must first") || !signs.has("answer"))) return "constraint";
  if (signs.has("outright") && signs.has("quantity") && !signs.has("must")) return "decision";
  // "never X" is said to somebody, "X is never" of something.
  const isAddressed = clauses.some(
    (clause) =>
      meetsFirst(tongues, "ever", clause) > 0 || meets(tongues, "order", withoutEver(clause, tongues)),
  );
  if (signs.has("order") && signs.has("settle first") && !signs.has("order first")) return "decision";
  if (signs.has("order") && isAddressed) return "preference";
  if (signs.has("order")) return signs.has("reject") && signs.has("echo") ? "decision" : "constraint";
  // What is ruled out unasked is ruled out for good.
  if (signs.has("no in a nutshell") && !ANSWERS.some((sign) => signs.has(sign))) return "constraint";
  return signs.has("house") && !signs.has("settle") ? "constraint" : "decision";
}

const withoutEver = (clause: string, tongues: readonly Tongue[]): string =>
  tongues.reduce((text, tongue) => text.replace(tongue.ever, " "), clause);

/** True when there is nothing in it but thanks, praise, assent and small words. */
export function isChat(look: string, tongues: readonly Tongue[]): boolean {
  const rest = tongues.reduce(
    (text, tongue) => text.replace(new RegExp(tongue.chat.source, "gu"), " "),
    look,
  );
  return tellingWords(rest, tongues).size === 0 && !/\d/.test(rest);
}
