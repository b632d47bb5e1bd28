import { cli, core, store } from "./requirement.ts";

/** Working memory: one page per session. */
export const WORKING = {
  "working.limits": core(
    "A page has its six sections, keeps the limits of lines and letters whatever there is, and says what it left out.",
  ),
  "working.rank": core("The surest comes first, then what the world said last."),
  "working.same-bytes": store(
    "While nothing changes, the page is the same byte for byte and is not written again.",
  ),
  "working.dirty": store("A page is written anew when something on it changed, and says why."),
  "working.daily": store("Once a local day, after the hour that is set, a page is written anew."),
  "working.heals": store("A page that was removed, changed or cut short is back at the next refresh."),
  "working.one-per-session": store("Each session has a file of its own, whatever its name is made of."),
  "working.never-torn": cli("Processes that publish one page at once never leave half of one."),
  "working.forgets": store("What is forgotten is gone from the pages that were published."),
  "working.accepted": store("Accepting an edge writes the pages anew, without what was superseded."),
  "working.published": store(
    "A session that was read has its page, unless it was over more than a day before.",
  ),
  "working.one-writer": store(
    "Of processes that publish one page, one writes it, and then the next one can.",
  ),
  "working.pages-kept": store("Two hundred pages are kept, those that were published last."),
} as const;

/** The distiller: it makes units, edges and insights from a part of a session. */
export const DISTIL = {
  "distil.again-changes-nothing": store(
    "Reading a stretch twice, whole or in parts, leaves what reading it once leaves.",
  ),
  "distil.rebuilt-equals-kept": store(
    "After extraction, review and undo every view made anew from the tape is the same byte for byte.",
  ),
  "distil.identity": store("A source key tells a unit before its words do, and its words where it has none."),
  "distil.merge": store(
    "Seen again, a unit is believed as much as the surest telling, rests on all of them, and is alive again if it was resolved.",
  ),
  "distil.tombstones": store("What was rejected, forgotten or archived is not brought back by reading."),
  "distil.authority": store(
    "What a tool, a page or an agent alone said is never a preference, constraint or decision, but waits for a person.",
  ),
  "distil.agents-propose": store(
    "An agent that states a preference, constraint or decision without a person's turn proposes it, and cannot accept it.",
  ),
  "distil.amends": store("An amendment names the unit it changes, and an edge waits to replace it."),
  "distil.moved": store(
    "A unit that is changed while a session is distilled keeps that change, and what was read is added to it.",
  ),
  "distil.forgets": store(
    "Forgetting a turn or a unit takes the units that rest on it, and the edges and insights that name them.",
  ),
  "distil.edges-off": store("With memory.evolvesMode off no edge is proposed."),
} as const;
