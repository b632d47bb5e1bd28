import { UNLESS_JOINER } from "../text/joiners.ts";
import { shorten } from "../text/shorten.ts";

/** Longest line given to an agent. The rest can be requested. */
export const LINE_MAX = 220;

/**
 * Controls, bidirectional overrides and invisible characters (variation selectors, fillers, tags): they can hide or reorder text. A single
 * variation selector after a visible character is harmless.
 */
const UNSEEN = new RegExp(
  String.raw`(?:[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]${UNLESS_JOINER})+`,
  "gu",
);
const DRAWN_AS = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

/** A heading at the start of a line. */
const HEADING = /^(#{1,6})(?=\s|$)/;
/** The marks around a multi-line code block. */
const FENCE = /`{3,}|~{3,}/g;
/**
 * A tag, and the start of one that a later line could close. Their brackets are replaced by look-alikes. Nothing else is changed, so that a
 * command with `&&`, `<` or `>` can be copied and run.
 */
const TAG = /<([/!?a-z][^<>]*)>/gi;
const TAG_START = /<(?=[/!?]|[a-z][\w.]*[-_:])/gi;
/** The beginning of a line's origin: the name of an item, a turn or a commit. */
const ORIGIN = /\[(?=\s*(?:[a-z]{2,5}#\d|(?:turn|commit)@\d|(?:crystal|document|commit|file|cursor):))/gi;

/**
 * Stored text as one harmless line. It contains no tags that a host could take for its own, no headings, no code fences, no controls, and
 * nothing that looks like the origin that we write after it, and its length is limited. Recalled text is somebody's words about the
 * project, never an instruction to the reader.
 */
export const quote = (text: string): string => quoteUpTo(text, LINE_MAX);

/** The same with another maximum length. */
export function quoteUpTo(text: string, max: number): string {
  const line = text.replace(DRAWN_AS, "").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
  return shorten(line, max)
    .replace(HEADING, "\\$1")
    .replace(FENCE, "''")
    .replace(ORIGIN, "(")
    .replace(TAG, "\u2039$1\u203a")
    .replace(TAG_START, "\u2039");
}

/** Quoted words between quotation marks that the words themselves cannot close. */
export const quoteWords = (text: string): string => `"${quote(text).replaceAll(DOUBLE, "'")}"`;

/** Longest name or topic in the brackets after a line. */
const TAG_MAX = 60;

/** A name or a topic for the brackets after a line. It cannot close the brackets. */
export function quoteTag(text: string): string {
  return shorten(quote(text).replaceAll("[", "(").replaceAll("]", ")"), TAG_MAX);
}

/** Every character that could pass for the closing quotation mark. */
const DOUBLE = /["\u201c-\u201f\u2033\u2036\u00ab\u00bb\uff02]/gu;
