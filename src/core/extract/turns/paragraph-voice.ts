import { type CueSet, languagesOf, meetsAny, meetsFirst } from "../statements/languages.ts";
import { isDocumentLine, isPasteMark, isTitle, isWrapped, TITLE_WORDS_MAX } from "./document-lines.ts";
import {
  handsOverText,
  isGreeting,
  namesItsObject,
  namesSource,
  namesTopic,
  titlesSource,
} from "./lead-ins.ts";
import { isListed } from "./pasted-lines.ts";
import { phrasePattern } from "./phrase-pattern.ts";
import { isOwn, nextText, paragraphEnd, raiseAll, type TurnLine } from "./turn-lines.ts";
import {
  CONFIRMS,
  GOES_ON,
  LEFT_OPEN,
  LOOKED_UP,
  ORDER_BEGINS,
  OTHERS,
  OWN_LABELS,
  POINTS_AT,
  POSSESSIVES,
  TEXT_WORK,
  THANKS,
} from "./voice-words.ts";

/**
 * The assumed speaker of the next paragraph: the person continues, somebody else's text follows, or it is open. If it is open, the
 * paragraph must show by itself that it is the person's.
 */
type NextVoice = "person" | "other" | "open";

/** Consecutive non-blank lines of a turn. */
type Paragraph = { readonly from: number; readonly to: number; readonly text: string };

/** Number of characters of a paragraph that are checked. */
const READ_PARAGRAPH_MAX = 2000;
/** Maximum length of the sentences that introduce a text. */
const REQUEST_MAX = 220;
const REMARK_MAX = 120;
/** Maximum number of paragraphs; nobody dictates more in one turn. */
const PARAGRAPHS_MAX = 60;

/**
 * Marks paragraphs as uncertain if nothing shows that they are the person's own. The first paragraph shows the person's style. A later one
 * is theirs only if the one before it leaves them speaking, or if the paragraph itself shows it.
 */
export function markForeignParagraphs(lines: readonly TurnLine[]): void {
  const paragraphs = paragraphsOf(lines);
  const [first] = paragraphs;
  if (!first) return;
  const beyond = paragraphs[PARAGRAPHS_MAX];
  if (beyond) raiseAll(lines, [beyond.from, lines.length], "uncertain");
  const tongues = languagesOf(
    paragraphs
      .map(({ text }) => text)
      .join("\n")
      .slice(0, READ_PARAGRAPH_MAX),
  );
  let [voice, isDocument]: [NextVoice, boolean] = ["person", false];
  let [isAfterOwn, before] = [true, ""];
  for (const paragraph of paragraphs.slice(0, PARAGRAPHS_MAX)) {
    const own = lines.slice(paragraph.from, paragraph.to).filter(isOwn);
    if (own.length === 0) {
      // A marked block ends where its marks end.
      voice = isDocument ? "open" : "person";
      continue;
    }
    const isFirst = paragraph === first;
    const begun = documentStart(lines, paragraph, isFirst);
    isDocument ||= begun < paragraph.to;
    const isKept: boolean = isFirst || isTheirs(paragraph, voice, { tongues, isAfterOwn, first, before });
    raiseAll(lines, [isKept ? begun : paragraph.from, paragraph.to], "uncertain");
    isAfterOwn = isKept && begun > paragraph.from;
    before = paragraph.text;
    // A log after "the build says" is pasted text.
    const endsMarkedOff: boolean = lines[paragraph.to - 1]?.certainty === "quoted";
    if (endsMarkedOff && !isDocument) voice = "person";
    else voice = isAfterOwn && begun === paragraph.to ? nextVoice(paragraph, tongues) : "other";
  }
}

function paragraphsOf(lines: readonly TurnLine[]): Paragraph[] {
  const found: Paragraph[] = [];
  for (let from = nextText(lines, 0); from < lines.length; ) {
    const to = paragraphEnd(lines, from);
    const text = lines
      .slice(from, to)
      .filter(isOwn)
      .map((line) => line.text.slice(line.from, line.to).trim())
      .join("\n");
    found.push({ from, to, text: text.slice(0, READ_PARAGRAPH_MAX) });
    from = nextText(lines, to);
  }
  return found;
}

