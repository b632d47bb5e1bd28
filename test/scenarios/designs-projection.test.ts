import { expect } from "vitest";
import { record } from "../support/record-lines.ts";
import { scenario } from "./scenario.ts";
import { stage } from "./stage.ts";

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
