import { beforeEach } from "vitest";

/** Runs test files with one mutant active, and skips all tests after the first failure. */
export async function runAwake(
  awake: { readonly id: number; readonly limit: number },
  load: readonly (() => Promise<unknown>)[],
): Promise<void> {
  Object.assign(globalThis, { __awake: awake });
  let hasFailed = false;
  beforeEach((context) => {
    if (hasFailed) context.skip();
    context.onTestFailed(() => {
      hasFailed = true;
    });
  });
  for (const each of load) await each();
}
