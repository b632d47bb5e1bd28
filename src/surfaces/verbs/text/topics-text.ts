import type { WorkingPage } from "../../../app/briefing/working-memory.ts";
import type { Topics } from "../../../app/items/topics.ts";
import { printable } from "../../../core/text/printable.ts";
import { day } from "./columns.ts";
import { itemLine } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";
import { count } from "./tape-text.ts";

/** Topics in a list, or one topic with its crystal and its units. */
export function topicsText(topics: Topics, paint: Paint): string {
  return topics.units === undefined ? listText(topics, paint) : topicText(topics, paint);
}

function listText({ topics, total }: Topics, paint: Paint): string {
  if (topics.length === 0) return "No topics yet. For an overview: tidemark status";
  const most = Math.max(...topics.map(({ topic }) => oneLine(topic).length));
  const width = Math.min(NAME_MAX, most);
  const lines = topics.map(({ topic, units, changed_at, has_crystal }) => {
    const name = oneLine(topic).padEnd(width);
    const facts = `${count(units, "unit")}, ${day(changed_at)}${has_crystal ? ", compiled" : ""}`;
    return `${paint.strong(name)}  ${facts}`;
  });
  const more = total > topics.length ? [paint.faint(`${topics.length} of ${total}; more with --limit`)] : [];
  return [...lines, ...more].join("\n");
}

/** A longer name shifts only its own columns. */
const NAME_MAX = 24;

function topicText({ topics, crystal, units = [] }: Topics, paint: Paint): string {
  const [line] = topics;
  const compiled = (crystal?.text ?? "")
    .split("\n")
    .map((text, i) => text.replace(`[${crystal?.cites[i]}]`, () => `[${crystal?.labels[i]}]`))
    .join("\n");
  const left = crystal && crystal.left_out > 0 ? [paint.faint(`+${crystal.left_out} more`)] : [];
  const page = crystal ? [printable(compiled), ...left, ""] : [];
  const total = line?.units ?? 0;
  const rest = total > units.length ? [paint.faint(`${units.length} of ${total}; more with --limit`)] : [];
  return [
    `${paint.strong(oneLine(line?.topic ?? ""))}  ${count(total, "unit")}${crystal ? ", compiled" : ""}`,
    "",
    ...page,
    ...units.map((unit) => itemLine(unit, paint)),
    ...rest,
  ].join("\n");
}

/** The page and, for a person, the path of its file. */
export function workingText({ text, path, refreshed_for }: WorkingPage, paint: Paint): string {
  const page = printable(text.trimEnd());
  if (path === undefined || !Number.isFinite(paint.width)) return page;
  const why = refreshed_for.length > 0 ? ` (updated: ${refreshed_for.join(", ")})` : "";
  return `${page}\n\n${paint.faint(`${oneLine(path)}${why}`)}`;
}
