import { cue } from "../statements/cue.ts";
import { LEAD_IN_WORDS, type LeadInWords } from "./lead-in-words.ts";
import { phrasePattern } from "./phrase-pattern.ts";
import {
  ADDRESSED,
  COMPOSES,
  IF_SAID,
  JOINS,
  OBJECT_BEGINS,
  ORDER_BEGINS,
  OTHERS,
  OUTRIGHT_BEGINS,
  OWN_LABELS,
  POINTS_AT,
  POINTS_BACK,
  SPEAKS,
  TEXT_WORK,
  WHEN_OR_WHERE,
  WHY,
  WORDS_NAMED,
  YOUR_WORK,
} from "./voice-words.ts";

/** How a line introduces the text that follows it. */
export type LeadIn = {
  /** The offset at which the other person's text begins; the length of the line if it begins on the next line. */
  readonly at: number;
  /** True if the whole rest of the message may be the other person's; otherwise only the next paragraph is. */
  readonly isOpenEnded: boolean;
  /** True if only the position of the next lines suggests that they are another person's. */
  readonly isWeak: boolean;
};

/** Number of characters, before a colon or of a line without one, that are searched for introducing words. */
const HEAD_MAX = 160;
const LINE_HEAD_MAX = 140;

/** Number of letters before an order that are searched for the name of a text. */
const NAME_MAX = 40;
/** Function words and marks between the name of a text and the text itself. */
const NAME_TAIL = String.raw`(?:\s*(?:in|to|into|as|be|is|zu|auf|en|à|a|para|na|на|как|改成|改为|写成|设为|换成|成|为|是|は|が|이|가|을|를|은|는))?[\s:：“"'‘(–—-]*`;
/** "Commit messages: …" is the person's own topic, not a request. */
const LABEL_ALONE = /^\s*\p{L}+\s+\p{L}+\s?[:：]\s*$/u;
/** Words before a colon that make the line the person's own: the speaker, a heading, or a time. */
const OWN_HEAD = `${OWN_LABELS} | i | i'm | we | let's | after | before | since | until | now | so | ok | okay | ich | wir | nach | je | j' | nous | après | yo | después | io | noi | dopo | eu | nós | depois | я | мы | после`;

const made = new Map<keyof LeadInWords, RegExp>();

/** The lists of all languages as one pattern, built at the first use. */
function words(list: keyof LeadInWords): RegExp {
  const known = made.get(list) ?? cue(LEAD_IN_WORDS.map((each) => each[list]).join(" | "));
  made.set(list, known);
  return known;
}

const has = (list: keyof LeadInWords, text: string): boolean => words(list).test(text);

/** How a line introduces a text; undefined if it does not. */
export function leadInOf(line: string): LeadIn | undefined {
  const read = line.trimEnd();
  if (read === "") return undefined;
  return /[:：]$/u.test(read) ? beforeNextLine(read) : (withinLine(read) ?? weakLeadIn(read));
}

function beforeNextLine(line: string): LeadIn | undefined {
  const head = lastSentence(line.slice(-HEAD_MAX)).toLowerCase();
  const isPointed = has("points", head) || (has("articles", head) && !has("topics", head));
  const isOpenEnded =
    has("tasks", head) || has("says", head) || has("handed", head) || (isPointed && has("sources", head));
  const isHanded = isOpenEnded || has("printed", head);
  return isHanded ? { at: line.length, isOpenEnded, isWeak: false } : undefined;
}

const AS_FOLLOWS =
  /(?:as follows|wie folgt|comme suit|como sigue|come segue|следующее|如下|以下の通り)\s?[.:：。](?=\s?\S)/iu;

