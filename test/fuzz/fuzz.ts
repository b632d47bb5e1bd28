import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../src/core/failure.ts";
import type { Boundary, ReadInput } from "./boundary.ts";
import { corpusOf } from "./corpus.ts";
import { mutated } from "./mutate.ts";
import { randomFrom } from "./random.ts";

/** An input that caused a problem. Boundary, seed and number reproduce it. */
export type FuzzFinding = {
  readonly boundary: string;
  /** The number of the input, or the file of the corpus. */
  readonly input: string;
  readonly problem: string;
  /** The beginning of the input. */
  readonly text: string;
};

export type FuzzResult = {
  readonly boundary: string;
  readonly inputs: number;
  readonly refused: number;
  readonly slowestMs: number;
  readonly findings: readonly FuzzFinding[];
};

export type FuzzOptions = {
  readonly boundary: Boundary;
  readonly seed: number;
  readonly from?: number;
  readonly count: number;
  /** An empty folder for this run. Readers may change files in its subfolder `root` and nowhere else. */
  readonly folder: string;
  /** Processor time of this process so far, in milliseconds. */
  readonly cost?: () => number;
  /** Called before each input, so that the caller knows at which input a run hangs. */
  readonly onInput?: (number: number) => void;
};

/** The processor time that an input may take is this constant plus a time per character. */
const BASE_MS = 400;
const MS_PER_CHARACTER = 0.02;
/** Garbage collection may slow one reading down, so only an input that is slow in all tries is a finding. */
const SLOW_TRIES = 3;
const FINDINGS_MAX = 20;
const SHOWN_MAX = 400;

/** Reads the corpus of a boundary and then generated inputs, and returns the findings. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { boundary, seed, from = 0, count, folder, onInput, cost = processorMs } = options;
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  const beside = namesBeside(folder);
  const read = await boundary.open(root);
  const corpus = corpusOf(boundary.name);
  const grammar = { ...boundary, seeds: [...boundary.seeds, ...corpus.map(({ text }) => text)] };
  const tally = { refused: 0, slowestMs: 0, cost };
  const findings: FuzzFinding[] = [];
  const play = async (input: string, text: string): Promise<void> => {
    const problem = await problemWith(read, text, tally);
    if (problem !== undefined && findings.length < FINDINGS_MAX)
      findings.push({ boundary: boundary.name, input, problem, text: text.slice(0, SHOWN_MAX) });
  };
  for (const { file, text } of corpus) await play(file, text);
  for (let number = from; number < from + count; number++) {
    onInput?.(number);
    await play(String(number), mutated(grammar, randomFrom(`${seed} ${boundary.name} ${number}`)));
  }
  const changed = [...namesBeside(folder)].filter((name) => !beside.has(name));
  if (changed.length > 0)
    findings.push({
      boundary: boundary.name,
      input: "all",
      problem: `wrote outside its root: ${changed.join(", ")}`,
      text: "",
    });
  const { refused, slowestMs } = tally;
  return { boundary: boundary.name, inputs: count + corpus.length, findings, refused, slowestMs };
}

/** All names in the folder of a run and in its parent, without the content of `root`. */
function namesBeside(folder: string): Set<string> {
  const names = readdirSync(folder, { withFileTypes: true }).map(({ name }) => {
    const path = join(folder, name);
    return name === "root" ? path : `${path} ${statSync(path).mtimeMs}`;
  });
  return new Set([...names, ...readdirSync(join(folder, "..")).map((name) => `../${name}`)]);
}

type Tally = { refused: number; slowestMs: number; readonly cost: () => number };

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Reads a text and returns the problem that it caused, or undefined. */
async function problemWith(read: ReadInput, text: string, tally: Tally): Promise<string | undefined> {
  const allowed = BASE_MS + MS_PER_CHARACTER * text.length;
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < SLOW_TRIES; tries++) {
    const began = tally.cost();
    try {
      await read(text);
    } catch (error) {
      if (!(error instanceof MemoryError)) return crashOf(error);
      tally.refused++;
    }
    least = Math.min(least, tally.cost() - began);
    if (least <= allowed) break;
  }
  tally.slowestMs = Math.max(tally.slowestMs, Math.round(least));
  return least <= allowed
    ? undefined
    : `took ${Math.round(least)} ms of processor time for ${text.length} characters`;
}

function crashOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const place = error.stack?.split("\n").find((line) => /^\s+at /.test(line)) ?? "";
  return `${error.name}: ${error.message.slice(0, SHOWN_MAX)}${place === "" ? "" : ` (${place.trim()})`}`;
}
