import { expect } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { remember } from "../../src/app/items/remember.ts";
import { why } from "../../src/app/items/why.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { whyText } from "../../src/surfaces/verbs/text/why-text.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function recordAndRead(deps: TestMemory, text: string): Promise<void> {
  await deps.put(
    { type: "turn.recorded", session: "s1", payload: { role: "user", text } },
    { type: "turn.recorded", session: "s1", payload: { role: "assistant", text: "Done." } },
    { type: "session.marked", session: "s1", payload: { reason: "test" } },
  );
  await tick(deps);
}

const STATED = [
  "Use pnpm, not npm",
  "We moved from Jenkins to GitHub Actions",
  "Sessions are stored in Redis instead of Postgres",
  "The staging port is 8080, no longer 9090",
  "Prefer Vitest over Jest for unit tests",
  "We use yarn for packages and never npm",
  "Deploys go through Helm charts, kustomize is gone",
  "Switch the queue to SQS, RabbitMQ is too slow",
  "The nightly job runs at 02:00 UTC rather than at midnight",
] as const;

/** Prompts that repeat a statement; most of them also ask for something. */
const REPEATED: readonly ((stated: string) => string)[] = [
  (stated) => `${stated}. Can you update the README for it?`,
  (stated) => `Is this still right: "${stated}"?`,
  (stated) => `As recorded: ${stated}. Fix the scripts that do not follow.`,
  (stated) => stated,
  (stated) => `${stated}!\n\nLook at the failing test next.`,
];

scenario("threads.names-replaced", async () => {
  const deps = await testMemory();
  const asText = async (id: string) => whyText(await why(deps, { id, k: 5 }), PLAIN);
  await remember(deps, { text: "The build uses webpack", kind: "decision" });
  await remember(deps, { text: "The build uses vite", kind: "decision", replaces: "dec#1" });
  expect(await asText("dec#2")).toContain("replaces dec#1, superseded: The build uses webpack");
  await remember(deps, { text: "Deploys run in Jenkins", kind: "decision" });
  await recordAndRead(deps, "We moved from Jenkins to GitHub Actions.");
  expect(await asText("dec#4")).toContain("replaces dec#3, superseded: Deploys run in Jenkins");
  expect(await asText("dec#1")).not.toContain("replaces");
});

scenario("threads.repeated", async () => {
  const marks: string[] = [];
  for (const stated of STATED)
    for (const prompt of REPEATED) {
      const deps = await testMemory();
      await remember(deps, { text: stated, kind: "decision" });
      const text = prompt(stated);
      await recordAndRead(deps, text);
      const { items } = await find(deps, { limit: 50, offset: 0 });
      const older = items.find(({ label }) => label === "dec#1");
      if (older?.thread_mark !== undefined || older?.status !== "active")
        marks.push(`${text} -> ${older?.status} ${older?.thread_mark}`);
    }
  expect(marks).toEqual([]);
});
