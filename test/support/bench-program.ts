import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "vitest";
import type { Result } from "../../bench/result.ts";
// @ts-expect-error: the scripts have no types.
import { bundleForNode } from "../../scripts/bundle.mjs";
import { ROOT } from "../root.ts";
import { node } from "../spawned.ts";

/** Bundles the benches like `npm run bench`: in parts, so that a worker process loads only its own part. */
export async function benchProgram() {
  const program: string = await bundleForNode("bench/main.ts", `bench-of-tests-${process.pid}`);
  return {
    /** The result of a bench. Its exit code is ignored, because tests do not judge speed and targets. */
    run: async (...argv: readonly string[]): Promise<Result> => {
      const { stdout, stderr } = await node([program, ...argv, "--json"], { cwd: ROOT });
      expect(stdout, stderr).toMatch(/^\{.*\}\n$/);
      return JSON.parse(stdout) as Result;
    },
    remove: () => rmSync(dirname(program), { recursive: true, force: true }),
  };
}
