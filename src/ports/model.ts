/** A prompt for a model, and the maximum length of its answer. */
export type Prompt = {
  readonly system: string;
  readonly user: string;
  readonly maxOutputTokens: number;
};

/** A model's reply. Token counts are the endpoint's; undefined if it gives none. */
export type ModelReply = {
  readonly text: string;
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
};

/**
 * A language model behind some endpoint.
 *
 * An implementer owes: one request a question and no repetition of its own, so that what is paid for is what
 * was counted; an end within the time the config names; and every failure as a `MemoryError` with a code
 * that begins with `model.`, in which neither the key nor anything the endpoint wrote is to be found. Only
 * `model.no_answer` and `model.bad_answer` may have cost something.
 */
export interface Model {
  readonly name: string;
  readonly provider: string;
  ask(prompt: Prompt): Promise<ModelReply>;
}
