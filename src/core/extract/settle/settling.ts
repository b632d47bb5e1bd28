import type { Item } from "../../items/item.ts";
import type { Act } from "../../items/life.ts";
import type { StatementRow } from "../../items/statements-view.ts";
import type { Sha256 } from "../../tape/chain.ts";
import type { Instant } from "../../tape/event.ts";
import type { Finding } from "../finding.ts";

export type SettleWith = {
  readonly now: Instant;
  readonly nextId: (prefix: string) => string;
  readonly sha256: Sha256;
};

/** The items as they will be after the acts are on the tape. */
export type SettleState = {
  readonly acts: Act[];
  readonly items: Map<string, Item>;
  readonly sources: Map<string, readonly Item[]>;
  readonly statements: Map<string, StatementRow>;
  readonly fresh: Map<string, Item>;
};

/** Adds an act, and makes its item known to later findings. */
export function takeAct(act: Act, { acts, items }: SettleState): void {
  acts.push(act);
  items.set(act.subject, act.payload.item);
}

/** Indexes an item under its source. */
export function indexBySource({ source_key }: Finding, item: Item, { sources }: SettleState): void {
  if (source_key === undefined) return;
  const others = (sources.get(source_key) ?? []).filter(({ id }) => id !== item.id);
  sources.set(source_key, [...others, item]);
}

/** The position at which a finding was settled. */
export const lastEvidence = ({ evidence }: Pick<Finding, "evidence">): number => evidence.at(-1) ?? 0;
