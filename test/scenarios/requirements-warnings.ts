import { core } from "./requirement.ts";

/** Notes before a tool call, by what the call does and not by its letters. */
export const WARNINGS = {
  "bundle.acts-in-other-words": core(
    "A rule, trap or choice is told before a call that does the same by another name: a file or table it names, another program, an act in other words or another language.",
  ),
};
