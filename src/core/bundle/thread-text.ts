import type { ItemRow } from "../items/items-view.ts";
import type { SpokenWords } from "../threads/thread.ts";
import { cutAt, quote, quoteWords } from "./quote.ts";

/** The newest statement of a thread: a unit, or a person's words of which no unit was made. */
export type NewestStatement = {
  /** Whether it surely speaks of the same matter; else both are told in full. */
  readonly isSure: boolean;
  /** What people call the item on whose line it is told already. */
  readonly toldBy?: string | undefined;
} & (
  | { readonly item: ItemRow; readonly words?: undefined }
  | { readonly words: SpokenWords; readonly item?: undefined }
);

/** An earlier statement of a thread, and whether the newest one surely takes its place. */
export type ThreadHistory = { readonly item: ItemRow; readonly isSure: boolean };

/** How the thread of an item is told on the item's line. */
export type ThreadTelling = {
  /** What was said after the item; absent when the item is the newest. */
  readonly newest?: NewestStatement;
  /** What was said before the item, newest first. */
  readonly earlier?: readonly ThreadHistory[];
};

/** So much is told of a statement whose place was taken, and of so many on one line. */
const EARLIER_CHARS = 90;
export const EARLIER_MAX = 2;

/** A statement with its thread: the newest first, the earlier ones behind it as history. */
export function threadText(item: ItemRow, text: string, thread: ThreadTelling | undefined): string {
  const { newest, earlier = [] } = thread ?? {};
  if (newest === undefined && earlier.length === 0) return text;
  const own = newest === undefined ? [] : [{ item, text, isSure: newest.isSure }];
  const history = [...own, ...earlier.map((each) => ({ ...each, text: quote(each.item.text) }))];
  const first = newest === undefined ? text : newestText(newest);
  return [first, ...history.slice(0, EARLIER_MAX).map((each) => historyText(each, each.item === item))].join(
    "; ",
  );
}

/** All that a thread tells on the line of an item: items by their ids, words by the name of their turn. */
export function threadIds({ newest, earlier = [] }: ThreadTelling = {}): string[] {
  const told = earlier.slice(0, EARLIER_MAX).map(({ item }) => item.id);
  if (newest === undefined || newest.toldBy !== undefined) return told;
  return [newest.item?.id ?? `turn@${newest.words?.position}`, ...told];
}

const newestText = ({ item, words, toldBy }: NewestStatement): string => {
  if (toldBy !== undefined) return `see ${toldBy}`;
  return item === undefined ? `${quoteWords(words.text)} (${words.at.slice(0, 10)})` : quote(item.text);
};

type HistoryEntry = ThreadHistory & { readonly text: string };

/** The item whose line it is has its name and day behind the line. */
function historyText({ item, text, isSure }: HistoryEntry, isOwn: boolean): string {
  const day = item.last_seen_at.slice(0, 10);
  if (isSure) return `earlier: ${shortened(text)}${isOwn ? "" : `, ${day}`}`;
  return `earlier, may still hold: ${text}${isOwn ? "" : ` (${item.label}, ${day})`}`;
}

const shortened = (text: string): string =>
  text.length <= EARLIER_CHARS ? text : `${cutAt(text, EARLIER_CHARS - 1)}…`;
