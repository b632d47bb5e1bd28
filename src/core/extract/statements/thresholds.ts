import type { KindSaid } from "./classify-sentence.ts";

/**
 * From so sure on a statement is kept; below it waits for somebody to look. Chosen on dialogues that the weights were not
 * fitted to, in favour of what is kept being right: what is missed waits for review, what is made up misleads.
 */
type Thresholds = { readonly [kind in KindSaid]: number };
const SAID: Thresholds = { decision: 0.6, preference: 0.6, constraint: 0.6, fact: 0.6 };
/** The same, once it was seen what the agent made of it. */
const ANSWERED: Thresholds = { decision: 0.45, preference: 0.45, constraint: 0.45, fact: 0.45 };

export const keptFrom = (kind: KindSaid, isAnswered: boolean): number => (isAnswered ? ANSWERED : SAID)[kind];

/** With less than this nothing is kept of it. */
export const HELD = 0.35;
