import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { contextSwitch } from "../../src/app/active-context/switch.ts";
import { INSTRUCTIONS as FOR_HOSTS } from "../../src/surfaces/hosts/wiring-parts.ts";
import { INSTRUCTIONS } from "../../src/surfaces/mcp/policy.ts";
import { toolsOf } from "../../src/surfaces/mcp/tools.ts";
import { workVerb } from "../../src/surfaces/mcp/work.ts";
import { ROOT } from "../root.ts";
import { scenario } from "../scenarios/scenario.ts";
import { contextFilesInMemory } from "../support/files-in-memory.ts";
import { testMemory } from "../support/test-memory.ts";

scenario("context.protocol.tool", async () => {
  const deps = { ...(await testMemory()), contextFiles: contextFilesInMemory(), voice: "agent" as const };
  await contextSwitch(deps, { id: "ORD-001", goal: "Orders are totalled once." }, "init");
  const work = (input: object) => workVerb.run(deps, workVerb.input.parse(input));
  expect(await work({ intent: "load" })).toMatchObject({ task_id: "ORD-001" });
  const patch = { progress: { next: ["Write the test"] } };
  expect(await work({ intent: "sync", patch })).toMatchObject({ resume: { next_action: "Write the test" } });
  expect(await work({ intent: "archive" })).toMatchObject({ task_id: "ORD-001", is_current: true });
  expect(await work({ intent: "switch", task: "DOC-7", goal: "The totals are described." })).toMatchObject({
    outcome: "switched",
    from: "ORD-001",
  });
  expect(await work({ intent: "restore", task: "ORD-001" })).toMatchObject({
    outcome: "switched",
    matched: "task_id",
    resume: { next_action: "Write the test" },
  });
  await expect(work({ intent: "switch" })).rejects.toThrow("needs the id of a task");
  const tools = toolsOf("few", []);
  expect(tools).toHaveLength(8);
  expect(tools[0]?.description).toMatch(/load.*sync.*switch.*archive.*restore/);
  const skill = readFileSync(join(ROOT, "plugin/plugins/tidemark/skills/tidemark/SKILL.md"), "utf8");
  for (const told of [INSTRUCTIONS, FOR_HOSTS, skill])
    for (const word of ["sync", "switch"]) expect(told).toContain(word);
});
