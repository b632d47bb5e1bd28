import { defineConfig } from "vitest/config";
import { countReporter } from "./scripts/count-reporter.mjs";
import { useMemoryForTemporaryFiles } from "./scripts/memory-folder.mjs";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "./src/core/agent-hosts.ts";

const HANG_MS = 3_600_000;

useMemoryForTemporaryFiles();

// Tests play people and agents themselves, also when an agent runs them.
for (const name of [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES]) delete process.env[name];

// No hook may give up because the machine is busy with other tests.
process.env.TIDEMARK_HOOK_PATIENCE = "20";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "bench/**/*.test.ts"],
    setupFiles: ["test/support/own-state.ts"],
    globalSetup: ["test/support/postgres-setup.ts"],
    exclude: ["**/node_modules/**", "**/.cache/**", "**/dist/**"],
    // Processes, not threads: a SQLite driver that is ended inside a thread takes the whole run with it.
    pool: "forks",
    // Some tests wait for processes they start; more workers would make those wait for each other.
    maxWorkers: 3,
    // Ends a run that hangs. No test rests on it, so a busy machine may take as long as it needs.
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    // In CI vitest writes no snapshot and no golden file by itself: one that is missing fails.
    reporters: ["default", countReporter()],
  },
});
