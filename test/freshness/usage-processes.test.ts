import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { usageFile } from "../../src/adapters/files/usage/usage-file.ts";
import { scenario } from "../scenarios/scenario.ts";
import { ROOT } from "../sources.ts";
import { bundledWorker, startWorker } from "../support/processes.ts";
import { freshMemoryDir } from "../support/test-memory.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const PROCESSES = isLong ? 32 : 8;
const IDS = isLong ? 1000 : 200;
const BATCH = 50;

scenario("usage.processes", async () => {
  const memoryDir = freshMemoryDir();
  const file = await bundledWorker(ROOT, "usage-worker");
  const ids = Array.from({ length: IDS }, (_, i) => `fct_${i}`);
  const workers = Array.from({ length: PROCESSES }, () =>
    startWorker(file, { memoryDir, ids, batch: BATCH }),
  );
  for (const worker of workers)
    expect({ ...(await worker.ended), stderr: worker.stderr() }).toMatchObject({ code: 0, stderr: "" });
  const usage = usageFile(memoryDir, { now: Date.now, refreshOn: "used" });
  expect(usage.health()).toMatchObject({ state: "good", records: IDS, failed: 0, set_aside: [] });
  const counts = [...usage.read().values()].map(({ count, shown, used }) => ({ count, sum: shown + used }));
  expect(new Set(counts.map(({ count }) => count))).toEqual(new Set([PROCESSES]));
  expect(new Set(counts.map(({ sum }) => sum))).toEqual(new Set([PROCESSES]));
  // No lock, no temporary file and no waiting touch is left.
  const names = ["reference-tracker.failed", "reference-tracker.json", "reference-tracker.waiting"];
  expect(readdirSync(memoryDir).sort()).toEqual(names);
  expect(readdirSync(join(memoryDir, "reference-tracker.waiting"))).toEqual([]);
});
