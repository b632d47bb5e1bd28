/** A rule of age for items of a kind: where it fits, from when it counts, and the setting that says how long. */
export type AgeRule = {
  /** Values that the named properties may have; undefined stands for one that is not set. */
  readonly when: { readonly [property: string]: readonly (string | undefined)[] };
  readonly since: "created_at" | "changed_at" | "progressed_at";
  readonly days: AgeThreshold;
  readonly reason: AgeReason;
};

/** The settings that say after how many days an item is doubted for its age. */
export type AgeThreshold =
  | "plan_in_progress_days"
  | "plan_todo_days"
  | "handoff_days"
  | "candidate_user_days"
  | "candidate_auto_days"
  | "note_days";

export type AgeReason = "no_progress" | "never_progressed" | "not_accepted" | "not_reviewed" | "old_note";
