import { doubtText } from "../active-context/registry/doubt.ts";
import type { Drift, StaleReason, StaleWarning } from "../freshness/warning.ts";
import { kindOf } from "../items/kinds.ts";
import type { Suggestion } from "../suggestion.ts";

/** The act that settles a doubt. Its command runs exactly as it is printed. */
export function suggestedAction(warning: StaleWarning): Suggestion {
  const { label, repeats = [], suggests, related_paths = [] } = warning;
  switch (suggests) {
    case "resolve":
      return repeats.length === 0
        ? endingAct(warning)
        : { verb: "stale resolve", words: [label, ...repeats.map((other) => other.label)] };
    case "confirm": {
      const evidence = warning.drift ? "read against the code" : "the verify command passed";
      return { verb: "rate", words: [label, "confirmed"], options: { evidence } };
    }
    case "refresh":
      return { verb: "context refresh" };
    case "update_paths":
      return { verb: "update", words: [label], options: { related_paths } };
  }
}

/** The act that ends an item of this kind. */
function endingAct({ kind, label }: StaleWarning): Suggestion {
  const to = kind === "context" ? undefined : kindOf(kind).resolvesTo;
  return to === undefined ? { verb: "remove", words: [label] } : { verb: "transition", words: [label, to] };
}

/** The effect of the suggested command, for the person who decides. */
export function suggestedEffect({ kind, suggests }: StaleWarning): string {
  if (suggests === "confirm") return "records that it still holds";
  if (suggests === "update_paths") return "updates the paths";
  if (suggests === "refresh") return "brings the file up to date";
  const to = kind === "context" ? undefined : kindOf(kind).resolvesTo;
  return to === undefined ? `archives the ${kind}` : `sets the ${kind} to ${to}`;
}

/** Why an item is doubted, in a few words. It contains dates instead of ages, so that the same doubt always has the same text. */
export function reasonText(warning: StaleWarning): string {
  if (warning.doubts !== undefined) return warning.doubts.map(doubtText).join("; ");
  const drift = warning.drift ?? [];
  const parts = warning.reasons.flatMap((reason) => {
    const own = drift.filter(({ what }) => what === reason);
    return own.length > 0 ? own.map(driftText) : [timeText(reason, warning)];
  });
  return parts.join("; ");
}

function timeText(reason: StaleReason, warning: StaleWarning): string {
  const { status } = warning;
  // Only the main reason has a date; it is enough to look at the item.
  const day = reason === warning.reason ? warning.since.slice(0, 10) : "";
  const since = day === "" ? " for long" : ` since ${day}`;
  switch (reason) {
    case "no_progress":
      return `in progress, not updated${since}`;
    case "never_progressed":
      return `${status}${since}`;
    case "not_accepted":
      return `open${since}`;
    case "not_reviewed":
      return `waiting for review${since}`;
    case "old_note":
      return `noted ${day === "" ? "long ago" : `on ${day}`}`;
    case "expired":
      return `expired${day === "" ? "" : ` on ${day}`}`;
    case "not_confirmed":
      return `has a verify command, not confirmed${since}`;
    default:
      return "the code it cites has changed";
  }
}

function driftText(drift: Drift): string {
  switch (drift.what) {
    case "file_gone":
      return `cites ${drift.path}, which is gone`;
    case "file_moved":
      return `cites ${drift.path}, which is now ${drift.to}`;
    case "symbol_changed":
      return `cites ${drift.symbol} of ${drift.path}, which has changed`;
    case "symbol_gone":
      return `cites ${drift.symbol}, which ${drift.path} no longer defines${drift.to ? `; ${drift.to} does` : ""}`;
    case "branch_gone":
      return `cites branch ${drift.branch}, which is gone`;
    case "behind":
      return `${drift.commits} commits behind on the files it cites`;
  }
}
