import { type RefreshOn, recordTouch, type UsageRecord } from "../src/core/freshness/usage.ts";
import { DEFAULT_CURVE, parseCurve, usagePenalty } from "../src/core/freshness/usage-penalty.ts";
import { bench } from "./bench.ts";
import { chanceOf } from "./chance.ts";
import type { Finding, Verdict } from "./result.ts";

/**
 * A simulated year of sessions over a project's units. Half of the units are useful; the others only fit into
 * every bundle.
 */
export type Year = { readonly units: number; readonly sessions: number; readonly seed: number };

const DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 1);
/** Units are created in the first 90 days, so that each is observed for at least nine months. */
const BORN_WITHIN = 90;
/** Share of the units that each bundle shows. */
const SHOWN_SHARE = 0.4;
/** A useful unit is used once in this many sessions that show it: about every ten days. */
const USED_ONCE_IN = 8;
export const AGES = [30, 60, 90] as const;
const REFRESH_ON: readonly RefreshOn[] = ["used", "shown"];

export const usage = bench({
  name: "usage",
  title: "Disuse: what showing refreshes, and what only use does",
  summary:
    "A simulated year of sessions: which units are without penalty when showing refreshes or only use.",
  options: {
    units: { value: 400, help: "units of the project, half of them never used" },
    sessions: { value: 2, help: "sessions a day" },
    seed: { value: 1, help: "what chance is made from" },
  },
  run: async (year) => findingOf(REFRESH_ON.map((refreshOn) => [refreshOn, simulated(year, refreshOn)])),
});

/** Per age in days since the first showing: the number of units without penalty, never used and used ones. */
export type Counts = {
  readonly neverUsed: { readonly total: number; readonly fresh: readonly number[] };
  readonly used: { readonly total: number; readonly fresh: readonly number[] };
};

type Unit = {
  readonly isUseful: boolean;
  readonly bornOn: number;
  firstShown?: number;
  record?: UsageRecord;
};

const CURVE = curveOf(DEFAULT_CURVE);

/** Simulates the year. The random events do not depend on `refreshOn`. */
export function simulated({ units, sessions, seed }: Year, refreshOn: RefreshOn): Counts {
  const chance = chanceOf(seed);
  const all: Unit[] = Array.from({ length: units }, (_, i) => ({
    isUseful: i % 2 === 0,
    bornOn: Math.floor(chance() * BORN_WITHIN),
  }));
  const fresh = new Map(AGES.map((age) => [age, new Set<Unit>()]));
  for (let day = 0; day < DAYS; day++) {
    for (const unit of all) watch(unit, day, fresh);
    for (let session = 0; session < sessions; session++) {
      const at = START + day * DAY_MS + ((session + 1) * DAY_MS) / (sessions + 1);
      for (const unit of all) meet(unit, { day, at, chance, refreshOn });
    }
  }
  const counted = (isUseful: boolean) => ({
    total: all.filter((unit) => unit.isUseful === isUseful && unit.firstShown !== undefined).length,
    fresh: AGES.map((age) => [...(fresh.get(age) ?? [])].filter((unit) => unit.isUseful === isUseful).length),
  });
  return { neverUsed: counted(false), used: counted(true) };
}

type Meeting = {
  readonly day: number;
  readonly at: number;
  readonly chance: () => number;
  readonly refreshOn: RefreshOn;
};

function meet(unit: Unit, { day, at, chance, refreshOn }: Meeting): void {
  const isShown = chance() < SHOWN_SHARE;
  const isUsed = chance() < 1 / USED_ONCE_IN;
  if (day < unit.bornOn || !isShown) return;
  unit.firstShown ??= day;
  unit.record = recordTouch(unit.record, { how: "shown", at }, refreshOn);
  if (unit.isUseful && isUsed) unit.record = recordTouch(unit.record, { how: "used", at }, refreshOn);
}

function watch(unit: Unit, day: number, fresh: ReadonlyMap<number, Set<Unit>>): void {
  for (const [age, units] of fresh) {
    if (unit.firstShown === undefined || day - unit.firstShown !== age) continue;
    if (usagePenalty(unit.record, CURVE, START + day * DAY_MS) === 0) units.add(unit);
  }
}

/** The target: by default, units that are only shown age as they should, and used ones seldom do. */
export function findingOf(found: readonly (readonly [RefreshOn, Counts])[]): Finding {
  const rows = found.flatMap(([refreshOn, counts]) =>
    AGES.map((age, i) => [refreshOn, age, share(counts.neverUsed, i), share(counts.used, i)]),
  );
  const used = found.find(([refreshOn]) => refreshOn === "used")?.[1];
  const shown = found.find(([refreshOn]) => refreshOn === "shown")?.[1];
  return {
    tables: [
      {
        title: "Units without penalty, by days since they were first shown",
        columns: ["usage.refreshOn", "days", "never used", "used"],
        rows,
      },
    ],
    verdicts: used && shown ? verdictsOf(used, shown) : [],
  };
}

const LAST = AGES.length - 1;

function verdictsOf(used: Counts, shown: Counts): Verdict[] {
  const left = used.neverUsed.fresh[LAST] ?? 0;
  const kept = used.used.fresh[LAST] ?? 0;
  const stuck = shown.neverUsed.fresh[LAST] ?? 0;
  return [
    {
      what: "usage: never used units without penalty after 90 days, when only use refreshes",
      target: "0",
      measured: share(used.neverUsed, LAST),
      isMet: left === 0,
    },
    {
      what: "usage: used units without penalty after 90 days, when only use refreshes",
      target: "≥ 70 %",
      measured: share(used.used, LAST),
      isMet: kept >= 0.7 * used.used.total,
    },
    {
      what: "usage: the hole this closes: the same never used units when showing refreshes",
      target: "more than when only use does",
      measured: share(shown.neverUsed, LAST),
      isMet: stuck > left,
    },
  ];
}

const share = ({ total, fresh }: Counts["used"], i: number): string => `${fresh[i] ?? 0} of ${total}`;

function curveOf(text: string) {
  const parsed = parseCurve(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.curve;
}
