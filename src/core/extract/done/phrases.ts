import { cue } from "../said/cue.ts";

/** A cue made of lists of phrases, one list a language; line ends in a list say nothing. */
export const phrases = (...lists: readonly string[]): RegExp => cue(lists.join("|").replace(/\s+/g, " "));
