import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(8000));
const count = z.int().check(z.minimum(0));
const task = z.string().check(z.minLength(1), z.maxLength(64));

/** The reasons for which the program writes the file. */
export const CONTEXT_REASONS = [
  ...["init", "sync", "fix", "switch", "restore", "archive", "refresh", "complete", "session"],
] as const;
export type ContextReason = (typeof CONTEXT_REASONS)[number];

/** Writes of the active context, from which a rebuild restores the current task and its state. */
export const CONTEXT_EVENTS = {
  "context.written": {
    summary: "The active context of a worktree was written: task, reason and resume information.",
    payload: z.strictObject({
      task,
      /** The id of the plan that has this task as its key. */
      plan: name,
      why: z.enum(CONTEXT_REASONS),
      status: z.enum(["active", "completed"]),
      /** Hash of the text as it was written. */
      hash: name,
      /** The position up to which the tape had been read when the file was written. */
      up_to: count,
      resume: z.strictObject({
        goal: words,
        focus_now: words,
        next_action: words,
        key_files: z.array(words).check(z.maxLength(100)),
        verify_cmd: words,
        last_result: words,
      }),
      /** Finished steps that were moved from the file into a session file. */
      put_away: z.optional(z.array(words)),
      /** Other tasks that were archived by the same write. */
      left: z.optional(
        z.array(z.strictObject({ task, plan: name, status: z.enum(["paused", "completed", "abandoned"]) })),
      ),
    }),
  },
  "context.session_written": {
    summary: "The activity of a session up to a position was written to its session file.",
    payload: z.strictObject({
      task,
      /** The name of the session file; absent if nothing worth recording has happened yet. */
      file: z.optional(name),
      up_to: count,
    }),
  },
} as const;