/** The first line of a quoted document inside a paragraph; the paragraph's end if there is none. */
function documentStart(lines: readonly TurnLine[], { from, to }: Paragraph, isFirst: boolean): number {
  const texts = lines.slice(from, to).map(({ text }) => text);
  for (const [i, line] of lines.slice(from, to).entries()) {
    if (!isOwn(line)) continue;
    const isHead = isFirst && i === 0;
    const next = lines[from + i + 1];
    if (isHead ? isPasteMark(line.text, next?.text) : isDocumentLine(line.text)) return from + i;
    if (i + 1 < texts.length && next && isOwn(next) && handsOverLines(line.text)) return from + i + 1;
  }
  const isPage = !isFirst && (isGreeting(texts[0] ?? "") || (texts.length === 1 && isTitle(texts[0] ?? "")));
  if (isPage || (!isFirst && isWrapped(texts))) return from;
  return to;
}

/** A line whose end points to the next line. */
function handsOverLines(line: string): boolean {
  const read = line.trim().toLowerCase();
  if (read.length > REMARK_MAX || isListed(line) || phrasePattern(OWN_LABELS).test(read)) return false;
  return (
    phrasePattern(POINTS_AT, "last", "[\\s:：.!]*").test(read.slice(-24)) ||
    phrasePattern(LEFT_OPEN, "last", "[\\s:：]*").test(read.slice(-24)) ||
    (titlesSource(read) && !/[.!?。]$/u.test(read))
  );
}

type ParagraphContext = {
  readonly before: string;
  readonly tongues: readonly CueSet[];
  readonly isAfterOwn: boolean;
  readonly first: Paragraph;
};

/** True if a later paragraph is the person's own. */
function isTheirs(
  { text }: Paragraph,
  voice: NextVoice,
  { tongues, isAfterOwn, first, before }: ParagraphContext,
): boolean {
  const read = text.toLowerCase();
  const goesOn = phrasePattern(GOES_ON, "first").test(read);
  const isGranted: { readonly [each in NextVoice]: () => boolean } = {
    person: () => goesOn || !isPolished(text, first.text) || isSpokenFirst(read, tongues),
    open: () =>
      goesOn || isCasual(text, first.text) || isSpokenFirst(read, tongues) || ordersAlike(text, before),
    other: () => isAfterOwn && goesOn,
  };
  return isGranted[voice]() && !isOtherLanguage(text, first.text);
}

/** True if both texts begin with a lower-case letter, as dictated text does, and the first is more than a keyword. */
const isCasual = (text: string, first: string): boolean =>
  first.split(/\s+/u).length > 2 && [text, first].every((each) => SMALL_START.test(each));

const SMALL_START = /^(?:[-*]|\d{1,2}[.)])?\s{0,3}\p{Ll}/u;
const FULL_STOP = /[.!?。！？]\s*$/u;

/** True for a paragraph that begins with an order and has the same style as the one before: with capitals and full stops, or without. */
const ordersAlike = (text: string, before: string): boolean =>
  phrasePattern(ORDER_BEGINS, "first").test(text.toLowerCase()) &&
  (isListed(before.slice(before.lastIndexOf("\n") + 1)) ||
    [SMALL_START, FULL_STOP].every((sign) => sign.test(text) === sign.test(before)));

const POLISHED_SENTENCES_MIN = 2;

/** True for complete sentences in a turn whose author writes without capitals and full stops. */
export const isPolished = (text: string, first: string): boolean =>
  SMALL_START.test(first) &&
  !FULL_STOP.test(first) &&
  /^\p{Lu}/u.test(text) &&
  (text.match(/\p{L}[.!?](?=\s|$)/gu)?.length ?? 0) >= POLISHED_SENTENCES_MIN;

const isSpokenFirst = (read: string, tongues: readonly CueSet[]): boolean =>
  meetsAny(tongues, "mine", withoutPossessives(firstSentence(read)));

/** "my homework" shows the speaker no more than "the homework" does. */
const withoutPossessives = (read: string): string =>
  read.replace(new RegExp(phrasePattern(POSSESSIVES).source, "gu"), " ");

const firstSentence = (text: string): string => /^[^.!?。！？\n]{0,300}/u.exec(text)?.[0] ?? "";

/** True if two texts have no language in common. */
function isOtherLanguage(text: string, first: string): boolean {
  const before = new Set(languagesOf(first).map(({ name }) => name));
  return !languagesOf(text).some(({ name }) => name !== "any" && before.has(name));
}

