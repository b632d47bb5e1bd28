import { bench } from "./bench.ts";
export const start = bench({ name: "start", title: "start", summary: "x", options: {}, run: async () => ({ tables: [], verdicts: [] }) });
