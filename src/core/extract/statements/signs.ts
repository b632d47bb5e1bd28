import { statesFact } from "../activity/told-facts.ts";
import { isTrap } from "../activity/told-traps.ts";
import type { KindSaid } from "./classify-sentence.ts";
import type { HeardTurn } from "./heard.ts";
import { type CueSet, meetsAny, meetsFirst } from "./languages.ts";
import { leadOf } from "./lead.ts";
import { passingSigns } from "./passing-words.ts";
import { pointsBack } from "./reference-words.ts";
import { clausesOf, type Sentence } from "./sentences.ts";
import {
  type besideSigns,
  formSigns,
  placeSigns,
  present,
  type SentencePlace,
  type sceneSigns,
  wordSigns,
  wordsAt,
} from "./word-signs.ts";
import { sharedCount, tellingWords } from "./words.ts";

/** An observable feature of a sentence or its context that counts for or against keeping it. */
export type Sign =
  | ReturnType<typeof cueSigns | typeof wordSigns | typeof passingSigns | typeof formSigns>[number]
  | ReturnType<typeof placeSigns | typeof sceneSigns | typeof replySigns>[number]
  | ReturnType<typeof besideSigns>[number][number]
  | `reads as ${KindSaid}`;

/** The context of a sentence. */
export type Setting = {
  /** The agent left a choice open, and this is the person's first sentence after it. */
  readonly isAnswer: boolean;
  /** The agent asked for information, and this is the person's first sentence after it. */
  readonly isInforming: boolean;
  /** It names one of the open alternatives. */
  readonly isChoice: boolean;
  /** Its turn is the first known turn of the session. */
  readonly isFirst: boolean;
  /** It is the first sentence of its turn. */
  readonly isOpening: boolean;
  /** The agent asked whether to do some work. */
  readonly isWorkAsked: boolean;
  /** The turn is long; `isDocument`: so long that only explicit decisions in it count. */
  readonly isLong: boolean;
  readonly isDocument: boolean;
  /** Whether the turn began by refusing the agent's words, or by agreeing to them. */
  readonly isRefusal: boolean;
  readonly isAssent: boolean;
  /** The person asks something in the same turn, before it or after it. */
  readonly hasAsked: boolean;
  readonly asksOn: boolean;
  readonly place: SentencePlace;
  /** Signs of the context that its turn answers. */
  readonly scene: readonly Sign[];
  /** Nothing in the turn asks, doubts, reports or orders a piece of work. */
  readonly isPlain: boolean;
  /** The significant words of the agent's last turn. */
  readonly heard: ReadonlySet<string>;
  /** The turns that followed, up to the agent's answer; empty if the sentence is classified before any answer. */
  readonly reply: readonly HeardTurn[];
  /** Called for every classified sentence, for programs that fit the weights. */
  readonly watch?: Watch | undefined;
};

export type Watch = (sentence: Sentence, signs: ReadonlySet<Sign>) => void;

/** Cue lists that count in any clause of a sentence, and lists that count more in the first clause. */
const ANYWHERE = [
  ...["settle", "pick", "order", "must", "house", "rule", "reject", "against", "norm", "hence"],
  ...["amend", "report", "hedge", "once", "task", "asks", "or", "mine", "ours"],
] as const;
const FIRST = ["order", "must", "settle", "report", "hedge", "finite", "task"] as const;

/** Maximum number of words of a short answer, or of letters in scripts without spaces. */
const NUTSHELL_WORDS = 9;
const NUTSHELL_LETTERS = 16;
/** Number of letters that count as one word in scripts without spaces. */
const LETTERS_A_WORD = 2.5;
const LONG_WORDS = 16;
const SHORT_WORDS = 8;
const FEW_WORDS = 3;

