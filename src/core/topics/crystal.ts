import type { Item } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { topicName } from "../items/topics-view.ts";
import { mix } from "../mix.ts";
import { byCodePoints } from "../order.ts";

/** The compiled text of one topic. */
export type Crystal = {
  readonly topic: string;
  /** One line for each unit: its shortened statement, and its id in brackets. */
  readonly text: string;
  /** Ids of the listed units, in the order of their lines. */
  readonly cites: readonly string[];
  /** Number of live units of the topic that are not listed. */
  readonly left_out: number;
  /** Changes when a unit is added, removed or repeated: a summary made from other inputs is not applied. */
  readonly inputs: string;
};

/** Minimum number of units: a smaller topic is faster to read without a summary. */
const UNITS_MIN = 4;
/** Maximum length of a crystal: about one screen. */
export const CRYSTAL_MAX = 2000;
/** Maximum length of one line without its id. */
const LINE_MAX = 180;

/** Constraints, preferences and decisions come first, then traps, then other kinds. */
const IMPORTANCE: readonly KindName[] = [
  ...(["constraint", "preference", "decision", "trap", "lesson", "fact", "pattern", "hypothesis"] as const),
];

/** The crystal of a topic; undefined if it has too few live units. */
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

/** A checksum of the inputs: ids, positions and times of change. It detects mistakes, not manipulation. */
function inputsOf(units: readonly Item[]): string {
  const named = units.map(({ id, evidence = [], changed_at }) => `${id}@${evidence.join(",")}@${changed_at}`);
  return mix(named.sort(byCodePoints).join("\n"))
    .map((part) => part.toString(16).padStart(8, "0"))
    .join("");
}

/** Shortens a statement: several lines are cut at the end of a line, a long line within it. An ellipsis marks the cut. */
function firstLine(text: string): string {
  const [line = "", ...more] = text.trim().split("\n");
  const letters = [...line.replace(/\s+/gu, " ").trim()];
  if (letters.length > LINE_MAX) return `${letters.slice(0, LINE_MAX - 1).join("")}…`;
  return more.length === 0 ? letters.join("") : `${letters.join("")} …`;
}
