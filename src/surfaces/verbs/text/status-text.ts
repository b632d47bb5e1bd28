import { foreignFix, foreignText, storeNoteText } from "../../../app/upkeep/foreign-memory.ts";
import { LOST_TAIL_FIX, lostTailText } from "../../../app/upkeep/lost-tail.ts";
import type { Status } from "../../../app/upkeep/status.ts";
import { fixText } from "../command-line.ts";
import { oneLine, type Paint } from "./paint.ts";
import { waitText } from "./review-text.ts";
import { embedderFacts } from "./session-text.ts";
import { sizeText } from "./tape-text.ts";

const WIDTH = 9;

/** One screen: the state of the memory, and the most useful next step. */
export function statusText(status: Status, paint: Paint): string {
  const row = (name: string, value: string) => `  ${paint.faint(name.padEnd(WIDTH))} ${value}`;
  const { project, memory, tape, sessions } = status;
  const head = `${paint.strong(oneLine(project.name))}${project.worktree === "main" ? "" : ` (worktree ${oneLine(project.worktree)})`}`;
  const wrong = troubles(status).map((trouble) => paint.bad(row("wrong", trouble)));
  const off = offText(status);
  const recording = off === undefined ? [] : [paint.bad(row("recording", off))];
  if (!memory.exists) {
    const none = status.recording?.is_on
      ? "No memory here yet. The next agent session creates one."
      : "No memory here yet, and nothing is recorded.";
    const next = status.foreign_memory ? "tidemark adopt" : nextWithout(status);
    return [head, `  ${none}`, ...recording, ...wrong, `Next: ${next}`].join("\n");
  }
  return [
    head,
    row("memory", `${oneLine(memory.server ?? memory.folder)}, ${sizeText(memory.bytes)}`),
    row("tape", `${count(tape.events, "event")}`),
    row("known", itemsText(status)),
    row("sessions", sessionsText(sessions, status.worker.due)),
    ...recording,
    ...(status.inject === "off" ? [row("inject", "off: sessions get no brief (setting memory.inject)")] : []),
    ...(waitingTotal(status) > 0 ? [row("review", waitText(status.review))] : []),
    ...(status.stale.total > 0 ? [row("stale", staleCounts(status.stale))] : []),
    ...(status.working.last ? [row("working", workingText(status.working))] : []),
    ...(status.usage.records > 0
      ? [row("usage", `${status.usage.records} tracked, ${sizeText(status.usage.bytes)}`)]
      : []),
    ...(status.embedder
      ? [row("embedder", `${oneLine(status.embedder.name)}, ${embedderFacts(status.embedder)}`)]
      : []),
    ...wrong,
    nextStep(status),
  ].join("\n");
}

/** Why nothing is recorded, if a person turned recording off. A missing memory is shown elsewhere. */
function offText({ recording, memory }: Status): string | undefined {
  if (recording === undefined || recording.is_on) return undefined;
  if (recording.why === "not_asked" && !memory.exists) return undefined;
  return `off: ${recording.message} To turn it on: ${recording.fix}`;
}

function nextWithout({ recording }: Status): string {
  const isOff = recording !== undefined && !recording.is_on && recording.why !== "not_asked";
  return isOff ? recording.fix : "tidemark init";
}

/** Events that were not recorded, each with what to do about it. */
function troubles(status: Status): string[] {
  const { rejected, lost, foreign, worker, usage } = status;
  return [
    ...groundTroubles(status),
    ...(foreign > 0
      ? [
          `${count(foreign, "file")} in the spool came from elsewhere and ${foreign === 1 ? "was" : "were"} not read: tidemark doctor`,
        ]
      : []),
    ...(rejected > 0
      ? [`${count(rejected, "line")} could not be recorded: see spool/rejected.log in the memory folder`]
      : []),
    ...(lost > 0
      ? [
          `${count(lost, "event")} could not be stored by hooks. To import them from the host: tidemark import`,
        ]
      : []),
    ...(worker.dead > 0
      ? [`${count(worker.dead, "session")} could not be read: tidemark worker status`]
      : []),
    ...usageTroubles(usage),
  ];
}

/** Problems with the origin of the memory. */
function groundTroubles({ foreign_memory, lost_tail, tracked, foreign_store_note }: Status): string[] {
  return [
    ...(foreign_memory ? [`${foreignText(foreign_memory)} ${fixText(foreignFix(foreign_memory))}`] : []),
    ...(lost_tail ? [`${lostTailText(lost_tail)} ${fixText(LOST_TAIL_FIX)}`] : []),
    ...(foreign_store_note === undefined
      ? []
      : [`${storeNoteText(foreign_store_note)} Remove it: rm ${JSON.stringify(foreign_store_note)}`]),
    ...(tracked
      ? [`git tracks ${count(tracked.files, "file")} of the memory; to stop that: ${tracked.fix}`]
      : []),
  ];
}

/** These are harmless: without usage no item is stale by disuse. */
function usageTroubles({ state, failed, set_aside }: Status["usage"]): string[] {
  const files = set_aside.map(oneLine).join(", ");
  return [
    ...(state === "unreadable"
      ? ["the usage file cannot be read, so usage is ignored; the next use creates a new file"]
      : []),
    ...(set_aside.length > 0
      ? [`a usage file could not be read and was set aside; you can delete ${files}`]
      : []),
    ...(failed > 0 ? [`usage could not be saved ${count(failed, "time")}; nothing else was lost`] : []),
  ];
}

function itemsText({ items }: Status): string {
  const kinds = Object.entries(items).map(([kind, number]) => count(number, kind));
  return kinds.length === 0 ? "nothing yet" : kinds.join(", ");
}

function sessionsText({ total, active, last }: Status["sessions"], due: number): string {
  if (!last) return "none yet";
  const when = `last ${oneLine(last.id)} by ${oneLine(last.agent)} on ${last.last_at.slice(0, 10)}`;
  return `${total}, ${active} active, ${due === 0 ? "" : `${due} to read, `}${when}`;
}

const waitingTotal = ({ review }: Status): number => review.candidates + review.edges + review.conflicts;

function workingText({ pages, last }: Status["working"]): string {
  const when = last
    ? `, last ${last.published_at.slice(0, 16).replace("T", " ")} for ${oneLine(last.session)}`
    : "";
  return `${count(pages, "page")}${when}`;
}

function staleCounts({ total, info, snoozed }: Status["stale"]): string {
  const parts = [
    `${count(total, "item")} flagged`,
    ...(info > 0 ? [`${info} of them still cited by something fresh`] : []),
    ...(snoozed > 0 ? [`${snoozed} snoozed`] : []),
  ];
  return `${parts.join(", ")}: tidemark stale list`;
}

function nextStep(status: Status): string {
  if (waitingTotal(status) > 0) return steps([REVIEW, BRIEF]);
  if (Object.keys(status.items).length === 0)
    return 'Next: tidemark remember "what the next agent should know"';
  return steps([BRIEF, ['tidemark recall "…"', "ask"]]);
}

type NextStep = readonly [command: string, says: string];

const REVIEW: NextStep = ["tidemark review", "decide on pending items"];
const BRIEF: NextStep = ["tidemark brief", "the brief for the next agent"];

function steps(next: readonly NextStep[]): string {
  return next
    .map(([command, says], i) => `${i === 0 ? "Next:" : "     "} ${command.padEnd(22)} ${says}`)
    .join("\n");
}

function count(number: number, noun: string): string {
  const plural = noun.endsWith("s") ? noun.replace(/is$/, "es") : `${noun}s`;
  return `${number} ${number === 1 ? noun : plural}`;
}
