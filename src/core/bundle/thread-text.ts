import type { ItemRow } from "../items/items-view.ts";
import { shorten } from "../text/shorten.ts";
import type { SpokenWords } from "../threads/thread.ts";
import { quote, quoteWords } from "./quote.ts";

/** The newest statement of a thread: a unit, or a person's words of which no unit was made. */
export type NewestStatement = {
  /** Whether it surely mentions the same matter; else both are told in full. */
  readonly isSure: boolean;
  /** What people call the item on whose line it is told already. */
  readonly toldBy?: string | undefined;
} & (
  | { readonly item: ItemRow; readonly words?: undefined }
  | { readonly words: SpokenWords; readonly item?: undefined }
);

/** How the thread of an item is told on the item's line. */
export type ThreadTelling = {
  /** What was said after the item; absent when the item is the newest. */
  readonly newest?: NewestStatement;
  /** What was said before the item, newest first. */
  readonly earlier?: readonly ItemRow[];
  /** What was said before is told in few words, without its day. */
  readonly isShort?: boolean;
};

/** Maximum length of an earlier statement, and the maximum number of them on one line. */
const EARLIER_CHARS = 90;
const EARLIER_CHARS_SHORT = 50;
const EARLIER_MAX = 2;

/** A statement with its thread: the newest first, the earlier ones behind it as history. */
export function threadText(text: string, thread: ThreadTelling | undefined): string {
  const { newest, earlier = [], isShort = false } = thread ?? {};
  if (newest === undefined && earlier.length === 0) return text;
  const isReplaced = newest?.isSure === true;
  const first =
    newest === undefined
      ? text
      : isReplaced
        ? newestText(newest)
        : `${withoutFullStop(text)} (${doubtText(newest)})`;
  const history = [
    // The item whose line it is has its day behind the line.
    ...(isReplaced ? [historyText(text, { isShort })] : []),
    ...earlier.map((each) => historyText(quote(each.text), { isShort, day: each.last_seen_at.slice(0, 10) })),
  ].slice(0, EARLIER_MAX);
  return history.length === 0 ? first : [withoutFullStop(first), ...history].join("; ");
}

/** A choice without the alternatives to it: once another one was perhaps taken, they would read as turned down. */
export function withoutTurnedDown(item: ItemRow): ItemRow {
  const listed = Array.isArray(item.rejected) ? `, not ${item.rejected.join(", ")}` : "";
  return listed === "" ? item : { ...item, text: item.text.replace(listed, "") };
}

/** A statement that goes on in the same line. Dots that stand for something left out stay. */
export const withoutFullStop = (text: string): string => text.replace(/(?<!\.)\.$/, "");

/** All that a thread tells on the line of an item: items by their ids, words by the name of their turn. */
export function threadIds({ newest, earlier = [] }: ThreadTelling = {}): string[] {
  const told = earlier.slice(0, EARLIER_MAX).map(({ id }) => id);
  if (newest === undefined || newest.toldBy !== undefined) return told;
  return [newest.item?.id ?? `turn@${newest.words?.position}`, ...told];
}

const newestText = ({ item, words, toldBy }: NewestStatement): string => {
  if (toldBy !== undefined) return `see ${toldBy}`;
  return item === undefined ? `${quoteWords(words.text)} (${words.at.slice(0, 10)})` : quote(item.text);
};

/** What may have replaced a statement: named where it has a line of its own, else quoted. */
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

/** A line of several statements is no longer than this. */
export const JOINED_MAX = 320;

/** Statements in the order in which they were said, without those that another one contains. */
export function distinctStatements(items: readonly ItemRow[]): ItemRow[] {
  const sorted = [...items].sort((a, b) => a.position - b.position);
  const words = sorted.map(({ text }) => wordsOf(text));
  return sorted.filter(
    (_, i) =>
      !words.some((other, j) => j !== i && other.includes(words[i] ?? "") && (other !== words[i] || j < i)),
  );
}

/** The names of what a line tells: those of its distinct statements. */
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

/** So short a sentence may mean another thing in another place. */
const SENTENCE_MIN = 12;

/** A statement without the sentences that are told already, given the words of what was. */
function untoldPart(text: string, told: readonly string[]): string {
  const isNew = (sentence: string): boolean => {
    const words = wordsOf(sentence).replace(/^ and /u, " ");
    return words.length < SENTENCE_MIN || !told.some((each) => each.includes(words));
  };
  return text.split(SENTENCE_END).filter(isNew).join(" ");
}

const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])\s*/u;

const CLOSED = /[.!?:;,。！？：；、，…]\s*$/u;

/** Words only: marks at the end and how it is spaced make no other statement. */
export const wordsOf = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
