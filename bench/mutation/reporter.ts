import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** What became of one file of tests. */
export type FileRun = {
  readonly file: string;
  readonly isOk: boolean;
  readonly ms: number;
  /** The first test that failed. */
  readonly failed?: string;
};

/** Writes a line for each file that was run, and one more for a file with an error that none of its tests waited for. */
export const fileRuns = (): Reporter => ({
  onTestRunEnd: (_modules, errors) => {
    for (const { VITEST_TEST_PATH: file, message } of errors)
      if (typeof file === "string") write({ file, isOk: false, ms: 0, failed: message });
  },
  onTestModuleEnd: (module: TestModule): void => {
    const { collectDuration, duration } = module.diagnostic();
    const failed = [...module.children.allTests("failed")][0]?.fullName;
    const run: FileRun = {
      file: module.moduleId,
      isOk: module.ok() && module.errors().length === 0,
      ms: Math.round(collectDuration + duration),
      ...(failed === undefined ? {} : { failed }),
    };
    write(run);
  },
});

const write = (run: FileRun): void =>
  appendFileSync(join(process.env.TIDEMARK_MUTATION ?? "", "runs.jsonl"), `${JSON.stringify(run)}\n`);
