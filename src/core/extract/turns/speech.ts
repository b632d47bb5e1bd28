import { pastedRegions } from "./pasted-regions.ts";

/** Number of characters of a turn that are read: the rest is pasted material, not speech. */
export const READ_MAX = 64 * 1024;
/** Maximum number of tags checked in one turn, so that a page of tags is not expensive. */
const TAGS_MAX = 200;

const TAG = /<([A-Za-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/g;
/** Mark-up tags that people write within a sentence. They enclose nothing. */
const INLINE_TAG =
  /^(?:a|b|i|p|br|hr|em|li|ul|ol|td|tr|th|div|img|nav|svg|code|span|strong|input|button|label|form|main|section|table|head|body|html|script|style|link|meta|select|option|textarea|video|h[1-6])$/i;

/** A part of a person's turn that is not known to be another's, verbatim. */
export type Speech = {
  readonly text: string;
  /** It may be another person's: it follows introducing words, or is in a document. */
  readonly isDoubtful: boolean;
};

/**
 * The parts of a person's turn that are or may be their own speech: without code, quoted lines, logs, text from hosts, and text introduced
 * as somebody else's.
 */
export function speechOf(text: string): Speech[] {
  return outsideTags(text.slice(0, READ_MAX))
    .flatMap(pastedRegions)
    .filter(({ certainty }) => certainty !== "quoted")
    .map(({ text: said, certainty }) => ({ text: said, isDoubtful: certainty === "uncertain" }));
}

/** Removes the tags of a host with their contents. An unclosed tag extends to the end. */
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
