import { beforeEach } from "vitest";

/** Runs test files with one mutant awake, and no further than the first test that fails. */
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
