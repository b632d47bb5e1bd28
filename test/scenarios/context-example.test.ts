import { join } from "node:path";
import { expect, vi } from "vitest";
import { ROOT } from "../sources.ts";
import { desk } from "../support/context-stage.ts";
import { scenario } from "./scenario.ts";
import { commandLine } from "./stage.ts";

/** The fields that an agent passes; the rest of the file comes from the tape. */
const SAID = {
  current_task: {
    current_focus: "roundOnce() in src/round.ts",
    scope_in: ["Totals of invoices"],
    scope_out: ["Tax rates"],
  },
  progress: {
    done: ["Found the three places that round", "Moved two of them to src/round.ts"],
    in_progress: ["Round the total of src/total.ts in src/round.ts too"],
    next: ["Write a test for three thirds of a cent", "Take the old helper out"],
  },
  breadcrumbs: {
    next_hops: ["src/total.ts: its sum still rounds each line"],
    navigation_queries: [
      "rg 'Math.round'",
      "rg roundOnce",
      "rg toCents",
      "git log -S roundOnce",
      "rg 'total\\(' src",
    ],
    resume_recipe: ["Open src/round.ts", "Run npm test", "Take the first item of next"],
  },
  guardrails: {
    invariants: [
      "Money is never a float (project)",
      "A total is rounded once",
      "Line amounts keep all their digits",
    ],
    definition_of_done: ["No Math.round outside src/round.ts", "npm test passes"],
  },
};

scenario("context.example", async (surface) => {
  vi.stubEnv("GIT_AUTHOR_DATE", "2026-03-02T09:00:00Z");
  vi.stubEnv("GIT_COMMITTER_DATE", "2026-03-02T09:00:00Z");
  const on = desk(surface);
  vi.unstubAllEnvs();
  const typed = async (...argv: string[]): Promise<string> => {
    const { code, stdout, stderr } = await commandLine(argv, {
      ...on,
      env: { ...on.env, SHELL: "/bin/bash" },
    });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  for (const path of ["src/round.ts", "src/total.test.ts"]) on.put(path, "");
  const about = ["--title", "Round once", "--category", "bugfix", "--tag", "billing", "--tag", "rounding"];
  await typed(
    "context",
    "init",
    "--task",
    "BILL-42",
    "--goal",
    "Invoices are rounded once, at the end.",
    ...about,
  );
  await on.work(
    { edits: "src/total.ts" },
    { edits: "src/round.ts" },
    { runs: "npm test", exit: 1, prints: "FAIL src/total.test.ts\nAssertionError: expected 1.01 to be 1" },
    { edits: "src/total.test.ts" },
  );
  await typed("remember", "Amounts are integers in cents", "--kind", "decision");
  await typed(
    "create",
    "note",
    "--type",
    "question",
    "--text",
    "Does the tax office want half-even rounding?",
  );
  await typed("context", "sync", "--patch", JSON.stringify(SAID));
  await typed(
    "context",
    "switch",
    "DOC-7",
    "--goal",
    "Describe the totals.",
    "--category",
    "docs",
    "--reason",
    "the release waits for it",
  );
  const back = await typed("context", "switch", "BILL-42");
  expect(back).toContain("next   Write a test for three thirds of a cent");
  await on.isSound();
  const file = join(ROOT, "docs/examples/active_context.md");
  await expect(everywhere(on.text())).toMatchFileSnapshot(file);
});

/** Replaces the lines that differ between machines. */
const everywhere = (text: string): string =>
  text
    .replace(/- os: .*/, "- os: Linux")
    .replace(/- shell: .*/, "- shell: bash")
    .replace(/- node \d.*/, "- node 22.12.0");
