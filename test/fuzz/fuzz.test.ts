import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import type { Result } from "../../bench/result.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { ROOT } from "../clients/root.ts";
import { scenario } from "../scenarios/scenario.ts";
import { node } from "../spawned.ts";
import { BOUNDARIES } from "./boundaries.ts";
import type { Boundary } from "./boundary.ts";
import { fuzz } from "./fuzz.ts";

/** Inputs for each boundary. The bench plays 100,000. */
const INPUTS = process.env.TIDEMARK_LONG === "1" ? 5000 : 60;

const newFolder = (): string => mkdtempSync(join(mkdtempSync(join(tmpdir(), "tidemark-fuzz-")), "run-"));

scenario("fuzz.boundaries", async () => {
  const program = join(ROOT, ".cache", `fuzz-${process.pid}.mjs`);
  await build({
    ...{ absWorkingDir: ROOT, entryPoints: ["bench/main.ts"], outfile: program, logLevel: "warning" },
    ...{ bundle: true, format: "esm", platform: "node", target: "node20", packages: "external" },
  });
  try {
    const argv = [program, "fuzz", "--inputs", String(INPUTS), "--json"];
    const { stdout, stderr } = await node(argv, { cwd: ROOT });
    const { tables, verdicts } = JSON.parse(stdout) as Result;
    expect(tables[1]?.rows, stderr).toEqual([]);
    expect(verdicts[0]?.isMet).toBe(true);
    expect(tables[0]?.rows).toHaveLength(BOUNDARIES.length);
  } finally {
    rmSync(program, { force: true });
  }
});

test.each(BOUNDARIES)("$name reads a text that is well formed", async ({ seeds, open }) => {
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

test("the fuzzer notices an error that is not ours", async () => {
  const crash = () => (text: string) => {
    if (text !== "abc") throw new TypeError("planted");
  };
  expect(await problems(crash)).toContainEqual(expect.stringMatching(/^TypeError: planted/));
});

test("a refusal in words is no finding", async () => {
  const refuse = () => () => {
    throw new MemoryError("input.invalid", "planted");
  };
  expect((await played(refuse)).findings).toEqual([]);
  expect((await played(refuse)).refused).toBe(50);
});

test("the fuzzer notices a file beside the root", async () => {
  const stray = (root: string) => () => writeFileSync(join(root, "..", "stray"), "x");
  expect(await problems(stray)).toEqual([expect.stringMatching(/outside its root/)]);
});

test("the fuzzer notices work that an input of this length does not explain", async () => {
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
