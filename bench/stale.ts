import { createHash } from "node:crypto";
import { join } from "node:path";
import { codeHistoryAt } from "../src/adapters/git/code-history.ts";
import { gitAt } from "../src/adapters/git/git.ts";
import { newDraft } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { staleReport } from "../src/app/staleness/stale.ts";
import { rateItem } from "../src/core/freshness/ratings.ts";
import { type Act, createItem } from "../src/core/items/life.ts";
import { iso } from "../src/core/time.ts";
import { bench } from "./bench.ts";
import { replayMemory } from "./extract-memory.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import { type Case, casesOf, type Part, PHRASES, type Said, seedOf } from "./stale-cases.ts";
import { clear, dayAt, repositoryIn } from "./stale-repository.ts";
import type { Table } from "./table.ts";

const PRECISION_MIN = 0.95;
const RECALL_MIN = 0.9;
const CASES_MIN = 200;
/** The day of the report. */
const TODAY = 40;
const PARTS: readonly Part[] = ["dev", "test"];

export const stale = bench({
  name: "stale",
  title: "Doubt about what memory says of code that has changed",
  summary: "Cases on real git histories: what is flagged, what should be, and what each look costs.",
  options: { part: { value: "both", help: "dev, test or both" } },
  run: async ({ part }) => {
    const parts = PARTS.filter((each) => part === "both" || part === each);
    const trials = await inFolder(async (folder) => {
      const done: Trial[] = [];
      for (const each of parts) done.push(await trialOf(each, folder));
      return done;
    });
    return findingOf(trials);
  },
});

type Outcome = { readonly of: Case; readonly reasons: readonly string[]; readonly ms: number };
type Trial = { readonly part: Part; readonly outcomes: readonly Outcome[] };

async function trialOf(part: Part, folder: string): Promise<Trial> {
  const outcomes: Outcome[] = [];
  for (const [i, of] of casesOf(part).entries()) {
    const dir = join(folder, `${part}-${i}`);
    outcomes.push(await outcomeOf(of, dir));
    clear(dir);
    if (i % 50 === 49) say(`${part}: ${i + 1} cases`);
  }
  return { part, outcomes };
}

/** Plays a case in its own repository and requests the staleness report, as every surface does. */
export async function outcomeOf(of: Case, dir: string): Promise<Outcome> {
  const repo = repositoryIn(dir);
  const { part, program, name, type, path, phrase } = of;
  let said: { readonly told: Said; readonly commit: string } | undefined;
  of.family.play({
    ...{ repo, program, part, name, type, path },
    cite: PHRASES[part][phrase] ?? ((symbol, file) => `${file}:${symbol}`),
    say: (told) => {
      said = { told, commit: repo.git(told.day, "rev-parse", "HEAD") };
    },
  });
  if (!said) throw new Error(`${of.id}: nothing was said`);
  const deps: Deps = {
    ...replayMemory(),
    git: gitAt(dir, repo.env),
    code: codeHistoryAt(dir, repo.env),
  };
  const acts = actsOf(said.told, of.isNoted ? said.commit : undefined);
  await deps.store.tape.append(acts.map((act) => newDraft(deps, act)));
  const began = performance.now();
  const now = { ...deps, clock: { now: () => dayAt(TODAY), offsetMinutes: () => 0 } };
  const { warnings } = await staleReport(now, { isFresh: true });
  return { of, reasons: warnings.flatMap(({ reasons }) => reasons), ms: performance.now() - began };
}

function actsOf(told: Said, commit: string | undefined): Act[] {
  const at = dayAt(told.day);
  const { text, related_paths } = told;
  const noted = commit === undefined ? {} : { own: { seen_commit: { commit, at: iso(at) } } };
  const given = related_paths === undefined ? { text } : { text, related_paths };
  const made = createItem("fact", given, { id: "fct_0001", at, now: at, ...noted });
  if (told.confirmedOn === undefined) return [made];
  const now = dayAt(told.confirmedOn);
  const { item } = made.payload;
  return [made, rateItem(item, { rating: "confirmed", by: "bench", now, evidence: "read" })];
}

