import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { contextSwitch } from "../../src/app/active-context/switch.ts";
import { contextSync } from "../../src/app/active-context/sync.ts";
import { findItem } from "../../src/app/items/find-item.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { scenario } from "../scenarios/scenario.ts";
import { testMemory } from "../support/test-memory.ts";

const SAYS = {
  patch: {
    progress: { next: ["Write the test"] },
    decisions: ["2030-01-01 → round once → fewer cents lost"],
  },
};

/** The same dependencies, but `act` runs just before each of the first `times` writes of files. */
function meanwhile(deps: Deps, times: number, act: (n: number) => void | Promise<void>): Deps {
  let n = 0;
  return {
    ...deps,
    contextFiles: {
      ...deps.contextFiles,
      write: async (group) => {
        if (n < times) await act(++n);
        return deps.contextFiles.write(group);
      },
    },
  };
}

async function begun() {
  const deps = await testMemory();
  await contextSwitch(deps, { id: "BILL-42", goal: "Invoices are rounded once." }, "init");
  const file = join(deps.project.worktreeRoot, "ai_memory/active_context.md");
  const text = () => readFileSync(file, "utf8");
  const edit = (from: string, to: string) => writeFileSync(file, text().replace(from, to));
  const steps = async () =>
    ((await findItem(deps, "pln#1")).steps as { text: string; status: string }[]).map(
      ({ text: says, status }) => `${status}: ${says}`,
    );
  return { deps, text, edit, steps };
}

scenario("context.edits.meanwhile", async () => {
  for (const times of [1, 2, 3, 4]) {
    const { deps, text, edit, steps } = await begun();
    const busy = meanwhile(deps, times, (n) => edit("- next:\n", `- next:\n  - By hand ${n}\n`));
    await contextSync(busy, SAYS);
    const hands = Array.from({ length: times }, (_, n) => `todo: By hand ${n + 1}`);
    expect(new Set(await steps())).toEqual(new Set(["todo: Write the test", ...hands]));
    for (const line of ["Write the test", "round once", ...hands.map((each) => each.slice(6))])
      expect(text()).toContain(line);
  }
  const { deps, edit } = await begun();
  const restless = meanwhile(deps, 9, (n) => edit("- next:\n", `- next:\n  - By hand ${n}\n`));
  await expect(contextSync(restless, SAYS)).rejects.toThrow("keeps changing");
});

scenario("context.plan.meanwhile", async () => {
  const { deps, steps } = await begun();
  await update(deps, { id: "pln#1", steps: ["Find the place", "Round once"] });
  const patch = { progress: { in_progress: ["Round once"], next: ["Write the test"] } };
  const busy = meanwhile(deps, 1, async () => {
    await update(deps, { id: "pln#1", step: ["done: Find the place", "todo: Ask Ann"] });
  });
  await contextSync(busy, { patch });
  const all = ["done: Find the place", "in_progress: Round once", "todo: Ask Ann", "todo: Write the test"];
  expect(await steps()).toEqual(all);
  const leaving = meanwhile(deps, 1, async () => {
    await update(deps, { id: "pln#1", step: ["done: Ask Ann"] });
  });
  await contextSwitch(leaving, { id: "DOC-7", goal: "Describe it." });
  expect(await findItem(deps, "pln#1")).toMatchObject({ status: "todo" });
  expect(await steps()).toContain("done: Ask Ann");
});
