import type { StaleWarning } from "../freshness/warning.ts";
import type { ItemRow } from "../items/items-view.ts";
import { kindOf } from "../items/kinds.ts";
import { stepsIn } from "../items/plan-steps.ts";
import { statementSpeaker } from "../items/statement-speaker.ts";
import type { WriteCommand } from "../suggestion.ts";
import type { Instant } from "../tape/event.ts";
import { shorten } from "../text/shorten.ts";
import type { BundleLine } from "./bundle.ts";
import { LINE_MAX, quote, quoteTag, quoteUpTo, quoteWords } from "./quote.ts";
import { reasonText, suggestedAction, suggestedEffect } from "./stale-words.ts";
import {
  JOINED_MAX,
  joinedText,
  lineNames,
  type ThreadTelling,
  threadIds,
  threadText,
  withoutTurnedDown,
  wordsOf,
} from "./thread-text.ts";
import { insightText, type Naming } from "./working.ts";

/** A recalled hit, as a bundle shows it. */
export type RecalledEntry = {
  readonly id: string;
  /** The name that people use: `dec#3`, `turn@12`. */
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly by: string;
  readonly at: string;
};

/** The circumstances in which an item is shown: the time, doubts, its thread, and the form of the line. */
export type LineContext = {
  readonly now: Instant;
  readonly isDoubted: boolean;
  /** The item's thread, if the thread has other statements. */
  readonly thread?: ThreadTelling | undefined;
  /** Further items of the same turn that share the line. */
  readonly along?: readonly ItemRow[] | undefined;
  /** Maximum length of the item's text on this line. The default is the length of any line. */
  readonly charactersMax?: number | undefined;
  /** Whether the line omits further names, the day, and the speaker if it was the user. */
  readonly isShort?: boolean;
};

/** The line of an item: its text, its label, who said it, and when it was last said. */
export const itemLine = (item: ItemRow, telling: LineContext): BundleLine => ({
  id: item.id,
  text: () => itemText(item, telling),
  also: [...(telling.along ?? []).map(({ id }) => id), ...threadIds(telling.thread)],
});

function itemText(kept: ItemRow, telling: LineContext): string {
  const { now, isDoubted, thread, along = [], isShort = false } = telling;
  const isSettled = thread?.newest === undefined && !hasUnclearEnd(kept);
  const item = isSettled ? kept : withoutTurnedDown(kept);
  // The line of an expired item already says so.
  const isMarked = isDoubted && kindOf(item.kind).isUnit && !hasRunOut(item, now);
  const day = item.last_seen_at.slice(0, 10);
  const by = statementSpeaker(item);
  const origin = isShort ? [by === "user" ? "" : by] : [by, day];
  const marks = [isMarked ? "doubtful" : "", statusOf(item), ...origin];
  const tags = marks.filter(Boolean).map(String);
  const text =
    typeof item.instead === "string" ? quote(withWayOut(item, item.instead)) : saidText(item, telling);
  const names = lineNames([item, ...along]).slice(0, isShort ? 1 : undefined);
  const told = threadText(text, { ...thread, isShort });
  return `- ${told}${holdsUntil(item, now)} [${[...names, ...tags.map(quoteTag)].join(", ")}]`;
}

/** Whether the list of rejected alternatives could be read as further choices, because several of them have more than one word. */
const hasUnclearEnd = ({ rejected }: ItemRow): boolean =>
  Array.isArray(rejected) && rejected.length > 1 && rejected.some((name) => String(name).includes(" "));

const saidText = (item: ItemRow, { along = [], charactersMax = LINE_MAX }: LineContext): string =>
  along.length === 0
    ? quoteUpTo(item.text, charactersMax)
    : quoteUpTo(joinedText([item, ...along]), JOINED_MAX);

/** Minimum length of a trap's text on its line. */
const TRAP_MIN = 80;

/** The text of a trap with its workaround, unless it names that itself. The text before the workaround is cut first. */
function withWayOut({ text, origin }: ItemRow, instead: string): string {
  // The words of a failed command may also stand in its remedy.
  const isNamed = origin !== "tool" && wordsOf(text).includes(wordsOf(instead));
  if (isNamed && text.length <= LINE_MAX) return text;
  const way = ` Instead: ${instead}`;
  const room = Math.max(TRAP_MIN, LINE_MAX - way.length);
  const told = sentence(text.replace(/\s+/gu, " "));
  return `${shorten(told, room)}${way}`;
}

/** The line of a recalled hit: quoted words, with speaker and date. It shows no age, because the age would differ the next day. */
export function recalledLine({ id, name, kind, text, by, at }: RecalledEntry): BundleLine {
  const said = kind === "turn" || name.startsWith(kind) ? "" : `${kind}, `;
  return {
    id,
    text: () => `- ${quoteWords(text)} [${quoteTag(name)}, ${said}${quoteTag(by)}, ${at.slice(0, 10)}]`,
  };
}

/** The line of a conflict: two units that cannot both be followed, by their labels. */
export function conflictLine(insight: ItemRow, naming: Naming): BundleLine {
  const { id, label, last_seen_at } = insight;
  const day = last_seen_at.slice(0, 10);
  return { id, text: () => `- ${quote(insightText(insight, naming))} [${label}, tidemark, ${day}]` };
}

/** Number of characters of a doubtful item's text, enough to recognise it. */
const DOUBTFUL_MAX = 80;

/** The line of a doubtful item: its text, the reason, and the command that settles it. The command is shown unchanged or not at all. */
export function staleLine(warning: StaleWarning, command: WriteCommand): BundleLine {
  const { id, label, text } = warning;
  const short = shorten(text, DOUBTFUL_MAX);
  const action = command(suggestedAction(warning));
  const settle = quote(action) === action ? action : command({ verb: "stale list" });
  return {
    id,
    text: () =>
      `- ${quoteWords(short)}: ${quote(reasonText(warning))}. To settle it: ${settle} (${suggestedEffect(warning)}) [${label}]`,
  };
}

/** The expiry date. An expired item that nobody ended stays visible with its date. */
function holdsUntil(item: ItemRow, now: Instant): string {
  const { expires_at } = item;
  if (typeof expires_at !== "string") return "";
  return ` (${hasRunOut(item, now) ? "expired on" : "holds until"} ${expires_at.slice(0, 10)})`;
}

const hasRunOut = ({ expires_at }: ItemRow, now: Instant): boolean =>
  typeof expires_at === "string" && Date.parse(expires_at) <= now;

const sentence = (text: string): string => (/[.!?。]$/u.test(text) ? text : `${text}.`);

/** The status, if it is informative: every unit in a bundle is active. */
function statusOf(item: ItemRow): string | undefined {
  if (item.kind === "plan") return stepsOf(item);
  return item.kind === "handoff" && item.status !== "open" ? item.status : undefined;
}

function stepsOf(item: ItemRow): string {
  const steps = stepsIn(item);
  const done = steps.filter((step) => step.status === "done").length;
  return steps.length === 0 ? item.status : `${item.status} ${done}/${steps.length}`;
}
