import type { Hit } from "../../app/recall.ts";
import { listed } from "./item-text.ts";
import { oneLine, type Paint } from "./paint.ts";

/** Longest text of a hit in a list; `get` shows the whole. */
const HIT_MAX = 300;

export function hitLine(hit: Hit, paint: Paint): string {
  const about = [hit.kind, hit.topic && `#${hit.topic}`, hit.at.slice(0, 10), hit.by]
    .filter(Boolean)
    .join(", ");
  const text = oneLine(hit.text);
  const short =
    text.length > HIT_MAX ? `${text.slice(0, HIT_MAX - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  return listed({ name: hit.label ?? hit.id, about, text: short }, paint);
}
