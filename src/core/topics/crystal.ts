import type { Item } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { topicName } from "../items/topics-view.ts";
import { mix } from "../mix.ts";
import { byCodePoints } from "../order.ts";

/** The compiled text of one topic. */
export type Crystal = {
  readonly topic: string;
  /** One line a unit: its statement, shortened, and its id in brackets. */
  readonly text: string;
  /** Units that have a line, in the order of the lines. */
  readonly cites: readonly string[];
  /** Live units of the topic beyond those. */
  readonly left_out: number;
  /** Changes when a unit comes, goes or is told again: a summary made of other inputs is not applied. */
  readonly inputs: string;
};

/** Below this a topic is read faster as it stands. */
const UNITS_MIN = 4;
/** Characters of a whole crystal: about one screen. */
export const CRYSTAL_MAX = 2000;
/** Characters of one line without its id. */
const LINE_MAX = 180;

/** Constraints, preferences and decisions come first, then traps, then other kinds. */
const IMPORTANCE: readonly KindName[] = [
  ...(["constraint", "preference", "decision", "trap", "lesson", "fact", "pattern", "hypothesis"] as const),
];

/** The crystal of a topic, or undefined when too few of its units live. */
export function compileCrystal(
  topic: string,
  units: readonly Item[],
  { minUnits = UNITS_MIN }: { readonly minUnits?: number } = {},
): Crystal | undefined {
  const live = [
    ...new Map(
      units
        .filter((unit) => isLiveUnit(unit) && topicName(unit.topic) === topicName(topic))
        .map((unit) => [unit.id, unit]),
    ).values(),
  ];
  if (live.length < Math.max(1, minUnits)) return undefined;
  const lines: string[] = [];
  const cites: string[] = [];
  let size = 0;
  for (const unit of live.sort(byImportance)) {
    const line = `- ${firstLine(unit.text)} [${unit.id}]`;
    if (size + line.length + 1 > CRYSTAL_MAX) break;
    size += line.length + 1;
    lines.push(line);
    cites.push(unit.id);
  }
  return {
    topic,
    text: lines.join("\n"),
    cites,
    left_out: live.length - cites.length,
    inputs: inputsOf(live),
  };
}

function byImportance(a: Item, b: Item): number {
  return (
    IMPORTANCE.indexOf(a.kind) - IMPORTANCE.indexOf(b.kind) ||
    Number(b.confidence ?? 0) - Number(a.confidence ?? 0) ||
    byCodePoints(b.last_seen_at, a.last_seen_at) ||
    byCodePoints(a.id, b.id)
  );
}

/** Names the inputs by ids, positions and times of change; it guards against mistakes, not against malice. */
function inputsOf(units: readonly Item[]): string {
  const named = units.map(({ id, evidence = [], changed_at }) => `${id}@${evidence.join(",")}@${changed_at}`);
  return mix(named.sort(byCodePoints).join("\n"))
    .map((part) => part.toString(16).padStart(8, "0"))
    .join("");
}

/** A statement of several lines is cut at a line border, a long line at a letter; either says that it was cut. */
function firstLine(text: string): string {
  const [line = "", ...more] = text.trim().split("\n");
  const letters = [...line.replace(/\s+/gu, " ").trim()];
  if (letters.length > LINE_MAX) return `${letters.slice(0, LINE_MAX - 1).join("")}…`;
  return more.length === 0 ? letters.join("") : `${letters.join("")} …`;
}
