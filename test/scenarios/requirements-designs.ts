import { cli, core, everywhere, library, mcp, store } from "./requirement.ts";

/** Promises of the original designs; `docs/designs/` says where each is kept. */
export const DESIGNS = {
  "designs.resume-without-turns": everywhere(
    "An agent whose session began and ended, whoever recorded it, is told what others changed since then.",
  ),
  "designs.resume-over-mcp": mcp(
    "An agent that only calls tools is told what others changed since its last session, each change once, with every count and the session's id.",
  ),
  "designs.resume-ended": everywhere(
    "An agent that ends its session itself has read what that session was told; what a host ended without a turn is told again.",
  ),
  "designs.look-moves-nothing": mcp(
    "Asking for the changes without a session is only a look: an agent that has been here is told the same changes again.",
  ),
  "designs.read-uncalled": mcp("An MCP server reads sessions that are due although no tool was ever called."),
  "designs.stated-at-once": cli(
    "A fact that a program states, by a hook or by `record`, is a unit for whoever asks next, without a worker.",
  ),
  "designs.off-delays": store(
    "While reading is off nothing counts as read, and what was recorded meanwhile is read once it is on.",
  ),
  "designs.disuse-in-brief": store(
    "In a brief, units that were not used for long come last in their block and are the first to be left out.",
  ),
  "designs.disuse-in-recall": store(
    "Of two facts that answer alike the one that was not used for long comes second, and the only answer is told however old it is.",
  ),
  "designs.disuse-and-age": store(
    "A newer fact that was not used for long comes after an older one in use that answers about as well.",
  ),
  "designs.staleness-part": store(
    "The parts of a score show disuse as `staleness`, apart from `ratings`, and asking why touches nothing.",
  ),
  "designs.usage-failure-told": store(
    "That usage could not be noted is told once, counted, and stops nothing.",
  ),
  "designs.many-at-once": library(
    "Statements that a program remembers at the same moment are decided one after the other: what one says is known to the next.",
  ),
  "designs.one-flush": store(
    "Writes that wait at the same moment share one flush to the disk, and none of them is answered before it.",
  ),
  "designs.flat-cost": store(
    "A new unit reads as many others as the one before it, however many there are, and is compared with sixty of them.",
  ),
  "designs.recency-by-age": store(
    "Of two facts that match alike the newer comes first, and the weight of recency changes orders.",
  ),
  "designs.expansion": store(
    "A short question takes words of the units that an open insight is about, if they have to do with it, and the goal of the task; never words of the program.",
  ),
  "designs.lost-rows": store(
    "A view that lost rows, or was given others, is built anew from the tape by the next read, instead of answering that nothing is known.",
  ),
  "designs.working-page": store(
    "A page of working memory has the task's goal and status under Now, and names the topics that have a page.",
  ),
  "designs.never-progressed": store(
    "Changing the priority of a plan does not restart the clock of a plan that never progressed, and the warning names the true date.",
  ),
  "designs.exact-act": store(
    "A warning suggests the exact act and says what it does; a brief that suggests to settle a plan says that this drops it.",
  ),
  "designs.worker-in-process": library(
    "A process that stays reads sessions that fall due while nobody calls, the library exports the worker, and `status` shows what is due.",
  ),
  "designs.pages": core(
    "Every design has a page whose points name the scenarios, all of which exist, or the figures that show them.",
  ),
  "designs.pressure": store(
    "A host that reports how full its context is is told less under pressure; for others the configured pressure counts, and the doctor says so.",
  ),
} as const;
