import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { defineConfig } from "vitest/config";
import { instrumented, type Mutant } from "./mutants.ts";
import { fileRuns } from "./reporter.ts";

/** A run of the tests over sources that have mutants in them. `bench/mutation.ts` says which, and which files to run. */
const folder = process.env.TIDEMARK_MUTATION ?? "";
const mutants = JSON.parse(readFileSync(join(folder, "mutants.json"), "utf8")) as Mutant[];
const include = JSON.parse(readFileSync(join(folder, "include.json"), "utf8")) as string[];

/** A mutant that waits for longer than this counts as noticed. */
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
    // Each mutant has modules of its own: what it left in a table that is made once must not reach the next.
    isolate: true,
    maxWorkers: 2,
    testTimeout: WAIT_MS,
    hookTimeout: WAIT_MS,
    globalSetup: ["test/support/postgres-setup.ts"],
    setupFiles: ["test/support/own-state.ts", "bench/mutation/sleeping-mutants.ts"],
    reporters: [fileRuns()],
  },
});
