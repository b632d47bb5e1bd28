import type { Fix, Suggestion } from "../../core/suggestion.ts";
import type { Deps } from "../runtime/deps.ts";
import type { StaleReport } from "../staleness/stale.ts";

/** An error makes the doctor end with 1; a warning needs a look; the rest is information. */
export type Level = "error" | "warn" | "info";

/** One finding, and the command that repairs it. */
export type DoctorFinding = {
  readonly code: string;
  readonly level: Level;
  readonly message: string;
  readonly fix: Fix;
  /** What it concerns: a view, a session, a file, an item. */
  readonly about?: string;
  /** For `stale_memory`: everything that is doubtful. */
  readonly report?: StaleReport;
};

/** One check of the doctor. A repair returns what it did, one sentence each. */
export type Check = {
  readonly name: string;
  readonly find: (deps: Deps) => Promise<readonly DoctorFinding[]>;
  readonly mend?: (deps: Deps, found: readonly DoctorFinding[]) => Promise<readonly string[]>;
};

/** The command that rescues readable events from a damaged database. */
export const SALVAGE: Suggestion = { verb: "restore", options: { salvage: true } };
