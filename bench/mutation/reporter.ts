import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** The result of one test file. */
export type FileRun = {
  readonly file: string;
  readonly isOk: boolean;
  readonly ms: number;
  /** The first test that failed. */
  readonly failed?: string;
};

/** A reporter that writes a line for each test file, and another for a file with an unhandled error. */
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
