import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { BOUNDARIES } from "../test/fuzz/boundaries.ts";
import type { FuzzFinding, FuzzResult } from "../test/fuzz/fuzz.ts";
import { bench } from "./bench.ts";
import type { FuzzSign, FuzzWork } from "./fuzz-worker.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
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
  },
  run: (settings) => inFolder((folder) => findingOf(folder, settings)),
});

type FuzzSettings = {
  readonly inputs: number;
  readonly seed: number;
  readonly from: number;
  readonly only: string;
};

async function findingOf(folder: string, settings: FuzzSettings): Promise<Finding> {
  const chosen = BOUNDARIES.filter(({ name }) => name.includes(settings.only));
  const played = await playAll(
    chosen.map(({ name }) => name),
    folder,
    settings,
  );
  const findings = played.flatMap((one) => one.findings);
  return {
    data: {
      seed: settings.seed,
      hash: hashOf(chosen.map(({ name, seeds, words }) => ({ name, seeds, words }))),
    },
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

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** A process that gives no sign of life for so long hangs. A busy machine is far quicker with its few inputs. */
const SILENT_MS_MAX = 180_000;

/** Plays boundary after boundary. One that hangs or ends the process is a finding, and the others go on in a new process. */
async function playAll(
  names: readonly string[],
  folder: string,
  { inputs, seed, from }: FuzzSettings,
): Promise<FuzzResult[]> {
  const played: FuzzResult[] = [];
  while (played.length < names.length) {
    const left = names.slice(played.length);
    const own = join(folder, String(played.length));
    mkdirSync(own);
    await watched({ boundaries: left, seed, from, count: inputs, folder: own }, (result) => {
      played.push(result);
      say(`${result.boundary}: ${shown(result.inputs)} inputs, ${result.findings.length} findings`);
      for (const { input, problem } of result.findings.slice(0, 5)) say(`  ${input}: ${problem}`);
    });
  }
  return played;
}

/** Starts a worker that finds everything it could take for its own place in the folder of the run. */
function watched(work: FuzzWork, onPlayed: (result: FuzzResult) => void): Promise<void> {
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