/** The assumed speaker after a paragraph of the person. */
function nextVoice({ text }: Paragraph, tongues: readonly CueSet[]): NextVoice {
  const read = text.toLowerCase();
  const isLabel = (phrasePattern(OWN_LABELS).test(read) && !/[?？]|^which /u.test(read)) || namesTopic(read);
  const isDictated = isListed(text.slice(text.lastIndexOf("\n") + 1)) && meetsAny(tongues, "order", read);
  if (!isLabel && !isDictated && isRequest(read, tongues))
    return namesItsObject(lastSentence(read)) && !isLeftOpen(lastSentence(read)) ? "open" : "other";
  const said = withoutPossessives(read);
  const isSpeech =
    (["mine", "ours"] as const).some((list) => meetsAny(tongues, list, said)) ||
    (["order", "settle", "outright", "must"] as const).some((list) => meetsAny(tongues, list, read));
  const isBegun = (["filler", "yes", "no", "task"] as const).some(
    (list) => meetsFirst(tongues, list, read) > 0,
  );
  const isThanks = phrasePattern(THANKS, "first").test(read);
  return isLabel || isSpeech || isBegun || isThanks || isGreeting(text) ? "person" : "open";
}

/** True for a short paragraph about a text that it does not contain. */
function isRequest(read: string, tongues: readonly CueSet[]): boolean {
  if (read.length > REQUEST_MAX) return false;
  const end = lastSentence(read);
  if (handsOverText(end)) return true;
  if (phrasePattern(THANKS, "first").test(read)) return handsOverLines(end);
  if (phrasePattern(POINTS_AT).test(end) || isLeftOpen(end)) return true;
  if (read.length > REMARK_MAX) return false;
  if (meetsFirst(tongues, "asks", end) > 0 || phrasePattern(LOOKED_UP).test(end)) return true;
  const isAsked =
    meetsFirst(tongues, "task", end) > 0 ||
    !(["mine", "ours"] as const).some((list) => meetsAny(tongues, list, withoutPossessives(end)));
  const isNamed = namesSource(end) && (meetsFirst(tongues, "task", end) > 0 || !FULL_STOP.test(end));
  return /[?？]\s*$/u.test(end) || (isAsked && (isNamed || phrasePattern(TEXT_WORK).test(end)));
}

const SHORT_ASK_WORDS_MAX = 5;

/** True for an incomplete sentence, and for a few words that only name the source of a text: "from my boss". */
const isLeftOpen = (end: string): boolean =>
  phrasePattern(LEFT_OPEN, "last", "[\\s:：]*").test(end.slice(-24)) ||
  namesSender(end) ||
  isSourceAlone(end);

/** A few words that name a source and neither ask nor state anything: "top comment under the video". */
const isSourceAlone = (end: string): boolean =>
  namesSource(end) &&
  !/[.!?。！？:：]\s*$/u.test(end) &&
  end.trim().split(/\s+/u).length <= TITLE_WORDS_MAX &&
  !(["mine", "ours", "order", "must", "task"] as const).some((list) => meetsAny(languagesOf(end), list, end));

const namesSender = (end: string): boolean =>
  /^(?:from|by|via|von|vom|de|du|del|da|dal|от)\s/u.test(end) &&
  end.trim().split(/\s+/u).length <= SHORT_ASK_WORDS_MAX &&
  phrasePattern(OTHERS).test(end);

/** True if the last line asks about a text above it: a question that names nothing else, or a few words that point to it. */
export function asksAboutText(line: string): boolean {
  const read = line.trim().toLowerCase();
  if (read.length > REMARK_MAX || phrasePattern(CONFIRMS, "first").test(read) || lastSentence(read) !== read)
    return false;
  const isAsked = /[?？]\s*$/u.test(read) || meetsFirst(languagesOf(line), "asks", read) > 0;
  const isPointed = phrasePattern(POINTS_AT).test(read) && read.split(/\s+/u).length <= SHORT_ASK_WORDS_MAX;
  return (isAsked || isPointed) && !namesItsObject(read);
}

const lastSentence = (text: string): string =>
  text.slice(/^.*[.!?。！？]\s+(?=\S)/su.exec(text)?.[0].length ?? 0);
