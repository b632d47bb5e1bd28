/** The guards of `npm run check`, as data: test/guards.test.ts runs the same commands on planted faults. */
import { TOOLS } from "./lib.mjs";

export const GUARDS = [
  // Slow guards first, so that both lanes end at about the same time.
  { name: "types", args: [TOOLS.tsc, "-p", "tsconfig.json", "--pretty", "false"] },
  { name: "tidy", args: [TOOLS.vitest, "run", "test/tidy.test.ts"] },
  { name: "dead code", args: [TOOLS.knip, "--no-progress"] },
  { name: "borders", args: [TOOLS.depcruise, "--config", ".dependency-cruiser.cjs", "src"] },
  { name: "page types", args: [TOOLS.tsc, "-p", "src/dashboard/tsconfig.json", "--pretty", "false"] },
  { name: "core types", args: [TOOLS.tsc, "-p", "src/core/tsconfig.json", "--pretty", "false"] },
  {
    name: "format and lint",
    args: [TOOLS.biome, "check", "--error-on-warnings", "--colors=off", "--max-diagnostics=200"],
  },
  { name: "house", args: ["scripts/house.mjs"], isTable: true },
  { name: "reference pages", args: ["scripts/docs.mjs", "--check"] },
];
