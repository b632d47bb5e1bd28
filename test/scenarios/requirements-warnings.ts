import { core } from "./requirement.ts";

/** Notes before a tool call that match its effect and not only its words, short amendments, and explained threads. */
export const WARNINGS = {
  "bundle.acts-in-other-words": core(
    "A rule, trap or choice is told before a call that does the same by another name: a file or table it names, another program, an act in other words or another language.",
  ),
  "recall.short-amendments": core(
    "A short amendment of a later conversation that shares only a path, a symbol or a number with the question comes before the decision it amends.",
  ),
  "threads.explained": core(
    "`why` shows the thread of an item: its statements in order, with dates, who said them, the link and how sure it is.",
  ),
};
