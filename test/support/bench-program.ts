import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "vitest";
import type { Result } from "../../bench/result.ts";
// @ts-expect-error: the scripts have no types.
import { bundleForNode } from "../../scripts/bundle.mjs";
import { ROOT } from "../root.ts";
import { node } from "../spawned.ts";

/** The benches as `npm run bench` runs them: in parts, so that a worker process loads only its own. */
export async function benchProgram() {
  const program: string = await bundleForNode("bench/main.ts", `bench-of-tests-${process.pid}`);
  return {
    /** What a bench found. Neither its speed nor its targets are judged here, so its exit code is not either. */
    run: async (...argv: readonly string[]): Promise<Result> => {
      const { stdout, stderr } = await node([program, ...argv, "--json"], { cwd: ROOT });
      expect(stdout, stderr).toMatch(/^\{.*\}\n$/);
      return JSON.parse(stdout) as Result;
    },
    remove: () => rmSync(dirname(program), { recursive: true, force: true }),
  };
}