function findingOf(trials: readonly Trial[]): Finding {
  const cases = trials.flatMap(({ outcomes }) => outcomes.map(({ of }) => `${of.id} ${of.name} ${of.path}`));
  return {
    data: {
      seed: seedOf("dev"),
      hash: createHash("sha256").update(cases.join("\n")).digest("hex").slice(0, 16),
    },
    tables: [scoresTable(trials), familiesTable(trials), missesTable(trials), costTable(trials)],
    verdicts: [...trials.flatMap(verdictsOf), ...enough(trials)],
  };
}

const isFlagged = ({ reasons }: Outcome): boolean => reasons.length > 0;
export const isRight = (outcome: Outcome): boolean => isFlagged(outcome) === outcome.of.family.isStale;

function scoresOf(outcomes: readonly Outcome[]) {
  const flagged = outcomes.filter(isFlagged);
  const stale = outcomes.filter(({ of }) => of.family.isStale);
  const hits = flagged.filter(({ of }) => of.family.isStale).length;
  return {
    precision: flagged.length === 0 ? 1 : hits / flagged.length,
    recall: stale.length === 0 ? 1 : hits / stale.length,
    flagged: flagged.length,
    stale: stale.length,
    hits,
  };
}

const scoresTable = (trials: readonly Trial[]): Table => ({
  title: "Flagged against what should be",
  columns: ["part", "cases", "stale", "flagged", "rightly", "precision", "recall"],
  rows: trials.map(({ part, outcomes }) => {
    const { stale: all, flagged, hits, precision, recall } = scoresOf(outcomes);
    return [part, outcomes.length, all, flagged, hits, precision.toFixed(3), recall.toFixed(3)];
  }),
});

function familiesTable(trials: readonly Trial[]): Table {
  const all = trials.flatMap(({ outcomes }) => outcomes);
  const families = [...new Set(all.map(({ of }) => of.family))];
  const right = (part: Part, family: unknown): string => {
    const own = all.filter(({ of }) => of.part === part && of.family === family);
    return `${own.filter(isRight).length} of ${own.length}`;
  };
  return {
    title: "Right, by what happens",
    columns: ["what happens", "is stale", ...trials.map(({ part }) => part)],
    rows: families.map((family) => [
      family.family,
      family.isStale ? "yes" : "no",
      ...trials.map(({ part }) => right(part, family)),
    ]),
  };
}

const missesTable = (trials: readonly Trial[]): Table => ({
  title: "Wrong ones",
  columns: ["case", "commit noted", "should be", "flagged for"],
  rows: trials
    .flatMap(({ outcomes }) => outcomes.filter((outcome) => !isRight(outcome)))
    .map(({ of, reasons }) => [
      of.id,
      of.isNoted ? "yes" : "no",
      of.family.isStale ? "flagged" : "left alone",
      reasons.join(", ") || "nothing",
    ]),
});

function costTable(trials: readonly Trial[]): Table {
  const times = trials.flatMap(({ outcomes }) => outcomes.map(({ ms }) => ms)).sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    title: "What one report over one unit costs, git and all, in milliseconds",
    columns: ["median", "p95", "max"],
    rows: [[at(0.5), at(0.95), at(1)]],
  };
}

function verdictsOf({ part, outcomes }: Trial): Verdict[] {
  const { precision, recall } = scoresOf(outcomes);
  return [
    {
      what: `${part}: precision of flags for changed code`,
      target: `≥ ${PRECISION_MIN}`,
      measured: precision.toFixed(3),
      isMet: precision >= PRECISION_MIN,
    },
    {
      what: `${part}: recall of flags for changed code`,
      target: `≥ ${RECALL_MIN}`,
      measured: recall.toFixed(3),
      isMet: recall >= RECALL_MIN,
    },
  ];
}

function enough(trials: readonly Trial[]): Verdict[] {
  const count = trials.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
  return [
    { what: "labelled cases", target: `≥ ${CASES_MIN}`, measured: String(count), isMet: count >= CASES_MIN },
  ];
}
