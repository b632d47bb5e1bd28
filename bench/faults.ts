import { bench } from "./bench.ts";
export const faults = bench({ name: "faults", title: "faults", summary: "x", options: {}, run: async () => ({ tables: [], verdicts: [] }) });