/** Introductions within a line: "translate to French: …", "the docs say: …". The person's own label ("commit messages: …") introduces nothing. */
function withinLine(line: string): LeadIn | undefined {
  const follows = AS_FOLLOWS.exec(line);
  if (follows) return { at: follows.index + follows[0].length, isOpenEnded: true, isWeak: false };
  const colon = /[:：](?=\s|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|["“«„「『])|：/u.exec(
    line.slice(0, HEAD_MAX),
  );
  if (!colon) return undefined;
  const head = lastSentence(line.slice(0, colon.index)).toLowerCase();
  const place = { at: colon.index + 1, isOpenEnded: true };
  if (has("tasks", head) || (has("says", head) && has("sources", head))) return { ...place, isWeak: false };
  const isOthers = has("says", head) || has("handed", head) || phrasePattern(OTHERS).test(head);
  const rest = line.slice(place.at).trimStart().toLowerCase();
  const isGiven = isOthers ? hasOrderAt(rest, ORDER_AT_MAX) : isClause(head) && beginsOutright(rest);
  return isGiven ? { ...place, isWeak: true } : undefined;
}

function weakLeadIn(line: string): LeadIn | undefined {
  if (line.length > LINE_HEAD_MAX) return undefined;
  const head = lastSentence(line).toLowerCase();
  const isFromThere = has("sources", head) && (has("points", head) || has("says", head));
  const isTask = has("tasks", head) && !namesItsObject(head);
  const isTitle = words("sources").exec(head)?.[0] === head.trim();
  const isHanded = isTask || isTitle || has("handed", head) || isFromThere || /see below|[👇↓⬇]/u.test(head);
  return isHanded ? { at: line.length, isOpenEnded: true, isWeak: true } : undefined;
}

const ATTRIBUTION =
  /[(—–-]\s?((?:from|source|quoted|aus|quelle|laut|extrait|tiré|fuente|fonte|из)[\s:][^()]{2,80})\)?[.!?]?\s*$/iu;

/** True for a line that ends with the name of the text that it was taken from: "(from the spec, section 3)". */
export const isAttributed = (line: string): boolean =>
  has("sources", ATTRIBUTION.exec(line)?.[1]?.toLowerCase() ?? "");

/** True for words that say that a text was received, that somebody said it, or that work on it is wanted. */
export const handsOverText = (look: string): boolean =>
  (["says", "handed", "tasks"] as const).some((list) => has(list, look));

const SOURCE_PREPOSITION = /(?<!\p{L})(?:from|by|of|von|vom|de|du|del|di|da|do|от|из)(?!\p{L})/u;
const SOURCE_AT_MAX = 6;

/** True for a line that is the title of a text: "transcript of the call with Dana". */
export function titlesSource(look: string): boolean {
  const source = words("sources").exec(look);
  return source !== null && source.index <= SOURCE_AT_MAX && SOURCE_PREPOSITION.test(look);
}

/** True for the person's own heading that names the subject of rules: "for the database:". */
export const namesTopic = (look: string): boolean => /[:：]\s*$/u.test(look) && has("topics", look);

/** True for words that name a place from which texts are copied. */
export const namesSource = (look: string): boolean => has("sources", look) || has("printed", look);

const QUESTION_WORDS_MIN = 4;

/**
 * True for a request or question whose object is named and is not a text ("translate the error messages", "why did you use npm"). No text
 * has to follow it.
 */
export function namesItsObject(end: string): boolean {
  if (phrasePattern(POINTS_AT).test(end.replace(/\s(?:here|hier|ici|aquí|qui|aqui)\s?[?.!]*$/u, "")))
    return false;
  if (phrasePattern(YOUR_WORK).test(end)) return true;
  const isText = (part: string): boolean => phrasePattern(TEXT_WORK).test(part) || has("sources", part);
  const [, ...objects] = end.split(new RegExp(phrasePattern(OBJECT_BEGINS).source, "gu"));
  if (objects.some((object) => object.trim() !== "" && !isText(object))) return true;
  return (
    phrasePattern(WHY, "first").test(end) &&
    !isText(end) &&
    end.trim().split(/\s+/u).length >= QUESTION_WORDS_MIN
  );
}

/** The last sentence of a line. The words before it are the person's own. */
function lastSentence(text: string): string {
  const end = /^.*[.!?。！？]\s+(?=\S)/u.exec(text)?.[0].length ?? 0;
  return text.slice(end);
}

/** True for a line that asks for work on the text above it, or says that it is another's. */
export function handsBack(line: string): boolean {
  const read = line.toLowerCase();
  return (
    line.length <= LINE_HEAD_MAX &&
    (has("tasks", read) || attributes(/^[^.!?。！？]*/u.exec(read)?.[0] ?? ""))
  );
}

const attributes = (look: string): boolean =>
  phrasePattern(POINTS_BACK, "first").test(look) &&
  (phrasePattern(OTHERS).test(look) || has("handed", look) || (has("sources", look) && has("says", look))) &&
  !/ (?:wants?|wanted|needs?|expects?|asked for|braucht|will|veut|quiere\p{L}*|vuole|quer|хочет)(?!\p{L})/u.test(
    look,
  );

/** True for a line that a mail program puts above a mail that it quotes. */
export function isMailHead(line: string): boolean {
  if (line.length > 300 || !/\d|@|-{2}|—/.test(line)) return false;
  const read = line.trim().toLowerCase();
  return /[:：]$|-{2,}$/u.test(read) && has("wrote", read);
}

const SHORT_LINE = 60;

/** A greeting or farewell as in letters: a few words alone on a line. */
export const isGreeting = (line: string): boolean => isLetterLine("greetings", line, /[,!，！、:：]\s*$/u);
export const isFarewell = (line: string): boolean => isLetterLine("farewells", line, /[,!.，！。]?\s*$/u);

function isLetterLine(list: "greetings" | "farewells", line: string, end: RegExp): boolean {
  const read = line.trim().toLowerCase();
  if (read === "" || read.length > SHORT_LINE || !end.test(read)) return false;
  const met = words(list).exec(read);
  return met?.index === 0 && read.split(/\s+/u).length <= 5;
}

/** Whether a sentence reports another person's decision, order or permission. */
export const reportsAnother = (look: string): boolean =>
  has("reports", look) || phrasePattern(IF_SAID).test(look) || mentionsOrder(look) || isEmbedded(look);

/** Position up to which an order counts as the beginning of another person's words. */
const ORDER_AT_MAX = 24;

const hasOrderAt = (read: string, max: number): boolean =>
  [ORDER_BEGINS, ADDRESSED].some((list) => (phrasePattern(list).exec(read)?.index ?? max + 1) <= max);

/** True for a text that begins with words that occur only at the start of a decision or an order. */
function beginsOutright(read: string): boolean {
  return phrasePattern(OUTRIGHT_BEGINS).exec(read)?.index === 0;
}

const CLAUSE_WORDS_MIN = 3;
/** "is this sentence a decision or a preference: …" is about the following words. */
const NAMES_SENTENCE = /(?<!\p{L})(?:sentence|phrase|satz|frase|предложение|句子|文)(?!\p{L})/u;

/** True for words before a colon that are more than a topic, and neither the person's own heading nor about themselves. */
function isClause(head: string): boolean {
  const isLong = head.trim().split(/\s+/u).length >= CLAUSE_WORDS_MIN;
  if (isLong && NAMES_SENTENCE.test(head)) return true;
  return isLong && !has("topics", head) && !phrasePattern(OWN_HEAD).test(head);
}

/** True if the name of a text directly precedes an order: "add a test with the input from now on …". */
function mentionsOrder(look: string): boolean {
  const order = phrasePattern(ORDER_BEGINS).exec(look);
  if (
    order === null ||
    !phrasePattern(COMPOSES, "first").test(look) ||
    LABEL_ALONE.test(look.slice(0, order.index))
  )
    return false;
  const isLast = look.slice(order.index + order[0].length).trim() === "";
  return (
    !isLast &&
    phrasePattern(WORDS_NAMED, "last", NAME_TAIL).test(
      look.slice(Math.max(0, order.index - NAME_MAX), order.index),
    )
  );
}

const EMBEDDING_WORDS_MIN = 2;
/** "ainda não decidimos": a decision that was not made is not an order. */
const ENDS_IN_NEGATION = /(?<!\p{L})(?:not|n't|nicht|pas|no|non|não|не)$/u;

/** True if the first order of a sentence begins a quotation: 'their answer was "we always use …"'. */
export function quotesOrder(sentence: string): boolean {
  const read = sentence.toLowerCase();
  const quoted = /(?<=\S\s)["“”„«「]([^"“”„«»」]{12,})["”“»」]/u.exec(read);
  if (quoted === null || !hasOrderAt(quoted[1] ?? "", ORDER_AT_MAX)) return false;
  const order = phrasePattern(ORDER_BEGINS).exec(read) ?? phrasePattern(ADDRESSED).exec(read);
  return order === null || order.index > quoted.index;
}

/** True if an order is inside a clause with another speaker: "the sticker reads from now on …". */
function isEmbedded(look: string): boolean {
  const order = phrasePattern(OUTRIGHT_BEGINS).exec(look);
  if (order === null) return false;
  const [before, after] = [look.slice(0, order.index).trimEnd(), look.slice(order.index + order[0].length)];
  if (phrasePattern(WHEN_OR_WHERE, "first").test(before) || ENDS_IN_NEGATION.test(before)) return false;
  if (!/[\p{L}\p{N}"”»')=]$/u.test(before) || before.split(/\s+/u).length < EMBEDDING_WORDS_MIN) return false;
  return (
    after.trim().split(/\s+/u).length > 1 &&
    !phrasePattern(SPEAKS).test(before) &&
    !phrasePattern(JOINS, "last").test(before)
  );
}

/** Whether a report is denied in the same sentence or in the next one. */
export const isDenied = (look: string, next: string): boolean =>
  has("says", look) && (has("denies", look) || has("denies", next));
