import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../src/core/failure.ts";
import type { Boundary, ReadInput } from "./boundary.ts";
import { corpusOf } from "./corpus.ts";
import { mutated } from "./mutate.ts";
import { randomFrom } from "./random.ts";

/** An input that broke something, and how to make it again: boundary, seed and number. */
export type FuzzFinding = {
  readonly boundary: string;
  /** The number of the input, or the file of the corpus. */
  readonly input: string;
  readonly problem: string;
  /** The beginning of the text. */
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
  /** An empty folder of this run. Everything may change in `root` below it, and nothing beside that. */
  readonly folder: string;
  /** Processor time of this process so far, in milliseconds. */
  readonly cost?: () => number;
  /** Called before each block of inputs, so that whoever watches knows where a run hangs. */
  readonly onInput?: (number: number) => void;
};

/** Processor time that every input may take, and that each character adds. A longer input may take longer. */
const BASE_MS = 400;
const MS_PER_CHARACTER = 0.02;
/** A slow reading may be a collection of garbage. Only an input that is slow each time is a finding. */
const SLOW_TRIES = 3;
const FINDINGS_MAX = 20;
const SHOWN_MAX = 400;

/** Reads the kept corpus of a boundary and then generated inputs, and gives what broke. */
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

/** Everything in the folder of a run and its parent, but for what lies in the root of the run. */
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

/** What is wrong with the reading of a text; undefined when nothing is. */
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
