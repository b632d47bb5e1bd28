import type { Item } from "../items/item.ts";

/** A statement that may change an earlier one. */
export type Amendment = {
  readonly text: string;
  readonly kind: string;
  readonly topic?: unknown;
  readonly origin?: unknown;
  /** What it turns down. */
  readonly rejected?: unknown;
  /** Its own words for what it changes, when it has any. */
  readonly amends?: string;
  /** All that was said in the same turn. */
  readonly turn?: string;
  /** The words of the turns before. */
  readonly before?: string;
  readonly evidence?: readonly number[];
  /** How sure it is that it is a statement to keep, 0 to 1. */
  readonly confidence?: number;
  /** Where the conversation began, as far back as it matters. */
  readonly since?: number;
};

/** Within this many events people are still deciding: nothing is replaced unless they say so. */
const STILL_TALKING = 8;

/** Whether people are still weighing what an earlier statement is about. */
export const isRecent = ({ evidence }: Amendment, older: Item): boolean =>
  (evidence?.at(-1) ?? Number.POSITIVE_INFINITY) - lastOf(older) <= STILL_TALKING;

/** Whether an earlier statement was settled before this conversation; without its beginning, well before this. */
export const isEarlierTalk = (newer: Amendment, older: Item): boolean =>
  newer.since === undefined ? !isRecent(newer, older) : lastOf(older) < newer.since;

/** Where a unit was settled. */
export const lastOf = (item: Item): number => item.evidence?.at(-1) ?? 0;

/** What a unit is for, with what was settled on the way. */
export const settledIn = (item: { readonly text: string; readonly parts?: unknown }): string =>
  [item.text, ...listOf(item.parts)].join("\n");

/** All that a unit says, with what was turned down too. */
export const toldBy = (item: Item): string => [settledIn(item), ...listOf(item.rejected)].join("\n");

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
