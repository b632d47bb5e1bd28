import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(8000));
const count = z.int().check(z.minimum(0));
const task = z.string().check(z.minLength(1), z.maxLength(64));

/** Why the program wrote the file. */
export const CONTEXT_REASONS = [
  ...["init", "sync", "fix", "switch", "restore", "archive", "refresh", "complete", "session"],
] as const;
export type ContextReason = (typeof CONTEXT_REASONS)[number];

/** Writes of the active context, so that a rebuild knows the current task and its state. */
export const CONTEXT_EVENTS = {
  "context.written": {
    summary: "The active context of a worktree was written: task, reason and resume information.",
    payload: z.strictObject({
      task,
      /** The id of the plan whose key the task is. */
      plan: name,
      why: z.enum(CONTEXT_REASONS),
      status: z.enum(["active", "completed"]),
      /** Of the text as it was written. */
      hash: name,
      /** How far the tape had been read for it. */
      up_to: count,
      resume: z.strictObject({
        goal: words,
        focus_now: words,
        next_action: words,
        key_files: z.array(words).check(z.maxLength(100)),
        verify_cmd: words,
        last_result: words,
      }),
      /** Steps that are done and were moved from the file into a session file. */
      put_away: z.optional(z.array(words)),
      /** Tasks that went to the archive with it. */
      left: z.optional(
        z.array(z.strictObject({ task, plan: name, status: z.enum(["paused", "completed", "abandoned"]) })),
      ),
    }),
  },
  "context.session_written": {
    summary: "The activity of a session up to a position was written to its session file.",
    payload: z.strictObject({
      task,
      /** The name of the file; absent while nothing happened that is worth one. */
      file: z.optional(name),
      up_to: count,
    }),
  },
} as const;
