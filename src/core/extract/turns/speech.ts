import { pastedRegions } from "./pasted-regions.ts";

/** So much of a turn is read: beyond it lies pasted material, not speech. */
export const READ_MAX = 64 * 1024;
/** Tags looked at in one turn, so that a page of them costs no more than a few. */
const TAGS_MAX = 200;

const TAG = /<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/g;
/** Tags of mark-up that people write in the middle of a sentence: they close nothing in. */
const INLINE_TAG =
  /^(?:a|b|i|p|br|hr|em|li|ul|ol|td|tr|th|div|img|nav|svg|code|span|strong|input|button|label|form|main|section|table|head|body|html|script|style|link|meta|select|option|textarea|video|h[1-6])$/i;

/** A stretch of a person's turn that is not known to be another's. It stands in the turn as it is given here. */
export type Speech = {
  readonly text: string;
  /** It may be another's: it follows words that hand something over, or stands in a document. */
  readonly isDoubtful: boolean;
};

/**
 * The stretches of a person's turn that are or may be their own speech: without code, quoted lines, logs, what hosts
 * put in and what they announce as somebody else's.
 */
export function speechOf(text: string): Speech[] {
  return outsideTags(text.slice(0, READ_MAX))
    .flatMap(pastedRegions)
    .filter(({ certainty }) => certainty !== "quoted")
    .map(({ text: said, certainty }) => ({ text: said, isDoubtful: certainty === "uncertain" }));
}

/** Takes out what stands between the tags of a host, with them. A tag that is not closed reaches to the end. */
function outsideTags(text: string): string[] {
  const kept: string[] = [];
  let [at, seen] = [0, 0];
  for (const match of text.matchAll(TAG)) {
    if (++seen > TAGS_MAX) break;
    const [open, name = ""] = match;
    if (match.index < at || INLINE_TAG.test(name)) continue;
    const close = text.indexOf(`</${name}>`, match.index + open.length);
    const isBlock =
      /[_-]/.test(name) ||
      /^(?:system|context|file|document|instructions|result|output|task|user|example|stdout|stderr)/i.test(
        name,
      );
    if (close < 0 && !isBlock) continue;
    kept.push(text.slice(at, match.index));
    at = close < 0 ? text.length : close + name.length + 3;
  }
  return [...kept, text.slice(at)];
}
