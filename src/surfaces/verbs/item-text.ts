import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { oneLine, type Paint, printable } from "./paint.ts";

/** An item on one line: what to call it, how it stands, what it says. */
export function itemLine(item: ItemRow, paint: Paint): string {
  const status = item.removed ? "removed" : item.status;
  const topic = typeof item.topic === "string" ? ` #${oneLine(item.topic)}` : "";
  const label = paint.strong(oneLine(item.label).padEnd(7));
  return `${label} ${paint.faint(`${item.kind}, ${status}${topic}`)}  ${oneLine(item.text)}`;
}

/** An item with all its fields. */
export function itemPage(item: ItemRow, paint: Paint): string {
  const fields = Object.keys(kindOf(item.kind).fields).filter((name) => item[name] !== undefined);
  const lines = fields.map((name) => `  ${paint.faint(name.padEnd(WIDTH))} ${shown(item[name])}`);
  const life = [
    `  ${paint.faint("created".padEnd(WIDTH))} ${item.created_at} by ${oneLine(item.created_by)}`,
    `  ${paint.faint("last seen".padEnd(WIDTH))} ${item.last_seen_at}`,
    `  ${paint.faint("id".padEnd(WIDTH))} ${item.id}`,
  ];
  return [itemLine({ ...item, text: "" }, paint).trimEnd(), "", `  ${printable(item.text)}`, "", ...lines, ...life].join("\n");
}

const WIDTH = 14;

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join("; ");
  if (typeof value === "object" && value !== null && "text" in value && "status" in value) {
    return oneLine(`[${value.status}] ${value.text}`);
  }
  return oneLine(String(value));
}
