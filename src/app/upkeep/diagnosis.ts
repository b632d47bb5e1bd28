import type { Fix, Suggestion } from "../../core/suggestion.ts";
import type { Deps } from "../runtime/deps.ts";
import type { StaleReport } from "../staleness/stale.ts";

/** An error makes the doctor end with 1; a warning wants somebody to look; the rest is good to know. */
export type Level = "error" | "warn" | "info";

/** One thing that was found, and the command that puts it right. */
export type DoctorFinding = {
  readonly code: string;
  readonly level: Level;
  readonly message: string;
  readonly fix: Fix;
  /** What it is about: a view, a session, a file, an item. */
  readonly about?: string;
  /** Of `stale_memory`: everything that is doubtful. */
  readonly report?: StaleReport;
};

/** One thing that is checked. Mending says what it did, a sentence each. */
export type Check = {
  readonly name: string;
  readonly find: (deps: Deps) => Promise<readonly DoctorFinding[]>;
  readonly mend?: (deps: Deps, found: readonly DoctorFinding[]) => Promise<readonly string[]>;
};

/** The command that rescues readable events from a damaged database. */
export const SALVAGE: Suggestion = { verb: "restore", options: { salvage: true } };
