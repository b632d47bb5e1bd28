import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { MemoryError } from "../../src/core/failure.ts";
import { scenario } from "../scenarios/scenario.ts";
import { benchProgram } from "../support/bench-program.ts";
import { BOUNDARIES } from "./boundaries.ts";
import type { Boundary } from "./boundary.ts";
import { fuzz } from "./fuzz.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/** Inputs per boundary. The bench plays 100,000. */
const INPUTS = isLong ? 5000 : 15;
/** The part of a name that selects the boundaries for the bench in a normal run. */
const BENCH_SAMPLE = "model answers";

const newFolder = (): string => mkdtempSync(join(mkdtempSync(join(tmpdir(), "tidemark-fuzz-")), "run-"));

scenario("fuzz.boundaries", async () => {
  const only = isLong ? "" : BENCH_SAMPLE;
  // The bench plays each boundary in its own process, which it kills if it hangs.
  const bench = await benchProgram();
  const { tables, verdicts } = await bench.run("fuzz", "--inputs", String(INPUTS), "--only", only);
  bench.remove();
  expect(tables[1]?.rows).toEqual([]);
  expect(verdicts[0]?.isMet).toBe(true);
  expect(tables[0]?.rows).toHaveLength(BOUNDARIES.filter(({ name }) => name.includes(only)).length);
  // A normal run plays all boundaries in this process too, which saves a process for each.
  for (const each of isLong ? [] : BOUNDARIES) {
    const folder = newFolder();
    vi.stubEnv("HOME", folder);
    const { findings } = await fuzz({ boundary: each, seed: 1, count: INPUTS, folder });
    expect(findings, each.name).toEqual([]);
  }
  vi.unstubAllEnvs();
});

test.each(BOUNDARIES)("$name reads a well-formed text", async ({ seeds, open }) => {
  const read = await open(newFolder());
  const refusals: string[] = [];
  for (const text of seeds) {
    try {
      await read(text);
      return;
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      refusals.push(error.message);
    }
  }
  expect(refusals).toEqual([]);
});

const boundary = (open: Boundary["open"]): Boundary => ({ name: "a test", seeds: ["abc"], words: [], open });
const played = (open: Boundary["open"], count = 50) =>
  fuzz({ boundary: boundary(open), seed: 1, count, folder: newFolder() });
const problems = async (open: Boundary["open"]): Promise<string[]> =>
  (await played(open)).findings.map(({ problem }) => problem);

test("the fuzzer reports an error that is no `MemoryError`", async () => {
  const crash = () => (text: string) => {
    if (text !== "abc") throw new TypeError("planted");
  };
  expect(await problems(crash)).toContainEqual(expect.stringMatching(/^TypeError: planted/));
});

test("a refusal by a `MemoryError` is no finding", async () => {
  const refuse = () => () => {
    throw new MemoryError("input.invalid", "planted");
  };
  expect((await played(refuse)).findings).toEqual([]);
  expect((await played(refuse)).refused).toBe(50);
});

test("the fuzzer reports a file outside the root", async () => {
  const stray = (root: string) => () => writeFileSync(join(root, "..", "stray"), "x");
  expect(await problems(stray)).toEqual([expect.stringMatching(/outside its root/)]);
});

test("the fuzzer reports more processor time than an input of this length may take", async () => {
  let spent = 0;
  const slow = () => () => {
    spent += 1000;
  };
  const run = { boundary: boundary(slow), seed: 1, folder: newFolder(), cost: () => spent };
  const { findings } = await fuzz({ ...run, count: 1 });
  expect(findings[0]?.problem).toMatch(/processor time/);
});

test("the same seed gives the same inputs", async () => {
  const texts: string[] = [];
  const note = () => (text: string) => void texts.push(text);
  await played(note);
  await played(note);
  expect(texts.slice(0, 50)).toEqual(texts.slice(50));
});
