import { shorten } from "../../text/shorten.ts";

/** Maximum length of a composed text. A statement that was recorded as a whole is kept whole. */
const COMPOSED_MAX = 4000;

const wordsPattern = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|").replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`, "iu");

const HEDGE = wordsPattern(
  "might|maybe|possibly|could be|suspect(?:s|ed)?|likely|seem(?:s|ed)?|appear(?:s|ed)? to",
);

const PREFERENCE = wordsPattern(
  "prefer(?:s|red)?|always|never|avoid(?:s)?|use only|stick(?:s)? with|default(?:s)? to",
);

/** Whether a text says itself that it is uncertain. */
export const isHedged = (text: string): boolean => HEDGE.test(text);

/** Whether a text states a personal preference rather than a rule. */
export const isPreference = (text: string): boolean => PREFERENCE.test(text);

/** The words of a program's name: `buildFailure`, `build_failure` and `build-failure` are equal. */
export function wordsOfName(name: string): string[] {
  const apart = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return apart
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The normalized form of texts that differ only in case, width and spacing. */
export const sameWords = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Joins sentences with one full stop between them, and cuts the result if it is too long. */
export function joinSentences(...parts: readonly (string | undefined)[]): string {
  const text = parts.flatMap((part) => (part === undefined ? [] : [withoutStop(part.trim())])).join(". ");
  return shorten(text, COMPOSED_MAX);
}

const withoutStop = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);

/** "Label: one, two", or undefined for an empty list. */
export function labelledList(
  label: string,
  given: string | readonly string[] | undefined,
): string | undefined {
  const entries = typeof given === "string" ? [given] : (given ?? []);
  return entries.length === 0 ? undefined : `${label}: ${entries.map((entry) => entry.trim()).join("; ")}`;
}
