import { expect, vi } from "vitest";
import { backgroundReading } from "../../src/background-reading.ts";
import { openWorker } from "../../src/index.ts";
import { memoryPoolOver } from "../../src/memory-pool.ts";
import { openMemory } from "../../src/open-memory.ts";
import { record } from "../support/record-lines.ts";
import { scenario } from "./scenario.ts";
import { commandLine, stage } from "./stage.ts";

scenario("designs.stated-at-once", async (surface) => {
  const on = stage(surface);
  await record(on, { type: "truth.upserted", session: "s1", statement: "The gateway listens on port 8443" });
  const hooked = { session: "s2", statement: "The invoice worker runs every 15 minutes" };
  await on.cli(["hook", "generic", "truth.upserted"], { input: JSON.stringify(hooked) });
  expect((await on.call("recall", { query: "invoice worker" })).hits[0]?.text).toBe(hooked.statement);
  const task = { session: "s3", goal: "Move the invoices to the new ledger" };
  await on.cli(["hook", "generic", "task.spec_set"], { input: JSON.stringify(task) });
  expect((await on.call("find", {})).items.map(({ text }) => text)).toContain(task.goal);
  const check = { session: "s4", outcome: "fail", failed_checks: ["ledger totals"] };
  await on.cli(["hook", "generic", "verification.recorded"], { input: JSON.stringify(check) });
  await on.call("brief");
  expect((await on.call("workerStatus")).due).toBe(0);
});

scenario("designs.worker-in-process", async () => {
  const on = stage("library");
  await record(on, { type: "turn", session: "s1", text: "We decided: all services log as JSON." });
  expect((await commandLine(["status"], on)).stdout).toMatch(/sessions +1, 1 active, 1 to read/);
  const worker = await openWorker({ dir: on.dir });
  worker.start();
  await worker.tick();
  await worker.stop();
  expect((await on.call("workerStatus")).due).toBe(0);

  await record(on, { type: "turn", session: "s2", text: "We decided: receipts are rendered on the server." });
  const memoryPool = memoryPoolOver((effect) =>
    openMemory({ cwd: on.dir, env: on.env, effect, host: "library" }),
  );
  const waiting: (() => void)[] = [];
  const background = backgroundReading(memoryPool, (work) => {
    waiting.push(work);
    return () => {};
  });
  background.called();
  waiting.shift()?.();
  // The next run is scheduled when this one ends, without another call.
  await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 600_000 });
  await background.stop();
  await memoryPool.close();
  expect((await on.call("workerStatus")).due).toBe(0);
});
