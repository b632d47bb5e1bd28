import type { ShareOutcome } from "../../../app/share/share.ts";
import type { RestoreResult } from "../../../app/upkeep/restore.ts";
import type { VerifyFinding } from "../../../app/upkeep/verify.ts";
import { fixText } from "../command-line.ts";
import { oneLine, type Paint } from "./paint.ts";

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** A view that is not built cannot be compared with a replay. */
export function viewsText(notBuilt: readonly string[]): string {
  if (notBuilt.length === 0) return "views equal a replay";
  const verb = notBuilt.length === 1 ? "is" : "are";
  return `built views equal a replay (${count(notBuilt.length, "view")} ${verb} not built yet)`;
}

export function findingText(finding: VerifyFinding, paint: Paint): string {
  return `${paint.bad("wrong:")} ${oneLine(finding.message)}\n  ${oneLine(fixText(finding.fix))}`;
}

export function restoreText(result: RestoreResult, paint: Paint): string {
  if (result.salvaged) {
    const { found, lost_count, mended, damaged } = result.salvaged;
    const lost = lost_count === 0 ? "none was lost" : `${lost_count} could not be read`;
    const ids =
      mended === 0
        ? ""
        : ` Of ${mended} the words are whole, but nothing proves their session, agent and time.`;
    return `${paint.good("Rescued")} ${count(found, "event")}; ${lost}.${ids} The damaged file is kept: ${oneLine(damaged)}`;
  }
  const { events, set_aside, previous } = result.restored;
  const aside = set_aside === 0 ? "" : ` ${count(set_aside, "newer event")} not in the backup.`;
  const where = previous === undefined ? "" : ` The previous memory is kept: ${oneLine(previous)}`;
  return `${paint.good("Restored")} ${count(events, "event")}.${aside}${where}`;
}

/** What `share` did or would do, and lines of the block that people wrote. */
export function sharedText(shared: ShareOutcome, paint: Paint): string {
  const { file, checked, changed, added, dropped, others, statements, has_memory, withheld, hook } = shared;
  const name = oneLine(file);
  const change = `${count(added, "line")} added, ${dropped} removed`;
  const state = changed
    ? checked
      ? paint.bad(`${name} is not current: ${added} to add, ${dropped} to remove. Run: tidemark share`)
      : `${paint.good(`Shared in ${name}:`)} ${change}.`
    : statements === 0 && others === 0
      ? "There is no decision or constraint to share yet."
      : `${name} is current: ${count(statements, "statement")} of this memory.`;
  return [
    has_memory ? state : `There is no memory here, so only the markers in ${name} were checked.`,
    ...(withheld > 0
      ? [
          `${count(withheld, "statement")} left out: a later statement or an open question speaks against ${withheld === 1 ? "it" : "them"}. To see which: tidemark find`,
        ]
      : []),
    ...(others > 0 ? [`${count(others, "line")} by people or other memories stayed in the block.`] : []),
    ...(hook === undefined ? [] : [`From now on, each commit updates the block: ${oneLine(hook)}`]),
  ].join("\n");
}
