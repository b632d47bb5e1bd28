import type { ContextDoubt } from "../active-context/registry/doubt.ts";
import type { AgeReason } from "../items/age-rule.ts";
import type { KindName } from "../items/kinds.ts";

/** What became of the code that a unit cites, since it was last known to hold. */
export type Drift =
  | { readonly what: "file_gone"; readonly path: string }
  /** `in_field`: the path stands among its related paths and nowhere else. */
  | {
      readonly what: "file_moved";
      readonly path: string;
      readonly to: string;
      readonly in_field: boolean;
    }
  | { readonly what: "symbol_changed"; readonly path: string; readonly symbol: string }
  | { readonly what: "symbol_gone"; readonly path: string; readonly symbol: string; readonly to?: string }
  | { readonly what: "branch_gone"; readonly branch: string }
  /** Commits to the files it cites; it is a doubt from some number on. */
  | { readonly what: "behind"; readonly commits: number };

export type StaleReason = AgeReason | "expired" | "not_confirmed" | Drift["what"] | ContextDoubt["what"];

/** What somebody can do to be done with a doubt. A surface knows the command for it. */
export type Suggestion = "resolve" | "confirm" | "update_paths" | "refresh";

/** A reason to doubt an item, and since when. */
export type Doubt = { readonly reason: StaleReason; readonly since: number; readonly drift?: Drift };

export type StaleWarning = {
  readonly id: string;
  readonly label: string;
  /** Of the active context, which is a file and no item. */
  readonly kind: KindName | "context";
  readonly status: string;
  readonly text: string;
  /** Whole days since the time that the first reason counts from. */
  readonly age_days: number;
  readonly since: string;
  /** The main reason, for which the suggestion is made. */
  readonly reason: StaleReason;
  readonly reasons: readonly StaleReason[];
  /** The type of insight it is, as conflicts are one. It is computed and not kept. */
  readonly insight: "stale" | "expired" | "drift";
  /** Info: something fresh and open still names it. */
  readonly level: "warn" | "info";
  readonly suggests: Suggestion;
  readonly drift?: readonly Drift[];
  /** The doubts about the active context. */
  readonly doubts?: readonly ContextDoubt[];
  /** For `update_paths`: what its related paths should be. */
  readonly related_paths?: readonly string[];
  /** Labels of fresh items that cite it. */
  readonly cited_by?: readonly string[];
  readonly last_used_at?: string;
  readonly snoozed_until?: string;
  /** Further items that say the same and are doubted for the same reason. */
  readonly repeats?: readonly { readonly id: string; readonly label: string }[];
};

/** A date that is none, on an item that is otherwise fine. */
export type MalformedDate = {
  readonly id: string;
  readonly label: string;
  readonly field: string;
  readonly value: string;
};

export type StalenessCounts = {
  /** Items that are flagged, repeats too. */
  readonly total: number;
  readonly warn: number;
  readonly info: number;
  /** Flagged, but somebody asked to be left alone for a while. */
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
