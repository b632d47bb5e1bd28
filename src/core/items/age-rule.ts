/** A rule about the age of items of a kind: which items it applies to, the time it counts from, and the setting with its limit. */
export type AgeRule = {
  /** The allowed values of the named properties; undefined stands for a property that is not set. */
  readonly when: { readonly [property: string]: readonly (string | undefined)[] };
  readonly since: "created_at" | "changed_at" | "progressed_at";
  readonly days: AgeThreshold;
  readonly reason: AgeReason;
};

/** The settings for the number of days after which the age of an item makes it doubtful. */
export type AgeThreshold =
  | "plan_in_progress_days"
  | "plan_todo_days"
  | "handoff_days"
  | "candidate_user_days"
  | "candidate_auto_days"
  | "note_days";

export type AgeReason = "no_progress" | "never_progressed" | "not_accepted" | "not_reviewed" | "old_note";
