/** Every failure a caller can meet. The part before the dot says which exit code a person sees. */
export type FailureCode =
  | "input.invalid"
  | "input.unknown_id"
  | "input.unknown_kind"
  | "input.illegal_transition"
  | "input.conflict"
  | "input.tombstone"
  | "input.nothing_to_undo"
  | "input.already_reviewed"
  | "input.needs_person"
  | "input.forbidden"
  | "input.recording_off"
  | "input.not_stale"
  | "input.config"
  | "store.busy"
  | "store.corrupt"
  | "store.full"
  | "store.read_only"
  | "store.refused_folder"
  | "store.refused_file"
  | "store.newer"
  | "store.foreign"
  | "store.io"
  | "store.unreachable"
  | "store.refused"
  | "tape.newer"
  | "tape.broken"
  | "model.no_key"
  | "model.unreachable"
  | "model.refused"
  | "model.busy"
  | "model.no_answer"
  | "model.bad_answer"
  | "model.cap_reached"
  | "embedder.no_key"
  | "embedder.unreachable"
  | "embedder.refused"
  | "embedder.busy"
  | "embedder.no_answer"
  | "embedder.bad_answer";

export type FailureOptions = {
  readonly cause?: unknown;
  readonly retryable?: boolean;
  /** The input field at fault, by the name the caller used. */
  readonly field?: string;
  /** What to do about it, as a command or a sentence. */
  readonly fix?: string;
};

/** A failure with a code to branch on, a message that says what happened, and a fix where there is one. */
export class MemoryError extends Error {
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly field: string | undefined;
  readonly fix: string | undefined;

  constructor(code: FailureCode, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "MemoryError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.field = options.field;
    this.fix = options.fix;
  }
}

/** Says that the program itself is wrong: an error no caller could have avoided. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`);
}
