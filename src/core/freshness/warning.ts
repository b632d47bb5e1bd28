import type { ContextDoubt } from "../active-context/registry/doubt.ts";
import type { AgeReason } from "../items/age-rule.ts";
import type { KindName } from "../items/kinds.ts";

/** How the code that a unit cites has changed since the unit was last known to hold. */
export type Drift =
  | { readonly what: "file_gone"; readonly path: string }
  /** `in_field`: the path is only in the related paths, not in the text. */
  | {
      readonly what: "file_moved";
      readonly path: string;
      readonly to: string;
      readonly in_field: boolean;
    }
  | { readonly what: "symbol_changed"; readonly path: string; readonly symbol: string }
  | { readonly what: "symbol_gone"; readonly path: string; readonly symbol: string; readonly to?: string }
  | { readonly what: "branch_gone"; readonly branch: string }
  /** Number of commits to the cited files. It is a doubt only above a threshold. */
  | { readonly what: "behind"; readonly commits: number };

export type StaleReason = AgeReason | "expired" | "not_confirmed" | Drift["what"] | ContextDoubt["what"];

/** What a person can do to resolve a doubt. A surface writes the command for it. */
export type Suggestion = "resolve" | "confirm" | "update_paths" | "refresh";

/** A reason to doubt an item, and its start. */
export type Doubt = { readonly reason: StaleReason; readonly since: number; readonly drift?: Drift };

export type StaleWarning = {
  readonly id: string;
  readonly label: string;
  /** The kind "context" stands for the active context, which is a file and not an item. */
  readonly kind: KindName | "context";
  readonly status: string;
  readonly text: string;
  /** Whole days since the start of the first reason. */
  readonly age_days: number;
  readonly since: string;
  /** The main reason. The suggestion answers this one. */
  readonly reason: StaleReason;
  readonly reasons: readonly StaleReason[];
  /** The type of insight, as for conflicts. It is computed and not stored. */
  readonly insight: "stale" | "expired" | "drift";
  /** "info" if a fresh live item still cites it. */
  readonly level: "warn" | "info";
  readonly suggests: Suggestion;
  readonly drift?: readonly Drift[];
  /** The doubts about the active context. */
  readonly doubts?: readonly ContextDoubt[];
  /** For `update_paths`: the corrected related paths. */
  readonly related_paths?: readonly string[];
  /** Labels of fresh items that cite it. */
  readonly cited_by?: readonly string[];
  readonly last_used_at?: string;
  readonly snoozed_until?: string;
  /** Further items with the same text that are doubted for the same reasons. */
  readonly repeats?: readonly { readonly id: string; readonly label: string }[];
};

/** An invalid date on an otherwise valid item. */
export type MalformedDate = {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly value: string;
};

export type StalenessCounts = {
  /** Number of flagged items, repeats included. */
  readonly total: number;
  readonly warn: number;
  readonly info: number;
  /** Flagged items that somebody has snoozed. */
  readonly snoozed: number;
  readonly kinds: { readonly [kind: string]: number };
  readonly reasons: { readonly [reason: string]: number };
};

export type StalenessReport = {
  /** Oldest first. */
  readonly warnings: readonly StaleWarning[];
  readonly snoozed: readonly StaleWarning[];
  readonly malformed: readonly MalformedDate[];
  readonly counts: StalenessCounts;
};
