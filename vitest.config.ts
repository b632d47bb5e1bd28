import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { countReporter } from "./scripts/count-reporter.mjs";
import { longReporter } from "./scripts/long-reporter.mjs";
import { useMemoryForTemporaryFiles } from "./scripts/memory-folder.mjs";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "./src/core/agent-hosts.ts";

const HANG_MS = 3_600_000;

const NONE = ["**/node_modules/**", "**/.cache/**", "**/dist/**"];
const FILES = ["test/**/*.test.ts", "bench/**/*.test.ts"];

/**
 * Files that load every module anew: they replace a module, load the tests of other files again with another store, or read all sources
 * with the compiler, whose memory they give back. All others share what a worker has loaded: a third of the time of a run.
 */
const ALONE = [
  ...["test/*.test.ts", "test/sessions/worker-reading.test.ts"],
  ...["test/postgres/again.test.ts", "test/postgres/scenarios.test.ts"],
];

/** Files that take longest, or whole folders of them. Begun last, one of them would run alone at the end. */
const LONGEST = [
  ...["test/simulation/", "test/dashboard/", "test/extract/pasted-regions", "test/active-context/kills"],
  ...["test/scenarios/context-hostile", "test/verbs/effects", "bench/counts", "test/sessions/collection-"],
  ...["test/hostile/", "test/docs.test", "test/package", "test/scenarios/", "test/redact/surroundings"],
];

/**
 * Begins with the longest files, also where no earlier run told how long each takes. Those that load every module anew come before all
 * others: a worker that shares its modules is ended, with all it loaded, as soon as one of them is next.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((part) => moduleId.replaceAll("\\", "/").includes(part));
      return (project.config.isolate ? 0 : LONGEST.length + 1) + (at < 0 ? LONGEST.length : at);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

useMemoryForTemporaryFiles();

// Tests play people and agents themselves, also when an agent runs them.
for (const name of [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES]) delete process.env[name];

// No hook may give up because the machine is busy with other tests.
process.env.TIDEMARK_HOOK_PATIENCE = "20";

export default defineConfig({
  test: {
    setupFiles: ["test/support/own-state.ts"],
    globalSetup: ["test/support/postgres-setup.ts"],
    // Processes, not threads: a SQLite driver that is ended inside a thread takes the whole run with it.
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: "shared", isolate: false, include: FILES, exclude: [...NONE, ...ALONE] },
      },
      { extends: true, test: { name: "alone", isolate: true, include: ALONE, exclude: NONE } },
    ],
    // Some tests wait for processes they start; more workers would make those wait for each other.
    maxWorkers: 3,
    // Ends a run that hangs. No test rests on it, so a busy machine may take as long as it needs.
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS } },
    // In CI vitest writes no snapshot and no golden file by itself: one that is missing fails.
    reporters: [
      "default",
      ...(process.env.TIDEMARK_LONG === "1" ? [longReporter(process.env.TIDEMARK_LONG_OUTCOMES)] : []),
      countReporter(),
    ],
  },
});
