import { handsBack, isAttributed, isFarewell, isGreeting, isMailHead, leadInOf } from "./lead-ins.ts";
import { asksAboutText, isPolished, markForeignParagraphs } from "./paragraph-voice.ts";
import { markNamedBlocks, markPrinted, markRows, markSettings } from "./pasted-blocks.ts";
import {
  FENCE,
  isChatHead,
  isHeading,
  isNameAlone,
  isNameAndTime,
  isPastedLine,
  isRecordLine,
  isRuler,
  LINE_MAX,
  labelOf,
} from "./pasted-lines.ts";
import { quotedRanges } from "./quoted-ranges.ts";
import {
  type Certainty,
  isBlank,
  isOwn,
  nextText,
  paragraphEnd,
  raise,
  raiseAll,
  type TurnLine,
} from "./turn-lines.ts";

/** A verbatim part of a turn. */
export type Region = { readonly text: string; readonly certainty: Certainty };

/** Minimum number of ticket or mail lines that make a document. */
const RECORD_LINES_MIN = 2;

/** Splits a person's turn into their own words and pasted text. Each step makes one pass and only lowers the certainty of lines. */
export function pastedRegions(text: string): Region[] {
  const lines: TurnLine[] = text
    .split("\n")
    .map((line) => ({ text: line, from: 0, to: line.length, certainty: "own" }));
  for (const step of STEPS) step(lines);
  markQuotes(text, lines);
  markLeadIns(lines);
  markLeadOuts(lines);
  markForeignParagraphs(lines);
  return regionsOf(lines);
}

const STEPS = [
  markFences,
  markHereDocuments,
  markComments,
  markMarkup,
  markDiffs,
  markChats,
  markMails,
  markRecords,
  markRulers,
  markSettings,
  markPrinted,
  markNamedBlocks,
  markRows,
  markPastedLines,
  markHeadings,
] as const;

/** Marks fenced blocks. A fence is closed by one of the same kind; an unclosed one extends to the end. */
function markFences(lines: readonly TurnLine[]): void {
  let open: string | undefined;
  for (const line of lines) {
    const fence = FENCE.exec(line.text.slice(0, LINE_MAX))?.[1];
    const closes =
      open !== undefined && fence !== undefined && fence[0] === open[0] && fence.length >= open.length;
    if (open !== undefined || fence !== undefined) raise(line, "quoted");
    if (closes) open = undefined;
    else open ??= fence;
  }
}

