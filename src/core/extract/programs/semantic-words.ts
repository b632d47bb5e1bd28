import { shorten } from "../../text/shorten.ts";

/** Longest text that is composed; a statement that was given whole is kept whole. */
const COMPOSED_MAX = 4000;

const wordsPattern = (...words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join("|").replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}_])`, "iu");

const HEDGE = wordsPattern(
  "might|maybe|possibly|could be|suspect(?:s|ed)?|likely|seem(?:s|ed)?|appear(?:s|ed)? to",
);

const PREFERENCE = wordsPattern(
  "prefer(?:s|red)?|always|never|avoid(?:s)?|use only|stick(?:s)? with|default(?:s)? to",
);

/** Says itself that it is not sure. */
export const isHedged = (text: string): boolean => HEDGE.test(text);

/** Whether a text states how somebody likes things done, as opposed to a rule. */
export const isPreference = (text: string): boolean => PREFERENCE.test(text);

/** A name as a program writes it, in words: `buildFailure`, `build_failure` and `build-failure` are one. */
export function wordsOfName(name: string): string[] {
  const apart = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return apart
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The same for texts that differ only in case, width and spacing. */
export const sameWords = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();

/** Sentences one after the other, each with one full stop between, cut where it gets too long. */
export function joinSentences(...parts: readonly (string | undefined)[]): string {
  const text = parts.flatMap((part) => (part === undefined ? [] : [withoutStop(part.trim())])).join(". ");
  return shorten(text, COMPOSED_MAX);
}

const withoutStop = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);

/** "Label: one, two", or nothing when nothing was given. */
export function labelledList(
  label: string,
  given: string | readonly string[] | undefined,
): string | undefined {
  const entries = typeof given === "string" ? [given] : (given ?? []);
  return entries.length === 0 ? undefined : `${label}: ${entries.map((entry) => entry.trim()).join("; ")}`;
}
