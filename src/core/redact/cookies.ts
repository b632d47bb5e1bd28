import type { Span } from "./rule.ts";
import { isPlaceholder, isRandom, isWordy } from "./value.ts";

const HEADER = /\b(?:set-)?cookie["'`]?\s{0,2}[:=]\s{0,2}["'`]?/gi;
const PAIR = /\s{0,4}([\w.%-]{1,80})=([^;\s"'`\\,]{0,4096});?/y;
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version|lang|locale|theme|tz)$/i;
/** No header has more; a text that goes on like one is not a header. */
const PAIRS_MAX = 100;

/** Values of cookies in headers that could sign somebody in. */
export function cookieValues(text: string): Span[] {
  const spans: Span[] = [];
  HEADER.lastIndex = 0;
  for (let found = HEADER.exec(text); found; found = HEADER.exec(text)) {
    PAIR.lastIndex = HEADER.lastIndex;
    for (let pairs = 0; pairs < PAIRS_MAX; pairs++) {
      const pair = PAIR.exec(text);
      if (pair === null) break;
      HEADER.lastIndex = PAIR.lastIndex;
      const [whole, name = "", value = ""] = pair;
      if (ATTRIBUTE.test(name) || !isCredential(value)) continue;
      const start = pair.index + whole.indexOf("=") + 1;
      spans.push({ start, end: start + value.length, rule: "cookie" });
    }
  }
  return spans;
}

const isCredential = (value: string): boolean =>
  value.length >= 8 && !isPlaceholder(value) && !isWordy(value) && (/\d/.test(value) || isRandom(value, 12));
