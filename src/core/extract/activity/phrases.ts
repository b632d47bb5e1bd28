import { cue } from "../statements/cue.ts";

/** A search for phrases in a lower-case text. */
type Phrases = { readonly test: (look: string) => boolean };

/** Lists of phrases, one list per language. The pattern is built at the first use, because most commands read no turn. */
export function phrases(...lists: readonly string[]): Phrases {
  let made: RegExp | undefined;
  return {
    test: (look) => {
      made ??= cue(lists.join("|").replace(/\s+/g, " "));
      return made.test(look);
    },
  };
}
