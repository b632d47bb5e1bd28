import type { Item } from "../items/item.ts";

/** A statement that may change an earlier one. */
export type Amendment = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: unknown;
  readonly origin?: unknown;
  /** The alternatives that it rejects. */
  readonly rejected?: unknown;
  /** The words in it for the thing that it changes, if there are any. */
  readonly amends?: string;
  /** The full text of the same turn. */
  readonly turn?: string;
  /** The text of the turns before. */
  readonly before?: string;
  readonly evidence?: readonly number[];
  /** The confidence that the statement should be kept, 0 to 1. */
  readonly confidence?: number;
  /** The start of the conversation, as far back as it matters. */
  readonly since?: number;
};

/** Within this many events people are still deciding, so nothing is replaced unless they say so. */
const STILL_TALKING = 8;

/** Whether an earlier statement is so recent that people may still be discussing it. */
export const isRecent = ({ evidence }: Amendment, older: Item): boolean =>
  (evidence?.at(-1) ?? Number.POSITIVE_INFINITY) - lastOf(older) <= STILL_TALKING;

/** Whether an earlier statement is from before this conversation; if its start is not known, whether the statement is no longer recent. */
export const isEarlierTalk = (newer: Amendment, older: Item): boolean =>
  newer.since === undefined ? !isRecent(newer, older) : lastOf(older) < newer.since;

/** The position of the last evidence of a unit. */
export const lastOf = (item: Item): number => item.evidence?.at(-1) ?? 0;

/** The text of a unit, with the parts that were settled together with it. */
export const settledIn = (item: { readonly text: string; readonly parts?: unknown }): string =>
  [item.text, ...listOf(item.parts)].join("\n");

/** The complete text of a unit, including rejected alternatives. */
export const fullText = (item: Item): string => [settledIn(item), ...listOf(item.rejected)].join("\n");

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
