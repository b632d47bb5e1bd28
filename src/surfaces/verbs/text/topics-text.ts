import type { WorkingPage } from "../../../app/briefing/working-memory.ts";
import type { Topics } from "../../../app/items/topics.ts";
import { day } from "./columns.ts";
import { itemLine } from "./item-text.ts";
import { flow, oneLine, type Paint, printable } from "./paint.ts";
import { count } from "./tape-text.ts";

/** Topics in a list, or one of them with its crystal and its units. */
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
    return flow({ text: `${paint.strong(name)}  `, width: name.length + 2 }, facts, {
      indent: "    ",
      width: paint.width,
    });
  });
  const more = total > topics.length ? [paint.faint(`${topics.length} of ${total}; more with --limit`)] : [];
  return [...lines, ...more].join("\n");
}

/** A longer name moves its facts, not those of all others. */
const NAME_MAX = 24;

function topicText({ topics, crystal, units = [] }: Topics, paint: Paint): string {
  const [line] = topics;
  const compiled = (crystal?.text ?? "")
    .split("\n")
    .map((text, i) => text.replace(`[${crystal?.cites[i]}]`, () => `[${crystal?.labels[i]}]`))
    .join("\n");
  const left = crystal && crystal.left_out > 0 ? [paint.faint(`+${crystal.left_out} more`)] : [];
  const page = crystal ? [...fitted(compiled, paint), ...left, ""] : [];
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

/** The page, and for whoever looks at it where it lies as a file. */
export function workingText({ text, path, refreshed_for }: WorkingPage, paint: Paint): string {
  const page = fitted(text.trimEnd(), paint).join("\n");
  if (path === undefined || !Number.isFinite(paint.width)) return page;
  const why = refreshed_for.length > 0 ? ` (updated: ${refreshed_for.join(", ")})` : "";
  const note = flow({ text: "", width: 0 }, `${oneLine(path)}${why}`, { indent: "", width: paint.width });
  return `${page}\n\n${note.split("\n").map(paint.faint).join("\n")}`;
}

/** Lines that fit the screen; a wrapped list entry continues under its text. */
function fitted(text: string, paint: Paint): string[] {
  return printable(text)
    .split("\n")
    .map((line) => {
      const indent = line.startsWith("- ") ? "  " : "";
      return flow({ text: "", width: 0 }, line, { indent, width: paint.width });
    });
}
