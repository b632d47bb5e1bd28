import { defineConfig } from "vitest/config";
import { countReporter } from "./scripts/count-reporter.mjs";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "./src/core/agent-hosts.ts";

/** Property tests and fault loops take ten times as many turns when asked to. */
const isLong = process.env.TIDEMARK_LONG === "1";
const SECOND_MS = 1000;

// Tests play people and agents themselves, also when an agent runs them.
for (const name of [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES]) delete process.env[name];

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
    setupFiles: ["test/support/own-state.ts"],
    exclude: ["**/node_modules/**", "**/.cache/**", "**/dist/**"],
    // Processes, not threads: a SQLite driver that is ended inside a thread takes the whole run with it.
    pool: "forks",
    // Tests that wait for the disk leave a core of two idle; more would make those that start processes wait for each other.
    maxWorkers: 3,
    testTimeout: (isLong ? 900 : 30) * SECOND_MS,
    hookTimeout: (isLong ? 900 : 60) * SECOND_MS,
    // In CI vitest writes no snapshot and no golden file by itself: one that is missing fails.
    reporters: ["default", countReporter()],
  },
});
