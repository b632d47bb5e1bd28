import type { KindSaid } from "./weigh.ts";

/**
 * From so sure on a statement is kept; below it waits for somebody to look. Chosen on dialogues that the weights were not
 * fitted to, in favour of what is kept being right: what is missed waits for review, what is made up misleads.
 */
export const EXPLICIT: { readonly [kind in KindSaid]: number } = {
  decision: 0.58,
  preference: 0.46,
  constraint: 0.46,
};

/** With less than this nothing is kept of it. */
export const HELD = 0.25;
