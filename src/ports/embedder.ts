/** A text's meaning as numbers: texts with similar meanings have vectors with similar directions. */
export type Vector = readonly number[];

/**
 * Makes vectors of texts, behind some endpoint.
 *
 * An implementer owes: one request a call and no repetition of its own; as many vectors as texts, in their order, all of
 * one length and with a number other than 0; an end within the time that is given; and every failure as a `MemoryError`
 * with a code that begins with `embedder.`, in which neither the key nor anything the endpoint wrote is to be found.
 */
export interface Embedder {
  readonly name: string;
  readonly provider: string;
  /** The name of the vector space. Vectors of different spaces cannot be compared. */
  readonly space: string;
  embed(texts: readonly string[], timeoutMs: number): Promise<readonly Vector[]>;
}
