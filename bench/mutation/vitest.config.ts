import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { defineConfig } from "vitest/config";
import { instrumented, type Mutant } from "./mutants.ts";
import { fileRuns } from "./reporter.ts";

/** Test run over sources with built-in mutants. `bench/mutation.ts` passes the mutants and the test files. */
const folder = process.env.TIDEMARK_MUTATION ?? "";
const mutants = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8")) as Mutant[];
const include = JSON.parse(readFileSync(join(folder, "include.json"), "utf8")) as string[];

/** A mutant that makes a test wait longer counts as noticed. */
const WAIT_MS = 120_000;

export default defineConfig({
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      transform: (code, id) => {
        const path = relative(process.cwd(), id.split("?")[0] ?? "")
          .split(sep)
          .join("/");
        const own = mutants.filter((mutant) => mutant.path === path);
        return own.length === 0 ? undefined : { code: instrumented(code, own), map: null };
      },
    },
  ],
  test: {
    include,
    exclude: ["**/node_modules/**"],
    pool: "forks",
    // Each mutant gets fresh modules, so that module state it changed does not reach the next one.
    isolate: true,
    maxWorkers: 2,
    testTimeout: WAIT_MS,
    hookTimeout: WAIT_MS,
    globalSetup: ["test/support/postgres-setup.ts"],
    setupFiles: ["test/support/own-state.ts", "bench/mutation/sleeping-mutants.ts"],
    reporters: [fileRuns()],
  },
});
