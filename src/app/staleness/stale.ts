import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { type AgingRow, CITES, MALFORMED } from "../../core/freshness/aging-view.ts";
import { type CheckedContext, detectStaleness } from "../../core/freshness/staleness.ts";
import { type Thresholds, thresholdsFor } from "../../core/freshness/thresholds.ts";
import type { Drift, StalenessReport, StaleWarning } from "../../core/freshness/warning.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { KIND_NAMES, kindOf } from "../../core/items/kinds.ts";
import { DAY_MS } from "../../core/time.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { BriefDeps, MemoryDeps, TaskDeps } from "../runtime/deps.ts";
import type { DriftLook } from "./drift.ts";
import { knownDrift } from "./known-drift.ts";

/** Maximum number of items of one kind that are read. Further items are counted, and appear when the first are settled. */
const READ_MAX = 1_000;
/** Units whose code is checked, the most recently told first: a few git calls, and only a moment. */
const DRIFT_UNITS_MAX = 200;
/** Items that may name a flagged one: the last changed of each kind and status. */
const CITING_MAX = 100;

export type StaleOptions = {
  /** The maximum number of warnings: first those that nothing fresh names, oldest first. */
  readonly limit?: number;
  /** Only these kinds. */
  readonly kinds?: readonly string[];
  /** Items of each sort that are read; fewer if the caller must be fast and shows only a few. */
  readonly readMax?: number;
  /** Check the code again even if nothing was committed since the last check. */
  readonly isFresh?: boolean;
};

/** The report of staleness that every surface shows. It changes nothing. */
export type StaleReport = StalenessReport & {
  /** Number of warnings that the limit left out. */
  readonly left_out: number;
  /** Number of flagged items that were not read because there were too many. */
  readonly not_read: number;
  readonly drift: {
    readonly state: DriftLook["state"];
    readonly looked_at: number;
    readonly not_looked_at: number;
  };
  readonly thresholds: Thresholds;
};

/** The report of everything doubtful in this memory. */
export async function staleReport(deps: BriefDeps, options: StaleOptions = {}): Promise<StaleReport> {
  await catchUp(deps, "items", "aging");
  const thresholds = thresholdsFor(deps.config, deps.writer.agent);
  const { readMax = READ_MAX } = options;
  const aged = await agedItems(deps, thresholds, readMax);
  const citing = await rowsOf(deps, CITES, DRIFT_LOOK);
  const units = citing.rows.map(({ id, since }) => ({ id, position: since }));
  const { drift, state } = await knownDrift(deps, units, { isFresh: options.isFresh ?? false });
  const isDoubt = (each: Drift): boolean =>
    each.what !== "behind" || each.commits > thresholds.commits_behind;
  const drifted = await itemsByIds(
    deps,
    [...drift].flatMap(([id, found]) => (found.some(isDoubt) ? [id] : [])),
  );
  const flagged = unique([...aged.items, ...drifted]);
  const items =
    flagged.length === 0
      ? []
      : unique([...flagged, ...(await openItems(deps, Math.min(CITING_MAX, readMax)))]);
  const usage = deps.usage.read();
  const context = await contextToDoubt(deps);
  const report = detectStaleness({ items, usage, drift, thresholds, now: deps.clock.now(), context });
  return {
    ...limitReport(ofKinds(report, options.kinds), options.limit),
    not_read: aged.notRead,
    drift: {
      state,
      looked_at: state === "looked" ? units.length : 0,
      not_looked_at: citing.total - (state === "looked" ? units.length : 0),
    },
    thresholds,
  };
}

/** Loaded only if there is an active context, which most projects lack. */
async function contextToDoubt(deps: TaskDeps): Promise<CheckedContext | undefined> {
  if (!(await deps.contextFiles.exists(`${deps.contextFiles.folder}/${ACTIVE_FILE}`))) return undefined;
  return (await import("../active-context/check.ts")).checkedContext(deps);
}

const DRIFT_LOOK = { order: "newest", limit: DRIFT_UNITS_MAX } as const;

type ScanOrder = {
  readonly order: "oldest" | "newest";
  readonly limit: number;
  readonly rankMax?: number;
};

async function rowsOf(
  { store, views }: MemoryDeps,
  clock: string,
  which: ScanOrder,
): Promise<{ readonly rows: readonly AgingRow[]; readonly total: number }> {
  const { rows, total } = await store.views.select(views.aging, { kinds: [clock], offset: 0, ...which });
  return { rows: rows, total };
}

/** Items whose time is up, and items with an invalid date. */
async function agedItems(
  deps: MemoryDeps,
  thresholds: Thresholds,
  limit: number,
): Promise<{ readonly items: readonly ItemRow[]; readonly notRead: number }> {
  const now = deps.clock.now();
  const { commits_behind, ...days } = thresholds;
  const ends: [string, number][] = [
    ...Object.entries(days).map(([name, number]): [string, number] => [name, now - number * DAY_MS]),
    ["expires", now],
    [MALFORMED, Number.MAX_SAFE_INTEGER],
  ];
  const ids: string[] = [];
  let notRead = 0;
  for (const [clock, rankMax] of ends) {
    const { rows, total } = await rowsOf(deps, clock, { order: "oldest", limit, rankMax });
    ids.push(...rows.map(({ id }) => id));
    notRead += total - rows.length;
  }
  return { items: await itemsByIds(deps, [...new Set(ids)]), notRead };
}

/** Kinds whose items may name another item, which shows that the other one is still in use. */
const CITING = KIND_NAMES.filter((kind) => kindOf(kind).ages !== undefined || kindOf(kind).isUnit);

/** Open items that were last changed, with one select for each kind and status, so that an index answers. */
async function openItems({ store, views }: MemoryDeps, limit: number): Promise<ItemRow[]> {
  const found: ItemRow[] = [];
  for (const kind of CITING) {
    for (const status of kindOf(kind).live) {
      const which = { kinds: [kind], statuses: [status], order: "newest", limit } as const;
      const { rows } = await store.views.select(views.items, { ...which, offset: 0 });
      found.push(...rows);
    }
  }
  return found;
}

function unique(items: readonly ItemRow[]): ItemRow[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function ofKinds(report: StalenessReport, kinds: readonly string[] | undefined): StalenessReport {
  if (kinds === undefined) return report;
  const isAsked = ({ kind }: StaleWarning): boolean => kinds.includes(kind);
  return {
    ...report,
    warnings: report.warnings.filter(isAsked),
    snoozed: report.snoozed.filter(isAsked),
  };
}

/** The first warnings, oldest first. Items that a fresh item still names come later. */
export function limitReport(
  report: StalenessReport,
  limit = Number.POSITIVE_INFINITY,
): StalenessReport & { readonly left_out: number } {
  const { warnings } = report;
  const byLevel = [
    ...warnings.filter(({ level }) => level === "warn"),
    ...warnings.filter(({ level }) => level === "info"),
  ];
  const kept = new Set(byLevel.slice(0, limit));
  return {
    ...report,
    warnings: warnings.filter((warning) => kept.has(warning)),
    left_out: warnings.length - kept.size,
  };
}
