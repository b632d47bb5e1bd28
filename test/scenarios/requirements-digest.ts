import { cli, core, everywhere, library, store } from "./requirement.ts";

/** The digest of the last session, in three lines. */
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

/** Reviewing statements that were kept without asking. */
export const KEPT_REVIEW = {
  "kept.listed": everywhere(
    "`review` lists what was kept without asking since this person last looked, newest first, with its evidence.",
  ),
  "kept.decided": everywhere(
    "What was kept is confirmed, dropped, reworded or put in another item's place by one flag each, and undo takes it back.",
  ),
  "kept.look": everywhere(
    "After `review --keep-all` only what is kept later is listed; the look of one person is not another's.",
  ),
  "kept.keys": cli(
    "In a terminal each of these is one key, and one key more leaves all of them as they are.",
  ),
} as const;

/** The first hour of a new user. */
export const FIRST_HOUR = {
  "first.import-reads": cli(
    "`import` reads the sessions it brings, and says how many items were kept and how many wait for a person.",
  ),
  "first.brief-says": everywhere(
    "A brief with nothing to tell says what is there, what waits and what to do next.",
  ),
  "first.record-known": everywhere(
    "What a program records as a semantic event is recalled by the next question, although no worker ran.",
  ),
  "first.init-offers": cli(
    "`init` counts the earlier sessions of this project that hosts keep, asks once in a terminal, and imports them with `--import`. It also counts files of rules and of other tools' memories.",
  ),
  "first.background": library(
    "A program with the library, like a server, reads due sessions when no call was made for a moment, and not after it closed.",
  ),
  "first.worker-now": cli("`worker --once` reads a session that has not fallen silent yet."),
  "first.inject-off": cli("`status` says that hosts are told no brief, where that is set."),
  "first.bounded": store(
    "What a killed client left is read in small steps while a session begins, until the time is up; the rest stays due.",
  ),
} as const;
