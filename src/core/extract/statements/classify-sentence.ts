import statements from "../../../../weights/statements.json" with { type: "json" };
import { chanceOf, type Model, readWeights, sumOf } from "../../weights.ts";
import { LEFT_OPEN } from "../activity/open-words.ts";
import { type CueSet, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { PASSING_SIGNS } from "./passing-words.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import { type Setting, type Sign, signsOf } from "./signs.ts";
import { tellingWords } from "./words.ts";

export type SentenceClass = {
  readonly kind: KindSaid;
  /** The probability that a careful reader would keep it as this kind. */
  readonly sure: number;
};

/** The questions about a sentence: whether it lasts, and which kind of statement it is. */
export const KINDS_SAID = ["decision", "preference", "constraint", "fact"] as const;
export type KindSaid = (typeof KINDS_SAID)[number];

/** An explicit statement has at least this confidence, unless the same sentence takes it back. */
const OUTRIGHT = 0.75;
/** Minimum confidence of a plain order, rule, amount or name that answers a question. */
const FLAT = 0.75;
/** Unless the sum is below this: "i hate computers" has the words of an order. */
const FLAT_FROM = 0.15;
const DOUBTS: Sign[] = ["hedge", "asks in it", "trails off", "once"];
const BESIDE_THE_POINT: readonly Sign[] = [
  "report",
  "task",
  "first turn",
  "has asked",
  "asks on",
  "exclaims",
];

/** Signs of a reply to a proposal. */
const ANSWERS: readonly Sign[] = ["answer", "hence", "reject", "amend", "echo", "agrees"];

/** The questions that the model answers. A sentence is classified alone, and again with the agent's reply. */
type Question = `${"lasts" | KindSaid} as ${"said" | "answered"}`;

let made: Model<Sign, Question> | undefined;

/** Loaded when the first sentence is classified, because most commands classify none. */
function model(): Model<Sign, Question> {
  made ??= readWeights(statements);
  return made;
}

/** Classifies a person's sentence. Undefined if it only asks, thanks, agrees or leaves the matter open. */
export function classifySentence(
  sentence: Sentence,
  tongues: readonly CueSet[],
  setting: Setting,
): SentenceClass | undefined {
  const { rest } = leadOf(sentence.look, tongues);
  if (sentence.isQuestion || rest === "" || isChat(sentence.look, tongues)) return undefined;
  if (LEFT_OPEN.test(sentence.look)) return undefined;
  const seen = signsOf(sentence, tongues, setting);
  const read = kindOf(seen, clausesOf(rest), tongues);
  const signs = new Set<Sign>([...seen, `reads as ${read}`]);
  setting.watch?.(sentence, signs);
  const isOutright = signs.has("outright") && !isDoubted(signs, DOUBTS);
  if (signs.has("hedge first") && !isOutright && !signs.has("order first")) return undefined;
  if (setting.isDocument && !isOutright) return undefined;
  if (PASSING_SIGNS.some((sign) => signs.has(sign)) && !signs.has("order first") && !signs.has("must first"))
    return undefined;
  // A warning is read as a trap elsewhere, and not as a statement.
  if (signs.has("warns") && !isOutright && !signs.has("must")) return undefined;
  const moment = setting.reply.length > 0 ? "answered" : "said";
  const chance = (question: "lasts" | KindSaid): number =>
    chanceOf(sumOf(model(), signs, `${question} as ${moment}`));
  const lasts = chance("lasts");
  const kinds = KINDS_SAID.map((kind) => ({ kind, fit: chance(kind) }));
  const best = kinds.reduce((a, b) => (b.fit > a.fit ? b : a));
  if (isOutright) return { kind: read, sure: Math.max(lasts, OUTRIGHT) };
  const isFlatly =
    (isFlat(signs) && lasts >= FLAT_FROM) ||
    (LEAVES_OUT.test(rest) && !isDoubted(signs)) ||
    ((SAYS_WHAT_IS_USED.test(rest) || isStandingOrder(rest, signs, tongues)) && !isDoubted(signs, DOUBTS));
  return {
    kind: isFlatly || read === "fact" ? read : best.kind,
    sure: isFlatly ? Math.max(lasts, FLAT) : lasts,
  };
}

/** "/health can be public": a permission for one thing by its path or name, without a word that makes it permanent. */
const LEAVES_OUT =
  /^(?:the )?`?[\p{L}\p{N}]*[/_][\p{L}\p{N}/_.*-]+`?(?: \p{L}+)? (?:(?:can|may|could) (?!be (?:re|de|up)?(?:mov|let|merg|clos|nam|plac|dat)\p{L}*d(?!\p{L}))(?:be|stay|remain)|needs? no|(?:doesn't|don't) need|is (?:exempt|public)|stays?|(?:darf|kann) .*(?:sein|bleiben)|braucht kein\p{L}*|bleibt|puede (?:ser|quedar)|no necesita|peut (?:être|rester)|n'a pas besoin|pode (?:ser|ficar)|não precisa|può (?:essere|restare)|non serve|может (?:быть|остаться)|не требует)(?!\p{L})/u;

/** "we use tailwind for the css": the whole sentence states a use. */
const SAYS_WHAT_IS_USED =
  /^(?:we (?:all |only |always )?use|wir (?:nutzen|benutzen|verwenden)|usamos|on utilise|nous utilisons|usiamo|мы используем) [^,;:]{2,40} (?:for|für|para|pour|per|для) (?!(?:now|today|this|that|it|which|what)(?!\p{L}))[^,;:]{2,40}$/u;

/** "never deploy on fridays", "schreib niemals Passwörter ins Log": an order that is permanent by its own words, even as the first one. */
const isStandingOrder = (rest: string, signs: ReadonlySet<Sign>, tongues: readonly CueSet[]): boolean =>
  (signs.has("task first") || signs.has("order first")) &&
  (meetsFirst(tongues, "ever", rest) > 0 || (!signs.has("finite first") && meetsAny(tongues, "ever", rest)));

const isDoubted = (signs: ReadonlySet<Sign>, doubts = [...DOUBTS, ...BESIDE_THE_POINT]): boolean =>
  doubts.some((sign) => signs.has(sign));

function isFlat(signs: ReadonlySet<Sign>): boolean {
  const has = (sign: Sign): boolean => signs.has(sign);
  if (isDoubted(signs)) return false;
  const isAnswer = has("short answer") && (has("quantity") || has("choice"));
  return has("order first") || has("must first") || has("states a fact") || isAnswer;
}

/** The kind of statement: facts are stated plainly, constraints by what must be, preferences by orders to an agent. */
function kindOf(signs: ReadonlySet<Sign>, clauses: readonly string[], tongues: readonly CueSet[]): KindSaid {
  const isPlain = !signs.has("settle") && !signs.has("order") && !signs.has("must");
  if (signs.has("states a fact") && isPlain) return "fact";
  // An answer states the choice, and may also limit it.
  if (signs.has("must") && (signs.has("must first") || !signs.has("answer"))) return "constraint";
  if (signs.has("outright") && signs.has("quantity") && !signs.has("must")) return "decision";
  // "never X" addresses somebody, "X is never" describes something.
  const isAddressed = clauses.some(
    (clause) =>
      meetsFirst(tongues, "ever", clause) > 0 || meetsAny(tongues, "order", withoutEver(clause, tongues)),
  );
  if (signs.has("order") && signs.has("settle first") && !signs.has("order first")) return "decision";
  if (signs.has("order") && isAddressed) return "preference";
  if (signs.has("order")) return signs.has("reject") && signs.has("echo") ? "decision" : "constraint";
  // A ban that nobody asked about is permanent.
  if (signs.has("no in a nutshell") && !ANSWERS.some((sign) => signs.has(sign))) return "constraint";
  return signs.has("house") && !signs.has("settle") ? "constraint" : "decision";
}

const withoutEver = (clause: string, tongues: readonly CueSet[]): string =>
  tongues.reduce((text, tongue) => text.replace(tongue.ever, " "), clause);

/** True if it contains only thanks, praise, agreement and function words. */
export function isChat(look: string, tongues: readonly CueSet[]): boolean {
  const rest = tongues.reduce(
    (text, tongue) => text.replace(new RegExp(tongue.chat.source, "gu"), " "),
    look,
  );
  return tellingWords(rest, tongues).size === 0 && !/\d/.test(rest);
}

/**
 * Minimum confidence for a statement to be kept; below it, it waits for review. The values were chosen on dialogues that were not used for
 * fitting, in favour of precision: a missed statement waits for review, but an invented one misleads.
 */
type Thresholds = { readonly [kind in KindSaid]: number };
const KEPT_FROM: Thresholds = { decision: 0.6, preference: 0.6, constraint: 0.6, fact: 0.6 };
/** The same, after the agent's reply is known. */
const KEPT_FROM_ANSWERED: Thresholds = { decision: 0.45, preference: 0.45, constraint: 0.45, fact: 0.45 };

export const keepThreshold = (kind: KindSaid, isAnswered: boolean): number =>
  (isAnswered ? KEPT_FROM_ANSWERED : KEPT_FROM)[kind];

/** Below this confidence, nothing of a sentence is kept. */
export const KEEP_CHANCE_MIN = 0.35;
