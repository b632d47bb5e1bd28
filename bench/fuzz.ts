import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BOUNDARIES } from "../test/fuzz/boundaries.ts";
import type { FuzzFinding, FuzzResult } from "../test/fuzz/fuzz.ts";
import { bench } from "./bench.ts";
import type { FuzzSign, FuzzWork } from "./fuzz-worker.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import { dataHash, type Finding } from "./result.ts";
import { shown } from "./table.ts";

const INPUTS_MIN = 100_000;

export const fuzzing = bench({
  name: "fuzz",
  title: "Fuzzed inputs at every boundary",
  summary:
    "Mutated inputs for every place where a text from outside enters: crashes, hangs and stray writes.",
  options: {
    inputs: { value: INPUTS_MIN, help: "inputs for each boundary" },
    seed: { value: 1, help: "what the inputs are made from" },
    from: { value: 0, help: "number of the first input, to play one again", isZeroAllowed: true },
    only: { value: "", help: "boundaries whose names contain this text" },
    minutes: {
      value: 0,
      help: "begins no boundary after so many minutes, and the next run goes on; 0 for all in one run",
      isZeroAllowed: true,
    },
  },
  run: (settings) => inFolder((folder) => findingOf(folder, settings)),
});

type FuzzSettings = {
  readonly inputs: number;
  readonly seed: number;
  readonly from: number;
  readonly only: string;
  readonly minutes: number;
};

async function findingOf(folder: string, settings: FuzzSettings): Promise<Finding> {
  const chosen = BOUNDARIES.filter(({ name }) => name.includes(settings.only));
  const data = {
    seed: settings.seed,
    hash: dataHash(chosen.map(({ name, seeds, words }) => ({ name, seeds, words }))),
  };
  const names = chosen.map(({ name }) => name);
  const played = await playAll(names, { folder, settings, kept: keptFile(data.hash, settings) });
  if (played.length < names.length) {
    say(`${names.length - played.length} boundaries are left: run the same command again.`);
    return { tables: [], verdicts: [] };
  }
  const findings = played.flatMap((one) => one.findings);
  return {
    data,
    tables: [
      {
        title: `Inputs by boundary (seed ${settings.seed})`,
        columns: ["boundary", "inputs", "refused in words", "slowest, ms of processor time", "findings"],
        rows: played.map((one) => [
          ...[one.boundary, one.inputs, one.refused, one.slowestMs, one.findings.length],
        ]),
      },
      {
        title: "Findings",
        columns: ["boundary", "input", "problem", "beginning of the input"],
        rows: findings.map(({ boundary, input, problem, text }) => [
          ...[boundary, input, problem, JSON.stringify(text.slice(0, 120))],
        ]),
      },
    ],
    verdicts: verdictsOf(played, findings),
  };
}

function verdictsOf(played: readonly FuzzResult[], findings: readonly FuzzFinding[]): Finding["verdicts"] {
  const least = Math.min(...played.map((one) => one.inputs));
  return [
    {
      what: "crashes, hangs, broken properties and writes outside the root, by fuzzed inputs",
      target: "0",
      measured: `${findings.length} at ${played.length} boundaries, ${shown(played.reduce((sum, one) => sum + one.inputs, 0))} inputs`,
      isMet: findings.length === 0,
    },
    {
      what: "fuzzed inputs for each boundary",
      target: `≥ ${shown(INPUTS_MIN)}`,
      measured: shown(least),
      isMet: least >= INPUTS_MIN,
    },
  ];
}

/**
 * A worker without a message for this long counts as hanging. Even a busy machine plays a few inputs sooner.
 */
const SILENT_MS_MAX = 600_000;

/** Number of boundaries that run in parallel. */
const LANES = 2;

type FuzzRun = { readonly folder: string; readonly settings: FuzzSettings; readonly kept: string };

/**
 * Plays each boundary in a separate process. If the process hangs or exits, that is a finding, and the other
 * boundaries continue.
 */
async function playAll(
  names: readonly string[],
  { folder, settings, kept }: FuzzRun,
): Promise<readonly FuzzResult[]> {
  const { inputs, seed, from, minutes } = settings;
  const until = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
  const played = new Map(minutes === 0 ? [] : resultsKept(kept).map((one) => [one.boundary, one] as const));
  const waiting = names.filter((name) => !played.has(name)).values();
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const { value: name, done } = waiting.next();
      if (done) return;
      const own = join(folder, String(names.indexOf(name)));
      mkdirSync(own);
      await runFuzzWorker({ boundaries: [name], seed, from, count: inputs, folder: own }, (result) => {
        played.set(name, result);
        say(`${result.boundary}: ${shown(result.inputs)} inputs, ${result.findings.length} findings`);
        for (const { input, problem } of result.findings.slice(0, 5)) say(`  ${input}: ${problem}`);
      });
      if (minutes > 0) writeFileSync(kept, JSON.stringify([...played.values()]));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (played.size === names.length) rmSync(kept, { force: true });
  return names.flatMap((name) => played.get(name) ?? []);
}

/** The file with results of earlier runs of the same program on the same inputs. */
function keptFile(hash: string, { inputs, seed, from }: FuzzSettings): string {
  const build = join(ROOT, ".cache/build.json");
  const program = existsSync(build) ? readFileSync(build, "utf8") : "";
  return join(ROOT, `.cache/fuzz-${dataHash([hash, program, inputs, seed, from])}.json`);
}

const resultsKept = (path: string): readonly FuzzResult[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as FuzzResult[]) : [];

/** Starts a worker whose home and configuration folders are in the folder of the run. */
function runFuzzWorker(work: FuzzWork, onPlayed: (result: FuzzResult) => void): Promise<void> {
  const child = fork(process.argv[1] ?? "", ["--worker", "fuzz", JSON.stringify(work)], {
    execArgv: ["--enable-source-maps"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, HOME: work.folder, XDG_STATE_HOME: "", XDG_CONFIG_HOME: "", TIDEMARK_HOME: "" },
  });
  let [boundary, at, why] = [work.boundaries[0] ?? "", work.from, "ends the process"];
  const ring = (): NodeJS.Timeout =>
    setTimeout(() => {
      why = "hangs";
      child.kill("SIGKILL");
    }, SILENT_MS_MAX);
  let alarm = ring();
  child.on("message", (said: FuzzSign | { readonly result: number }) => {
    clearTimeout(alarm);
    alarm = ring();
    if ("at" in said) [boundary, at] = [said.boundary, said.at];
    else if ("played" in said) onPlayed(said.played);
    else why = "";
  });
  return new Promise((done) => {
    child.on("exit", () => {
      clearTimeout(alarm);
      if (why !== "") {
        const findings = [{ boundary, input: `${at} and following`, problem: why, text: "" }];
        onPlayed({ boundary, inputs: at - work.from, refused: 0, slowestMs: 0, findings });
      }
      done();
    });
  });
}
