import { cue } from "../statements/cue.ts";

const made = new Map<string, RegExp>();

/** Where a list of phrases has to stand in a text. */
type PhrasePlace = "anywhere" | "first" | "last";

/** The pattern of a list of phrases, made when it is first asked for: most commands read no turn. */
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
