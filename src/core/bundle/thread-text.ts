import type { ItemRow } from "../items/items-view.ts";
import { shorten } from "../text/shorten.ts";
import type { SpokenWords } from "../threads/thread.ts";
import { quote, quoteWords } from "./quote.ts";

/** The newest statement of a thread: a unit, or a person's words from which no unit was made. */
export type NewestStatement = {
  /** Whether it surely is about the same subject; if not, both statements are shown in full. */
  readonly isSure: boolean;
  /** The label of the item whose line already shows it. */
  readonly toldBy?: string | undefined;
} & (
  | { readonly item: ItemRow; readonly words?: undefined }
  | { readonly words: SpokenWords; readonly item?: undefined }
);

/** How the thread of an item is shown on the item's line. */
export type ThreadTelling = {
  /** The newest later statement; absent if the item is the newest. */
  readonly newest?: NewestStatement;
  /** Earlier statements, newest first. */
  readonly earlier?: readonly ItemRow[];
  /** Whether earlier statements are shortened and without their day. */
  readonly isShort?: boolean;
};

/** Maximum length of an earlier statement, and maximum number of them on one line. */
const EARLIER_CHARS = 90;
const EARLIER_CHARS_SHORT = 50;
const EARLIER_MAX = 2;

/** A statement with its thread: the newest first, then the earlier ones as history. */
export function threadText(text: string, thread: ThreadTelling | undefined): string {
  const { newest, earlier = [], isShort = false } = thread ?? {};
  if (newest === undefined && earlier.length === 0) return text;
  const isReplaced = newest?.isSure === true;
  const first =
    newest === undefined ? text : isReplaced ? newestText(newest) : withMark(text, doubtText(newest));
  const history = [
    // The brackets after the line already contain the day of the line's own item.
    ...(isReplaced ? [historyText(text, { isShort })] : []),
    ...earlier.map((each) => historyText(quote(each.text), { isShort, day: each.last_seen_at.slice(0, 10) })),
  ].slice(0, EARLIER_MAX);
  return history.length === 0 ? first : [withoutFullStop(first), ...history].join("; ");
}

/** A choice without its rejected alternatives. If another alternative was perhaps chosen later, the list would still call it rejected. */
export function withoutTurnedDown(item: ItemRow): ItemRow {
  const listed = Array.isArray(item.rejected) ? `, not ${item.rejected.join(", ")}` : "";
  return listed === "" ? item : { ...item, text: item.text.replace(listed, "") };
}

/** A statement that continues on the same line. An ellipsis at the end stays. */
export const withoutFullStop = (text: string): string => text.replace(/(?<!\.)\.$/, "");

/** A statement with the mark of its thread, if it has one. */
export const withMark = (text: string, mark: unknown): string =>
  typeof mark === "string" ? `${withoutFullStop(text)} (${mark})` : text;

/** Everything that a thread shows on an item's line: items by their ids, words by the name of their turn. */
export function threadIds({ newest, earlier = [] }: ThreadTelling = {}): string[] {
  const told = earlier.slice(0, EARLIER_MAX).map(({ id }) => id);
  if (newest === undefined || newest.toldBy !== undefined) return told;
  return [newest.item?.id ?? `turn@${newest.words?.position}`, ...told];
}

const newestText = ({ item, words, toldBy }: NewestStatement): string => {
  if (toldBy !== undefined) return `see ${toldBy}`;
  return item === undefined ? `${quoteWords(words.text)} (${words.at.slice(0, 10)})` : quote(item.text);
};

/** The text about a possible replacement: its label if it has its own line, else a quote. */
export const doubtText = ({ item, words, toldBy, isSure }: NewestStatement): string => {
  const replaced = isSure ? "replaced" : "perhaps replaced";
  if (item === undefined) {
    const told = toldBy === undefined ? `: ${quoteWords(words.text)}` : `, see ${toldBy}`;
    return `${replaced} on ${words.at.slice(0, 10)}${told}`;
  }
  if (toldBy === undefined) return `${replaced} by: ${quote(item.text)}`;
  return toldBy === item.label ? `${replaced} by ${toldBy}` : `${replaced}, see ${toldBy}`;
};

type HistoryForm = { readonly isShort: boolean; readonly day?: string };

function historyText(text: string, { isShort, day }: HistoryForm): string {
  const told = `earlier: ${shorten(withoutFullStop(text), isShort ? EARLIER_CHARS_SHORT : EARLIER_CHARS)}`;
  return isShort || day === undefined ? told : `${told}, ${day}`;
}

/** Maximum length of a line with several statements. */
export const JOINED_MAX = 320;

/** Statements in the order in which they were said, without those that another one contains. */
export function distinctStatements(items: readonly ItemRow[]): ItemRow[] {
  const sorted = [...items].sort((a, b) => a.position - b.position);
  const words = sorted.map(({ text }) => wordsOf(text));
  const isIn = ({ text }: ItemRow, other: string): boolean =>
    text.split(SENTENCE_END).every((sentence) => other.includes(wordsOf(sentence)));
  return sorted.filter(
    (item, i) => !words.some((other, j) => j !== i && isIn(item, other) && (other !== words[i] || j < i)),
  );
}

/** The labels of the distinct statements on a line. */
export const lineNames = (items: readonly ItemRow[]): string[] =>
  distinctStatements(items).map(({ label }) => label);

export const joinedText = (items: readonly ItemRow[]): string =>
  distinctStatements(items)
    .map(({ text }, i, all) =>
      untoldPart(
        text,
        all.slice(0, i).map((each) => wordsOf(each.text)),
      ),
    )
    .filter((text) => text !== "")
    .map((text, i, all) => (i === all.length - 1 || CLOSED.test(text) ? text : `${text};`))
    .join(" ");

/** A sentence shorter than this may mean something else in another place. */
const SENTENCE_MIN = 12;

/** A statement without the sentences that the given earlier words already contain. */
function untoldPart(text: string, told: readonly string[]): string {
  const isNew = (sentence: string): boolean => {
    const words = wordsOf(sentence).replace(/^ and /u, " ");
    return words.length < SENTENCE_MIN || !told.some((each) => each.includes(words));
  };
  return text.split(SENTENCE_END).filter(isNew).join(" ");
}

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])\s*/u;

const CLOSED = /[.!?:;,。！？：；、，…]\s*$/u;

/** The words of a text, so that closing punctuation and spacing make no difference. */
export const wordsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
