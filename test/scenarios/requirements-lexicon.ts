import { core, everywhere } from "./requirement.ts";

/** Recall by words with similar meanings. */
export const LEXICON = {
  "lexicon.other-words": everywhere(
    "A question finds a statement that shares no word with it, where both speak of the same concept: a package manager and pnpm.",
  ),
  "lexicon.exact-first": core(
    "A statement with the very word of a question comes before one that only means the same.",
  ),
  "lexicon.languages": core("Words for a concept find its names in ten languages."),
  "lexicon.compounds": core("A name is found however it is joined: with a hyphen, a blank or nothing."),
  "lexicon.asked-before": core(
    "A turn that only asks what is asked now comes after statements that answer it.",
  ),
  "lexicon.short-amendment": core(
    "A short later statement that shares only a path, a symbol or a number with a question is found in the first five.",
  ),
} as const;
