import { bench, cli, core, everywhere, store } from "./requirement.ts";

/** Staleness: computed doubt, which is reported and never changes an item. */
export const STALE = {
  "stale.borders": core(
    "Every rule of age flags at exactly so many times 24 hours and not a second earlier; an end has passed when it is reached.",
  ),
  "stale.instants": core(
    "Times are compared as instants: offsets and changes of the clock in spring and autumn make no difference.",
  ),
  "stale.malformed": core("A date that is none is told as such and stops nothing else."),
  "stale.marks": core("Notes that mark a session's beginning or end are never flagged."),
  "stale.cited": core("What a fresh open item names is told as info, with who names it."),
  "stale.folded": core("Items that say the same are told once, with the ids of the others."),
  "stale.oldest-first": store("The oldest comes first; a limit leaves out what something fresh names first."),
  "stale.thresholds": everywhere(
    "Thresholds come from the defaults, the project's config and the agent's own, each over the one before.",
  ),
  "stale.same-report": store(
    "The report over a memory is what the rules say of all its items, read by an index and not one by one.",
  ),
  "stale.list": everywhere("Stale list gives what is flagged, why, and the exact command that ends it."),
  "stale.resolve": everywhere(
    "Stale resolve ends flagged items as their kind ends, many at once, and refuses one that is not flagged.",
  ),
  "stale.snooze": everywhere(
    "Snooze leaves an item alone until a time, counts it meanwhile, and makes it no younger.",
  ),
  "stale.undo": everywhere(
    "Whatever stale resolve and snooze did, undo takes back, and the flag is there again.",
  ),
  "stale.status": cli("Status says how much is flagged."),
  "stale.candidate-source": everywhere("A candidate says whether a person or a program proposed it."),
  "stale.changes-nothing": store(
    "Looking at staleness changes no item and puts nothing on the tape, and nothing is archived without an act.",
  ),
  "stale.every-action": cli(
    "Every suggested action runs as it is printed and clears the flag that suggested it.",
  ),
} as const;

/** Drift: statements about code, compared with the code. */
export const DRIFT = {
  "drift.cites": core(
    "Paths, lines, names and branches that a statement cites are found in its words and fields.",
  ),
  "drift.definitions": core(
    "A definition is the same when only its layout, comments or visibility differ, in five languages.",
  ),
  "drift.looked": cli(
    "A file that is gone or moved, a name that changed or went, a branch that is gone and too many commits are flagged.",
  ),
  "drift.commits": cli("Fifty-one commits to what a unit cites flag it, fifty do not."),
  "drift.no-git": cli("Without git nothing is said of code, and the report says so."),
  "drift.work-in-hand": cli("What is only in the working tree raises no doubt."),
  "drift.confirmed": cli("Confirming a unit settles what has become of its code until it changes again."),
  "drift.bounded": store(
    "At most two hundred units are held against the code, the last told first; the others are counted.",
  ),
  "bench.stale": bench("The stale bench plays labelled cases on real histories and says what it got wrong."),
} as const;