const UNIT = [
  "ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?",
  "sekunden?|minuten?|stunden?|tagen?|tage|wochen?|monate?n?|jahre?n?|zeichen|zeilen|mal",
  "segundos?|minutos?|horas?|días?|dias?|semanas?|meses|años|anos|caracteres|veces|vezes",
  "secondes?|heures?|jours?|semaines?|mois|ans|caractères|fois|second[io]|minut[io]|or[ae]|giorn[io]|settiman[ae]|mes[ie]|ann[io]|volte",
  "сек\\p{L}*|мин\\p{L}*|час\\p{L}*|дн\\p{L}*|день|недел\\p{L}*|месяц\\p{L}*|год\\p{L}*|лет|раз\\p{L}*|гб|мб|кб",
  "kb|mb|gb|tb|kib|mib|gib|ko|mo|go|px|dpi|fps|k?hz|%|chars?|characters|lines?|rows?|times|frames?|retries|attempts",
].join("|");
const QUANTITY = new RegExp(
  `\\d\\s?(?:(?:${UNIT})(?![\\p{L}\\p{N}])|[天秒周次字年日月分回]|小时|分钟|個|個月|时间|時間|문자|글자|일|시간|분|초|주|개월|년|번)`,
  "u",
);
const CODE = /`|\p{Ll}\p{Lu}|\w_\w|\w\/\w|[=+]/u;

/** The signs of a sentence, from its words and its context. */
export function signsOf(sentence: Sentence, tongues: readonly CueSet[], setting: Setting): Set<Sign> {
  const { rest } = leadOf(sentence.look, tongues);
  return new Set<Sign>([
    ...cueSigns(sentence, tongues, setting),
    ...wordSigns(sentence.look, rest),
    ...passingSigns(sentence, setting.place.after),
    ...formSigns(sentence.text),
    ...placeSigns(setting.place),
    ...setting.scene,
    ...replySigns(tellingWords(sentence.look, tongues), setting.reply, tongues),
  ]);
}

/** Signs from the cue lists of the sentence's languages, and from the words that it replies to. */
function cueSigns(sentence: Sentence, tongues: readonly CueSet[], setting: Setting) {
  const { rest, agrees, refuses, isBut } = leadOf(sentence.look, tongues);
  const clauses = clausesOf(rest);
  const [first = ""] = clauses;
  const telling = tellingWords(sentence.look, tongues);
  const echoed = sharedCount(telling, setting.heard);
  const isShort = isElliptic(first, tongues);
  const length = lengthOf(sentence.text);
  return present([
    ...ANYWHERE.map((list) => [list, clauses.some((clause) => meetsAny(tongues, list, clause))] as const),
    ...FIRST.map((list) => [`${list} first`, meetsAny(tongues, list, first)] as const),
    [
      "begins as an order",
      meetsFirst(tongues, "pick", first) > 0 || meetsFirst(tongues, "settle", first) > 0,
    ],
    ["outright", meetsAny(tongues, "outright", sentence.look.replace(/[.!。！]+$/u, ""))],
    ["warns", isTrap(sentence.look, { isAsking: false, isLost: false })],
    ["states a fact", statesFact(sentence)],
    ["contrast", clauses.slice(1).some((clause) => meetsFirst(tongues, "against", clause) > 0)],
    [length, true],
    ["nutshell", isShort],
    ["number", /\d/.test(sentence.look)],
    ["quantity", QUANTITY.test(sentence.look)],
    ["code", CODE.test(sentence.text)],
    ["agrees", agrees],
    ["refuses", refuses],
    ["agrees but", isBut],
    ["answer", setting.isAnswer],
    ["short answer", setting.isAnswer && isShort],
    ["number in a nutshell", isShort && /\d/.test(sentence.look) && !setting.isFirst],
    ["no in a nutshell", isShort && meetsFirst(tongues, "against", rest) > 0],
    ["norm in a nutshell", isShort && meetsAny(tongues, "norm", first) && !setting.isInforming],
    ["nutshell of the first turn", isShort && setting.isFirst && !setting.isOpening],
    ["takes back", meetsFirst(tongues, "amend", sentence.look) > 0],
    ["plain turn", setting.isPlain],
    ["plain first turn", setting.isPlain && setting.isFirst],
    ["informs", setting.isInforming],
    ["choice", setting.isChoice],
    ["work asked", setting.isWorkAsked],
    ["first turn", setting.isFirst],
    ["long turn", setting.isLong],
    ["points back", pointsBack(rest)],
    ["first of all", setting.isFirst && setting.isOpening],
    ["opening", setting.isOpening],
    ["after assent", setting.isAssent],
    ["after refusal", setting.isRefusal],
    ["has asked", setting.hasAsked],
    ["asks on", setting.asksOn],
    ["echo", echoed > 0],
    ["echo of half", echoed > 0 && echoed * 2 >= telling.size],
    ["exclaims", /[!！]\s*$/u.test(sentence.text)],
    ["asks in it", asksIn(rest, tongues)],
    // A sentence that trails off is not decided.
    ["trails off", /(?:\.\.\.|…)\s*$/u.test(sentence.look)],
  ]);
}

function lengthOf(text: string) {
  const words = /\s/.test(text) ? text.split(/\s+/).length : text.length / LETTERS_A_WORD;
  if (words <= FEW_WORDS) return "few words";
  return words <= SHORT_WORDS ? "some words" : words <= LONG_WORDS ? "many words" : "a lot of words";
}

/** True if it contains a question at its beginning, or after a colon or a dash. */
export function asksIn(look: string, tongues: readonly CueSet[]): boolean {
  return look.split(/[:：]\s*|\s[-–—]\s/u).some((part) => meetsAny(tongues, "asks", part.trim()));
}

export function isElliptic(clause: string, tongues: readonly CueSet[]): boolean {
  if (meetsAny(tongues, "finite", clause) || meetsAny(tongues, "report", clause)) return false;
  const words = (clause.match(/[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu) ?? []).length;
  const isSpaced = /\s/.test(clause);
  return isSpaced
    ? words <= NUTSHELL_WORDS
    : clause.length <= NUTSHELL_LETTERS || /^[\p{Script=Latin}\p{N}._/-]+$/u.test(clause);
}

/** Number of words at the beginning of a reply that are checked for signs of what it took up. */
const BEGINNING_WORDS = 3;
const BEGINNING_LETTERS = 200;
const TOOLS_MAX = 3;
const LENGTH_STEPS = 5;
/** Maximum length of a reply that says only "done". */
const SHORT = 40;
/** The share of a statement's words in a reply is counted in thirds. */
const THIRDS = 3;

const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)*|\d+/gu;

/** The agent's reaction to a statement: it acts on settled statements and repeats them, and only discusses others. Empty without a reply. */
function replySigns(telling: ReadonlySet<string>, reply: readonly HeardTurn[], tongues: readonly CueSet[]) {
  const [first] = reply;
  if (!first) return [];
  const tools = reply.filter(({ by }) => by === "tool");
  const said = reply.filter(({ by }) => by === "agent");
  const beginning = (said[0]?.text ?? "").slice(0, BEGINNING_LETTERS).toLowerCase();
  const text = said.map((turn) => turn.text).join("\n");
  const echoed = sharedCount(telling, tellingWords(text.toLowerCase(), tongues)) / Math.max(1, telling.size);
  const taken = sharedCount(telling, tellingWords(beginning, tongues));
  const isAsking = said.some(({ sentences }) => sentences.some(({ isQuestion }) => isQuestion));
  const given = present([
    [`reply by ${first.by}`, true],
    [`reply of tools ${Math.min(TOOLS_MAX, tools.length)}`, true],
    ["reply edits", tools.some(({ isEdit }) => isEdit)],
    ["reply asks", isAsking],
    [`reply of length ${Math.min(LENGTH_STEPS, Math.floor(Math.log2(1 + text.length / SHORT)))}`, true],
    [`reply echoes ${Math.ceil(echoed * THIRDS)}`, true],
    [`reply begins with ${Math.min(THIRDS, taken)}`, true],
  ]);
  return [...given, ...wordsAt("r", (beginning.match(WORD) ?? []).slice(0, BEGINNING_WORDS))];
}