const HERE_DOCUMENT = /<<[-~]?\s?(["']?)([A-Za-z_]\w{1,30})\1/;

function markHereDocuments(lines: readonly TurnLine[]): void {
  let end: string | undefined;
  for (const line of lines) {
    if (end !== undefined) {
      raise(line, "quoted");
      if (line.text.trim() === end) end = undefined;
    } else if (isOwn(line)) {
      end = HERE_DOCUMENT.exec(line.text.slice(0, LINE_MAX))?.[2];
      if (end !== undefined) raise(line, "quoted");
    }
  }
}

/** Starts of comments and long strings of code at the beginning of a line, with their ends. */
const COMMENTS: readonly (readonly [open: RegExp, close: string])[] = [
  [/^\s*\{?\/\*/, "*/"],
  [/^\s*<!--/, "-->"],
  [/^\s*"""/, '"""'],
  [/^\s*'''/, "'''"],
];

function markComments(lines: readonly TurnLine[]): void {
  let close: string | undefined;
  for (const line of lines) {
    const read = line.text;
    if (close !== undefined) {
      raise(line, "quoted");
      if (read.includes(close)) close = undefined;
      continue;
    }
    const opened = isOwn(line) ? COMMENTS.find(([open]) => open.test(read.slice(0, LINE_MAX))) : undefined;
    if (!opened) continue;
    raise(line, "quoted");
    const [open, end] = opened;
    const begin = open.exec(read)?.[0].length ?? 0;
    if (!read.includes(end, begin)) close = end;
  }
}

const TAG_LINE = /^\s*<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/;

/** Marks mark-up from a tag at the start of a line to the line that closes it, or to the end of the paragraph. */
function markMarkup(lines: readonly TurnLine[]): void {
  const closing = new Map<string, number>();
  for (const [i, { text }] of lines.entries())
    for (const [, name = ""] of text.slice(0, LINE_MAX).matchAll(/<\/([A-Za-z][\w-]{0,40})>/g))
      closing.set(name, i);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const name = line && isOwn(line) ? TAG_LINE.exec(line.text.slice(0, LINE_MAX))?.[1] : undefined;
    const end = name === undefined ? undefined : closing.get(name);
    if (end === undefined || end < i) continue;
    raiseAll(lines, [i, end + 1], "quoted");
    i = end;
  }
}

const DIFF_HEAD = /^(?:diff --git |index [0-9a-f]{6,40}\.\.|@@ |\+\+\+ \S|--- \S)/;

/** Marks a diff from its head on, as long as the lines begin like lines of a diff. */
function markDiffs(lines: readonly TurnLine[]): void {
  let [isDiff, isAfterBlank] = [false, false];
  for (const line of lines) {
    if (DIFF_HEAD.test(line.text)) isDiff = true;
    else if (isAfterBlank && !isBlank(line)) isDiff &&= /^[ +@\\-]/.test(line.text);
    if (isDiff) raise(line, "quoted");
    isAfterBlank = isBlank(line);
  }
  let i = nextText(lines, 0);
  while (i < lines.length) {
    const end = paragraphEnd(lines, i);
    const part = lines.slice(i, end);
    const [added, removed] = [/^\+ /, /^-[ \S]/].map((form) => part.some(({ text }) => form.test(text)));
    if (added && removed) raiseAll(lines, [i, end], "uncertain");
    i = nextText(lines, end);
  }
}

/** Marks lines of a chat: after a name and a time, or after the names of speakers that take turns. */
function markChats(lines: readonly TurnLine[]): void {
  const isTimed = lines.filter(({ text }) => isNameAndTime(text)).length > 1;
  const isHead = (text: string): boolean => isChatHead(text) || (isTimed && isNameAndTime(text));
  const heads = lines.flatMap((line, i) =>
    isOwn(line) && isHead(line.text) && i + 1 < lines.length ? [i] : [],
  );
  for (const [n, head] of heads.entries()) {
    const name = lines[head - 1];
    if (name && isOwn(name) && isNameAlone(name.text)) raise(name, "quoted");
    raiseAll(lines, [head, heads[n + 1] ?? paragraphEnd(lines, head)], "quoted");
    if (n === heads.length - 1) raiseAll(lines, [head, lines.length], "uncertain");
  }
  const labels = lines.map((line) => (isOwn(line) ? labelOf(line.text) : undefined));
  const speakers = turnTakers(labels);
  const isSpoken = (label: string | undefined): boolean =>
    label !== undefined && (speakers.has(label) || isSpeakerLabel(label));
  const spoken = labels.flatMap((label, i) => (isSpoken(label) ? [i] : []));
  let end = 0;
  for (const at of spoken) {
    if (at < end) continue;
    end = paragraphEnd(lines, at);
    raiseAll(lines, [at, end], "quoted");
  }
}

/** Labels that occur again after another speaker. */
function turnTakers(labels: readonly (string | undefined)[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const back = new Set<string>();
  let last: string | undefined;
  for (const label of labels) {
    if (label === undefined) continue;
    if (label !== last && seen.has(label)) back.add(label);
    seen.add(label);
    last = label;
  }
  return back.size === 0 ? back : seen;
}

/** Marks a quoted or forwarded mail, and a letter from its greeting to its signature. */
function markMails(lines: readonly TurnLine[]): void {
  const head = lines.findIndex((line) => isOwn(line) && isMailHead(line.text));
  if (head >= 0) raiseAll(lines, [head, lines.length], "quoted");
  const greeting = lines.findIndex((line) => isOwn(line) && isGreeting(line.text));
  const farewell = lines.findLastIndex((line) => isOwn(line) && isFarewell(line.text));
  if (greeting >= 0 && farewell > greeting + 1) raiseAll(lines, [greeting, lines.length], "quoted");
  // A farewell with a name below or beside it ends a letter, and so does a name with a title or a telephone number.
  const name = lines[farewell]?.text.split(",")[1]?.trim() || lines[farewell + 1]?.text.trim();
  const close =
    farewell > 0 && name && isNameAlone(name) ? farewell : lines.findIndex(({ text }) => CARD.test(text));
  raiseAll(lines, [0, close + 1], "uncertain");
}

/** The forms of a signature below a mail. */
const CARD =
  /^\p{Lu}[\p{L}. ]{2,40} [|·] \p{Lu}[^|·]{2,40} [|·] \p{Lu}|^(?:[Tt]el|[Pp]hone|[Mm]obile?|[Ff]ax|[Tt]él|[Tt]eléfono|[Tt]elefon[eo]?|[Тт]ел)[.:]{1,2}\s?[+(]?\d|^-- ?$/u;

/** Marks a document that follows introducing words. */
function markRecords(lines: readonly TurnLine[]): void {
  const marks = lines.flatMap((line, i) =>
    isOwn(line) && line.text !== "" && isRecordLine(line.text) ? [i] : [],
  );
  if (marks.length >= RECORD_LINES_MIN) raiseAll(lines, [marks[0] ?? 0, lines.length], "quoted");
}

/** Marks the text between two rulers. The text below the last ruler becomes uncertain. */
function markRulers(lines: readonly TurnLine[]): void {
  const rulers = lines.flatMap((line, i) => (isOwn(line) && isRuler(line.text) ? [i] : []));
  for (let n = 0; n + 1 < rulers.length; n += 2)
    raiseAll(lines, [rulers[n] ?? 0, (rulers[n + 1] ?? 0) + 1], "quoted");
  const last = rulers.at(-1);
  if (last !== undefined && (rulers.length % 2 === 1 || rulers[0] === 0))
    raiseAll(lines, [last, lines.length], "uncertain");
}

function markPastedLines(lines: readonly TurnLine[]): void {
  for (const line of lines) if (isOwn(line) && isPastedLine(line.text)) raise(line, "quoted");
  // A line between two printed lines is printed as well. Answers may stand between lines of a mail, and requests between fences.
  let isPrinted = false;
  let between: TurnLine[] = [];
  for (const line of lines) {
    const isMark = line.certainty === "quoted" && !/^\s*(?:>|```|~~~|[-+*])/.test(line.text);
    if (isMark && isPrinted) for (const each of between) raise(each, "uncertain");
    if (isMark || isBlank(line) || line.certainty === "quoted") [isPrinted, between] = [isMark, []];
    else between.push(line);
  }
}

/** Marks text with headings as uncertain: the person may have pasted a document or written one. */
function markHeadings(lines: readonly TurnLine[]): void {
  const first = lines.findIndex((line) => line.certainty !== "uncertain" && isHeading(line.text));
  if (first >= 0) raiseAll(lines, [first, lines.length], "uncertain");
}

/** Marks quotations that continue over the end of a line. */
function markQuotes(text: string, lines: readonly TurnLine[]): void {
  const ranges = quotedRanges(text);
  let [offset, n] = [0, 0];
  for (const line of lines) {
    const end = offset + line.text.length;
    while (n < ranges.length && (ranges[n]?.to ?? 0) <= offset) n++;
    const range = ranges[n];
    if (range && range.from < end) {
      if (range.from > offset) line.to = range.from - offset;
      else if (range.to < end) line.from = range.to - offset;
      else raise(line, "quoted");
    }
    offset = end + 1;
  }
}

/** Marks the text that a line introduces: the next paragraph is another person's, and later ones may be. */
function markLeadIns(lines: readonly TurnLine[]): void {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (!line || !isOwn(line) || isBlank(line)) continue;
    if (isAttributed(line.text.slice(-LINE_MAX))) raise(line, "uncertain");
    const given = leadInOf(line.text.slice(0, line.to));
    if (!given) continue;
    const isWithin = given.at < line.text.trimEnd().length;
    if (isWithin && given.isWeak) raise(line, "uncertain");
    else if (isWithin) line.to = Math.min(line.to, given.at);
    i = isWithin ? handOver(lines, i + 1, given) : handOver(lines, nextText(lines, i + 1), given);
  }
}

type LeadInForm = { readonly isOpenEnded: boolean; readonly isWeak: boolean };

/** Marks the pasted text that begins at a line, and returns the line where the person continues. */
function handOver(lines: readonly TurnLine[], from: number, { isOpenEnded, isWeak }: LeadInForm): number {
  const first = lines[from];
  // A block with its own marks ends where these marks end.
  if (!first || !isOwn(first)) return from - 1;
  if (isQuotation(first.text)) {
    raise(first, "quoted");
    return from;
  }
  const end = paragraphEnd(lines, from);
  raiseAll(lines, [from, end], isWeak ? "uncertain" : "quoted");
  if (isOpenEnded) raiseAll(lines, [end, lines.length], "uncertain");
  return isOpenEnded ? lines.length : end;
}

/** True for a line that consists of one quotation. */
const isQuotation = (line: string): boolean => /^\s*["“”«„「『'‘].*["”“»」』'’][.!?。]?\s*$/u.test(line);

/** Marks the text above a last paragraph that asks for work on a text, because it may be that text. */
function markLeadOuts(lines: readonly TurnLine[]): void {
  const last = lines.findLastIndex((line) => !isBlank(line));
  const line = lines[last];
  const before = lines[last - 1];
  const isAlone = before !== undefined && isBlank(before);
  if (!line || !isOwn(line) || !isAlone) return;
  const above = lines
    .slice(0, last)
    .filter(isOwn)
    .map(({ text }) => text)
    .join("\n")
    .trim();
  const isHandedBack = handsBack(line.text) || asksAboutText(line.text) || isPolished(above, line.text);
  if (isHandedBack) raiseAll(lines, [0, last], "uncertain");
}

/** Joins consecutive lines of the same certainty to regions. */
function regionsOf(lines: readonly TurnLine[]): Region[] {
  const regions: Region[] = [];
  let [current, certainty]: [string[], Certainty] = [[], "own"];
  const end = (): void => {
    const text = current.join("\n");
    if (text.trim() !== "") regions.push({ text, certainty });
    current = [];
  };
  const add = (text: string, next: Certainty): void => {
    if (next !== certainty) end();
    certainty = next;
    current.push(text);
  };
  for (const line of lines) {
    const { text, from, to } = line;
    if (from > 0) add(text.slice(0, from), "quoted");
    if (from > 0) end();
    add(text.slice(from, to), line.certainty);
    if (to < text.length) {
      end();
      add(text.slice(to), "quoted");
      end();
    }
  }
  end();
  return regions;
}

/** Words before the colon at the start of a chat line: given names, and roles of people. Other labels are a person's own ("Backend: …"). */
const GIVEN_NAMES = `aaron adam ahmed alex alexander alexandra alice alicia amir amy ana anders andrea andreas andrew andy angela anita anja ann anna anne anton antonio arjun ben
  benjamin bernd bob boris brian bruno carla carlos carmen carol caroline chen chiara chloe chris christian christina claire clara dan daniel daniela dave david deepak diana diego dmitri
  eduardo elena eli elias elif elisa ella emil emily emma erik eric erika eva fabian fatima felix fernando frank franz frida gabriel george gina giorgio giulia grace greg hannah hans harry heidi
  helen helena henrik henry hiroshi hugo ian igor ines ingrid irina isabel ivan jack jacob jake jakob james jan jana jane jason javier jean jen jenny jens jeff jessica jim joana joe johan john jon jonas
  jorge jose juan julia julian  karen karin karl kate katja kevin kim klaus kofi lars laura lea leo lena   lisa liu lucas lucia luis luca luke lukas maja manuel marc marco marcus
  maria marie mario  markus marta martin mary mateo matt  maya mei mia michael michel miguel mike  mina mohamed monika nadia nick nicolas nina nora olaf oleg olga oliver omar oscar pablo paolo
  patrick paul paula pavel pedro peter petra phil philipp pierre priya rachel rahul raj ralf ravi rita rob robert roberto rosa ruth ryan sam samuel sandra sara sarah sean sergei sergio
  silvia simon sofia sophie stefan steve steven sue susan svetlana tanja tanya tara thomas tim tina tobias tom tomas toni tony uwe vera victor vijay vincent wang wei  wolfgang xavier
  yuki yusuf zhang zoe алексей алиса анна андрей антон борис вадим виктор владимир дарья денис дмитрий евгений екатерина елена иван игорь ирина катя кирилл ксения лена максим маша
 мария михаил наталья никита николай олег ольга павел пётр роман саша светлана сергей татьяна юлия юра 小王 小李 小张 小明 老王 老李 张三 李四 王五 田中 佐藤 鈴木 山田 高橋 伊藤 철수 영희 민수 지민 수진`;

const ROLES = ` q assistant human ai bot gpt chatgpt claude gemini copilot    customer    boss manager pm  cto ceo cfo  teamlead teammate colleague coworker
  reviewer reviewer1 reviewer2 respondent participant speaker caller student patient sprecher teilnehmer befragter intern  interviewer interviewee    maintainer contributor vendor kunde  kollege praktikant nutzer mensch   collègue stagiaire utilisateur
  jefe cliente usuario becario capo utente stagista chefe usuário estagiário клиент начальник менеджер стажёр пользователь 用户 助手 客户 老板 经理 同事 ユーザー アシスタント 上司 部長 同僚 顧客 사용자 어시스턴트 팀장 고객 동료`;

const namesIn = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));
const [NAMES, TITLES] = [namesIn(GIVEN_NAMES), namesIn(ROLES)];

/** True if a label in lower case names a speaker: a title, or a given name with or without another name. */
function isSpeakerLabel(label: string): boolean {
  const [first = "", ...more] = label.split(" ");
  return TITLES.has(label.replace(/ \d{1,3}$/, "")) || (NAMES.has(first) && more.length <= 1);
}
