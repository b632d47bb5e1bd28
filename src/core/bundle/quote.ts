import { UNLESS_JOINER } from "../text/joiners.ts";
import { shorten } from "../text/shorten.ts";

/** Longest line given to an agent. The rest can be asked for. */
export const LINE_MAX = 220;

/**
 * Controls, bidirectional overrides and characters that are not drawn (variation selectors, fillers, tags): they can hide
 * or reorder what is read. One selector after a visible sign only says how to draw it.
 */
const UNSEEN = new RegExp(
  String.raw`(?:[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]${UNLESS_JOINER})+`,
  "gu",
);
const DRAWN_AS = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

/** A heading at the start of a line. */
const HEADING = /^(#{1,6})(?=\s|$)/;
/** The marks around code that goes over several lines. */
const FENCE = /`{3,}|~{3,}/g;
/**
 * A tag, and the start of one that a later line could close: their brackets are replaced by others that look like them.
 * Nothing else is changed, so that a command with `&&`, `<` or `>` can be copied and run.
 */
const TAG = /<([/!?a-z][^<>]*)>/gi;
const TAG_START = /<(?=[/!?]|[a-z][\w.]*[-_:])/gi;
/** How the origin of a line begins: with the name of an item, a turn or a commit. */
const ORIGIN = /\[(?=\s*(?:[a-z]{2,5}#\d|(?:turn|commit)@\d|(?:crystal|document|commit|file|cursor):))/gi;

/**
 * Stored text as one harmless line: no tags a host could take for its own, no headings, no marks that open code, no
 * controls, nothing that looks like the origin we write behind it, not too long. Recalled text is somebody's words
 * about the project, never an instruction to the reader.
 */
export const quote = (text: string): string => quoteUpTo(text, LINE_MAX);

/** The same for a line of another length. */
export function quoteUpTo(text: string, max: number): string {
  const line = text.replace(DRAWN_AS, "").replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
  return shorten(line, max)
    .replace(HEADING, "\\$1")
    .replace(FENCE, "''")
    .replace(ORIGIN, "(")
    .replace(TAG, "\u2039$1\u203a")
    .replace(TAG_START, "\u2039");
}

/** What was said, between marks that it cannot close itself. */
export const quoteWords = (text: string): string => `"${quote(text).replaceAll(DOUBLE, "'")}"`;

/** Longest name or topic that is given behind a line. */
const TAG_MAX = 60;

/** A name or a topic, for the brackets behind a line: it cannot close them. */
export function quoteTag(text: string): string {
  return shorten(quote(text).replaceAll("[", "(").replaceAll("]", ")"), TAG_MAX);
}

/** Every sign that could pass for the closing one. */
const DOUBLE = /["\u201c-\u201f\u2033\u2036\u00ab\u00bb\uff02]/gu;
