import type { MemoryLog } from "../../../app/items/log.ts";
import { withMark } from "../../../core/bundle/thread-text.ts";
import { RATINGS, ratingsOf } from "../../../core/freshness/ratings.ts";
import type { ItemRow } from "../../../core/items/items-view.ts";
import { kindOf } from "../../../core/items/kinds.ts";
import { printable } from "../../../core/text/printable.ts";
import { oneLine, type Paint } from "./paint.ts";

/** The indent of a long line's continuation below a label. */
const INDENT = "        ";

/** An item in a list: label, status and text. */
export function itemLine(item: ItemRow, paint: Paint): string {
  const status = item.removed ? "removed" : item.status;
  const topic = typeof item.topic === "string" ? ` #${oneLine(item.topic)}` : "";
  const about = `${item.kind}, ${status}${topic}`;
  return listEntry({ name: item.label, about, text: withMark(item.text, item.thread_mark) }, paint);
}

/** Changes, grouped by the day on which they were recorded. */
export function logText({ changes, has_more }: MemoryLog, paint: Paint): string {
  if (changes.length === 0) return "No changes in that time. To list items: tidemark find";
  const days = [...new Set(changes.map(({ at }) => at.slice(0, 10)))];
  const pages = days.map((day) => {
    const lines = changes
      .filter(({ at }) => at.startsWith(day))
      .map(({ at, did, from, to, agent, label, text }) => {
        const what = did === "transitioned" && from !== undefined ? `moved from ${from} to ${to}` : did;
        const about = `${at.slice(11, 16)} ${what} by ${agent}`;
        return listEntry({ name: label, about, text }, paint);
      });
    return [paint.strong(day), ...lines].join("\n");
  });
  const more = has_more ? [paint.faint("There are more; --limit shows them")] : [];
  return [...pages, ...more].join("\n");
}

/** One entry of a list of named things. */
export function listEntry(
  entry: { readonly name: string; readonly about: string; readonly text: string },
  paint: Paint,
): string {
  const name = oneLine(entry.name).padEnd(INDENT.length - 1);
  const about = oneLine(entry.about);
  return `${paint.strong(name)} ${paint.faint(about)}  ${oneLine(entry.text)}`.trimEnd();
}

/** An item with all its fields. */
export function itemPage(item: ItemRow, paint: Paint): string {
  const fields = Object.keys(kindOf(item.kind).fields).filter((name) => item[name] !== undefined);
  const rows = [
    ...fields.map((name) => [name, valueText(item[name])] as const),
    ["created", `${moment(item.created_at)} by ${oneLine(item.created_by)}`] as const,
    ["changed", `${moment(item.changed_at)} by ${oneLine(item.changed_by)}`] as const,
    ["last seen", moment(item.last_seen_at)] as const,
    ...sourceRows(item),
    ...ratingRows(item),
    ["id", item.id] as const,
  ];
  const said = printable(item.text)
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
  return [
    itemLine({ ...item, text: "" }, paint),
    "",
    ...said,
    "",
    ...rows.map(([name, value]) => row(name, value, paint)),
  ].join("\n");
}

/** Where another tool stored it. */
function sourceRows({ imported_from: source }: ItemRow): (readonly [string, string])[] {
  if (typeof source !== "object" || source === null) return [];
  const parts = new Map(Object.entries(source));
  return [["imported from", oneLine(`${parts.get("file")}, ${parts.get("entry")} (${parts.get("tool")})`)]];
}

/** The item's ratings, each with its number, and when it was last confirmed. */
function ratingRows(item: ItemRow): (readonly [string, string])[] {
  const ratings = ratingsOf(item);
  const counts = RATINGS.flatMap((word) => {
    const count = ratings.filter(({ rating }) => rating === word).length;
    return count === 0 ? [] : [count === 1 ? word : `${word} ${count} times`];
  });
  const last = ratings.at(-1);
  if (!last) return [];
  return [["called", `${counts.join(", ")}; last ${moment(last.at)} by ${oneLine(last.by)}`]];
}

const WIDTH = 13;

/** A name and its value, in columns. */
const row = (name: string, value: string, paint: Paint): string =>
  `  ${paint.faint(name.padEnd(WIDTH))} ${value}`;

const moment = (iso: string): string => iso.replace(/\.\d+Z$/, "Z");

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join("; ");
  if (typeof value === "object" && value !== null && "text" in value && "status" in value) {
    return oneLine(`[${value.status}] ${value.text}`);
  }
  return oneLine(String(value));
}
