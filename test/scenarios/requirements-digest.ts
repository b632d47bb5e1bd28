import { core, everywhere, store } from "./requirement.ts";

/** The last session in three lines. */
export const DIGEST = {
  "digest.by-rule": core(
    "A session's digest says what was asked in the person's own words, which files changed, how checks ended, what fixed a failure, and which steps are open.",
  ),
  "digest.not-believed": core(
    "A digest quotes no pasted text, tool output or sub-agent as the person's words, and nothing that overrides a reader's instructions.",
  ),
  "digest.in-brief": store(
    "A brief ends with the last session other than its own, within a share of the budget, however full the memory is.",
  ),
  "digest.told-once": store(
    "Words that became an item are named in the digest by that item's label, not repeated.",
  ),
  "digest.alone": store(
    "A session in which an agent worked alone leaves no plan titled with its first prompt, but its digest and what fixed a failure.",
  ),
  "digest.shown": everywhere("`session show` and `recall --kind session` give the digest of every session."),
  "digest.forgotten": store(
    "A forgotten turn is in no digest, and a brief that quoted it is erased with it.",
  ),
} as const;

/** What was kept without asking can be checked. */
export const KEPT_REVIEW = {} as const;

/** What a new user meets in the first hour. */
export const FIRST_HOUR = {} as const;
