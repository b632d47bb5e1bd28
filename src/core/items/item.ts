import type { KindName } from "./kinds.ts";

/** Anything with an id, a kind and a status machine. Fields beyond these are the kind's own. */
export type Item = {
  readonly id: string;
  readonly kind: KindName;
  readonly status: string;
  readonly text: string;
  /** ISO instants. `last_seen_at` is when the world last said it; touching an item does not move it. */
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly changed_at: string;
  /** Positions of the evidence, 0 for an event of another tape; absent if somebody stated the item directly. */
  readonly evidence?: readonly number[];
  /** Positions it also rests on, when they were too many to keep. */
  readonly evidence_left_out?: number;
  /** Archived by `remove`: kept, out of sight, brought back by `undo`. */
  readonly removed?: true;
  readonly [field: string]: unknown;
};

/** The types of the events that tell an item's history. Each carries the whole item as it then was. */
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
