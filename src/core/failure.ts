import type { Fix } from "./suggestion.ts";
import { shorten } from "./text/shorten.ts";

/** Every failure a caller can meet. The part before the dot says which exit code a person sees. */
export type FailureCode =
  | `input.${"invalid" | "unknown_id" | "unknown_kind" | "illegal_transition" | "conflict" | "tombstone" | "config"}`
  | `input.${"nothing_to_undo" | "already_reviewed" | "needs_person" | "forbidden" | "recording_off" | "not_stale"}`
  | `store.${"busy" | "corrupt" | "full" | "read_only" | "refused_folder" | "refused_file" | "newer" | "foreign"}`
  | `store.${"io" | "unreachable" | "refused"}`
  | `tape.${"newer" | "broken"}`
  | `${"model" | "embedder"}.${"no_key" | "unreachable" | "refused" | "busy" | "no_answer" | "bad_answer"}`
  | "model.cap_reached";

export type FailureOptions = {
  readonly cause?: unknown;
  readonly retryable?: boolean;
  /** The input field at fault, by the name the caller used. */
  readonly field?: string;
  readonly fix?: Fix;
};

/** Longest part of an input that a message repeats. */
const ECHO_MAX = 200;
/** Longest message. The longest that we write ourselves has a few hundred characters. */
const MESSAGE_MAX = 2000;
const LONG_QUOTE = new RegExp(`"[^"]{${ECHO_MAX + 1},}"`, "g");

/** Messages quote the input. A large input would be repeated in full, so long quotes are cut. */
export function cutEchoes(message: string): string {
  if (message.length <= ECHO_MAX) return message;
  const quoted = message.replace(LONG_QUOTE, (quote) => `"${shorten(quote.slice(1, -1), ECHO_MAX)}"`);
  return shorten(quoted, MESSAGE_MAX);
}

/** A failure with a code for programs, a message about what happened and, if there is one, a fix. */
export class MemoryError extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly field: string | undefined;
  /** How the user can solve the problem. */
  readonly fix: Fix | undefined;

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(cutEchoes(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "MemoryError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.field = options.field && shorten(options.field, ECHO_MAX);
    this.fix = typeof options.fix === "string" ? cutEchoes(options.fix) : options.fix;
  }
}

/** The message of any thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Fails with a bug in the program itself: an error that no caller could have avoided. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}
