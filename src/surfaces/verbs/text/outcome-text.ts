import type { CreateResult } from "../../../app/items/create.ts";
import { insightSubjects } from "../../../core/items/item-of.ts";
import type { ItemRow } from "../../../core/items/items-view.ts";
import { itemLine } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Raised entries that are named one by one. Further ones are counted. */
const RAISED_MAX = 5;

/** The outcome of recording a statement, and its effect on existing statements. */
export function createdText(created: CreateResult, done: string, paint: Paint): string {
  return [
    saidFirst(created, done, paint),
    itemLine(created.item, paint),
    ...(created.ended ? [indentText(`${created.ended.label} ended: replaced.`)] : []),
    ...scopeLines(created),
    ...expiredLines(created.item),
    ...raisedLines(created),
  ].join("\n");
}

/** A person who is in a folder by chance must notice that the statement is told only there. */
function scopeLines({ outcome, item: { label, scope } }: CreateResult): string[] {
  if (outcome === "seen_again" || typeof scope !== "string" || scope === "") return [];
  return [
    indentText(
      `It concerns ${oneLine(scope)}. If it concerns everything: tidemark update ${label} --scope ""`,
    ),
  ];
}

/** A person who mistypes a date must notice: an item whose date has passed is doubtful from the start. */
export function expiredLines({ label, expires_at, changed_at }: ItemRow): string[] {
  if (typeof expires_at !== "string" || expires_at > changed_at) return [];
  const said = `Its expiry date has passed (${expires_at.slice(0, 10)}), so it counts as expired. To change that: tidemark update ${label} --expires-at 2w`;
  return [indentText(said)];
}

function saidFirst({ outcome }: CreateResult, done: string, paint: Paint): string {
  switch (outcome) {
    case "created":
      return paint.good(done);
    case "seen_again":
      return paint.good("Already known; counted as seen again.");
    case "proposed":
      return `${paint.good("Proposed:")} waits for review (tidemark review)`;
  }
}

const BEARING: { readonly [relation: string]: string } = {
  replaces: "may replace",
  challenges: "may contradict",
  enriches: "may add to",
  confirms: "may say the same as",
};

function raisedLines({ item, raised, bears_on }: CreateResult): string[] {
  const labels = new Map(bears_on.map(({ id, label }) => [id, label]));
  const joined = new Set(raised.flatMap((row) => (row.kind === "edge" ? [row.newer, row.older] : [])));
  const lines = raised.flatMap((row) => {
    const about = row.kind === "edge" ? [row.newer, row.older] : insightSubjects(row);
    const id = String(about.find((each) => each !== item.id));
    const other = labels.get(id);
    // An edge says more about the same two items than an insight.
    if (other === undefined || (row.kind === "insight" && joined.has(id))) return [];
    if (row.kind !== "edge") return [`It contradicts ${other}: tidemark review`];
    const bearing = BEARING[String(row.relation)] ?? "bears on";
    return [
      row.newer === item.id
        ? `It ${bearing} ${other}: tidemark review`
        : `${other} ${bearing} it: tidemark review`,
    ];
  });
  const more = lines.length > RAISED_MAX ? [`and ${lines.length - RAISED_MAX} more: tidemark review`] : [];
  return [...lines.slice(0, RAISED_MAX), ...more].map((line) => indentText(line));
}

/** What changed because of an act on another item. */
export function consequenceLines(items: readonly ItemRow[]): string[] {
  if (items.length === 0) return [];
  const more = items.length > RAISED_MAX ? [`and ${items.length - RAISED_MAX} more changed with it`] : [];
  return [indentText(sentences([...items.slice(0, RAISED_MAX).map(standsAs), ...more]))];
}

/** Items that an undo did not change. */
export function leftLines(items: readonly ItemRow[]): string[] {
  if (items.length === 0) return [];
  const left = items.map((item) => `${item.label} has changed since and stays ${statusOf(item)}`);
  return [indentText(sentences(left))];
}

const standsAs = (item: ItemRow): string => `${item.label} is ${statusOf(item)}`;
const statusOf = (item: ItemRow): string => (item.removed ? "archived" : item.status);
const sentences = (parts: readonly string[]): string => `${parts.join(", ")}.`;

const INDENT = "        ";

const indentText = (text: string): string => `${INDENT}${text}`;
