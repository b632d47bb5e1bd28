import { cue } from "../statements/cue.ts";

const made = new Map<string, RegExp>();

/** The place in a text where a phrase must occur. */
type PhrasePlace = "anywhere" | "first" | "last";

/** The pattern of a list of phrases, built at the first use, because most commands read no turn. */
export function phrasePattern(phrases: string, place: PhrasePlace = "anywhere", tail = ""): RegExp {
  const key = `${place} ${tail} ${phrases}`;
  const known = made.get(key) ?? makePattern(phrases, place, tail);
  made.set(key, known);
  return known;
}

function makePattern(phrases: string, place: PhrasePlace, tail: string): RegExp {
  const { source } = cue(phrases);
  switch (place) {
    case "anywhere":
      return cue(phrases);
    case "first":
      return new RegExp(`^(?:${source})`, "u");
    case "last":
      return new RegExp(`(?:${source})${tail}$`, "u");
  }
}
