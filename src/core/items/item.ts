import type { KindName } from "./kinds.ts";

/** Anything with an id, a kind and a status machine. All fields beyond these belong to the kind. */
export type Item = {
  readonly id: string;
  readonly kind: KindName;
  readonly status: string;
  readonly text: string;
  /** ISO instants. `last_seen_at` is when the statement was last made; editing an item does not change it. */
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly changed_at: string;
  /** Positions of the evidence, 0 for an event of another tape; absent if somebody created the item directly. */
  readonly evidence?: readonly number[];
  /** Number of further evidence positions that were not stored because there were too many. */
  readonly evidence_left_out?: number;
  /** Archived by `remove`: stored but hidden. `undo` restores it. */
  readonly removed?: true;
  readonly [field: string]: unknown;
};

/** The types of the events that form an item's history. Each event carries the whole item after the act. */
export const ITEM_ACTS = {
  created: "item.created",
  updated: "item.updated",
  transitioned: "item.transitioned",
  removed: "item.removed",
  undone: "item.undone",
  rated: "item.rated",
} as const;

export type ItemActType = (typeof ITEM_ACTS)[keyof typeof ITEM_ACTS];

export const ITEM_ACT_TYPES: readonly ItemActType[] = Object.values(ITEM_ACTS);

export const isItemAct = (type: string): type is ItemActType => ITEM_ACT_TYPES.some((act) => act === type);
