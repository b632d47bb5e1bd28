import { cue } from "../statements/cue.ts";

/** Looks for phrases in a text that is in lower case. */
type Phrases = { readonly test: (look: string) => boolean };

/**
 * Lists of phrases, one list a language; line ends in a list say nothing. The pattern is made when it is first asked
 * for: most commands read no turn.
 */
export function phrases(...lists: readonly string[]): Phrases {
  let made: RegExp | undefined;
  return {
    test: (look) => {
      made ??= cue(lists.join("|").replace(/\s+/g, " "));
      return made.test(look);
    },
  };
}
