/** From this age on the whole context must be reviewed. */
const VERY_OLD_DAYS = 30;

/** A reason not to trust what an active context says. */
export type ContextDoubt =
  | { readonly what: "context_empty" }
  | { readonly what: "context_undated" }
  | { readonly what: "context_old"; readonly days: number; readonly since: string }
  | { readonly what: "context_files"; readonly missing: readonly string[] }
  | { readonly what: "context_branch_gone"; readonly branch: string; readonly now?: string }
  | { readonly what: "context_branch"; readonly branch: string; readonly now?: string }
  | { readonly what: "context_behind"; readonly commits: number; readonly revision: string };

/** How much of a refresh the doubts ask for. */
export type RefreshNeed = "none" | "light" | "full";

export function refreshFor(doubts: readonly ContextDoubt[]): RefreshNeed {
  if (doubts.length === 0) return "none";
  const isFull = doubts.some(
    (doubt) =>
      doubt.what === "context_empty" ||
      doubt.what === "context_undated" ||
      doubt.what === "context_files" ||
      (doubt.what === "context_old" && doubt.days >= VERY_OLD_DAYS),
  );
  return isFull ? "full" : "light";
}

/** A doubt in a few words. It states dates instead of ages, so that the text stays the same from day to day. */
export function doubtText(doubt: ContextDoubt): string {
  switch (doubt.what) {
    case "context_empty":
      return "names no task";
    case "context_undated":
      return "has no last_updated time";
    case "context_old":
      return `not updated since ${doubt.since.slice(0, 10)}`;
    case "context_files":
      return `names ${listPaths(doubt.missing)}`;
    case "context_branch_gone":
      return `is for branch ${doubt.branch}, which is gone`;
    case "context_branch":
      return `is for branch ${doubt.branch}${doubt.now === undefined ? "" : `; ${doubt.now} is checked out`}`;
    case "context_behind":
      return `${doubt.commits} commits behind`;
  }
}

/** Maximum number of paths named; the others are counted. */
const NAMED_MAX = 3;

function listPaths(paths: readonly string[]): string {
  const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : "";
  return `${paths.slice(0, NAMED_MAX).join(", ")}${more}, which ${paths.length === 1 ? "is" : "are"} gone`;
}
