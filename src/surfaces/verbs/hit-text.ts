import type { Hit } from "../../app/recall.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Longest text of a hit in a list; `get` shows the whole. */
const HIT_MAX = 300;

export function hitLine(hit: Hit, paint: Paint): string {
  const name = hit.label ?? hit.id;
  const origin = [hit.kind, hit.topic && `#${hit.topic}`, hit.at.slice(0, 10), hit.by].filter(Boolean).join(", ");
  const text = oneLine(hit.text);
  const short = text.length > HIT_MAX ? `${text.slice(0, HIT_MAX - 1)}…` : text;
  return `${paint.strong(name.padEnd(7))} ${paint.faint(oneLine(origin))}  ${short}`;
}
