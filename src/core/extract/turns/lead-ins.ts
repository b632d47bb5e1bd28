import { cue } from "../statements/cue.ts";
import { LEAD_IN_WORDS, type LeadInWords } from "./lead-in-words.ts";

/** How a line hands over what follows it. */
export type LeadIn = {
  /** Where on the line the other's text begins; the length of the line when it begins on the next. */
  readonly at: number;
  /** The whole rest of the message may be the other's; else its next paragraph is. */
  readonly isOpenEnded: boolean;
  /** Nothing but the place where it stands shows that the next lines are another's. */
  readonly isWeak: boolean;
};

/** Letters before a colon, or of a line without one, in which words of handing over are looked for. */
const HEAD_MAX = 160;
const LINE_HEAD_MAX = 140;

const made = new Map<keyof LeadInWords, RegExp>();

/** The lists of all languages as one pattern, made when it is first asked for. */
function words(list: keyof LeadInWords): RegExp {
  const known = made.get(list) ?? cue(LEAD_IN_WORDS.map((each) => each[list]).join(" | "));
  made.set(list, known);
  return known;
}

const has = (list: keyof LeadInWords, text: string): boolean => words(list).test(text);

/** Undefined when a line hands nothing over. */
export function leadInOf(line: string): LeadIn | undefined {
  const read = line.trimEnd();
  if (read === "") return undefined;
  return /[:：]$/u.test(read) ? beforeNextLine(read) : (withinLine(read) ?? weakly(read));
}

function beforeNextLine(line: string): LeadIn | undefined {
  const head = lastSentence(line.slice(-HEAD_MAX)).toLowerCase();
  const isPointed = has("points", head) || (has("articles", head) && !has("topics", head));
  const isOpenEnded =
    has("tasks", head) || has("says", head) || has("handed", head) || (isPointed && has("sources", head));
  const isHanded = isOpenEnded || has("printed", head);
  return isHanded ? { at: line.length, isOpenEnded, isWeak: false } : undefined;
}

/** "translate to French: …", "the docs say: …". A label of one's own ("commit messages: …") hands nothing over. */
function withinLine(line: string): LeadIn | undefined {
  const colon = /[:：](?=\s|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|["“«„「『])|：/u.exec(
    line.slice(0, HEAD_MAX),
  );
  if (!colon) return undefined;
  const head = lastSentence(line.slice(0, colon.index)).toLowerCase();
  const isHanded = has("tasks", head) || (has("says", head) && has("sources", head));
  return isHanded ? { at: colon.index + 1, isOpenEnded: true, isWeak: false } : undefined;
}

function weakly(line: string): LeadIn | undefined {
  if (line.length > LINE_HEAD_MAX) return undefined;
  const head = lastSentence(line).toLowerCase();
  const isFromThere = has("sources", head) && (has("points", head) || has("says", head));
  const isHanded = has("tasks", head) || has("handed", head) || isFromThere || /see below|[👇↓⬇]/u.test(head);
  return isHanded ? { at: line.length, isOpenEnded: true, isWeak: true } : undefined;
}

/** What is said before it in the same line is the person's own. */
function lastSentence(text: string): string {
  const end = /^.*[.!?。！？]\s+(?=\S)/u.exec(text)?.[0].length ?? 0;
  return text.slice(end);
}

/** True for a line that asks for work on the text above it. */
export const handsBack = (line: string): boolean =>
  line.length <= LINE_HEAD_MAX && has("tasks", line.toLowerCase());

/** True for a line that a mail program puts above a mail that it quotes. */
export function isMailHead(line: string): boolean {
  if (line.length > 300 || !/\d|@|-{2}|—/.test(line)) return false;
  const read = line.trim().toLowerCase();
  return /[:：]$|-{2,}$/u.test(read) && has("wrote", read);
}

const SHORT_LINE = 60;

/** A line that greets or takes leave, as letters have it: a few words alone on a line. */
export const isGreeting = (line: string): boolean => isLetterLine("greetings", line, /[,!，！、:：]\s*$/u);
export const isFarewell = (line: string): boolean => isLetterLine("farewells", line, /[,!.，！。]?\s*$/u);

function isLetterLine(list: "greetings" | "farewells", line: string, end: RegExp): boolean {
  const read = line.trim().toLowerCase();
  if (read === "" || read.length > SHORT_LINE || !end.test(read)) return false;
  const met = words(list).exec(read);
  return met?.index === 0 && read.split(/\s+/u).length <= 5;
}

/** True for a sentence that tells what somebody else says was settled, or orders. */
export const reportsAnother = (look: string): boolean => has("reports", look);

/** True for what somebody says is not so, in the same sentence or in the one that follows. */
export const isDenied = (look: string, next: string): boolean =>
  has("says", look) && (has("denies", look) || has("denies", next));
