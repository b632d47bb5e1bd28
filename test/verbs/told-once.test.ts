import { expect, test } from "vitest";
import { decideRecording } from "../../src/core/recording/recording.ts";
import { importText } from "../../src/surfaces/verbs/text/import-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { commandLine, stage } from "../scenarios/stage.ts";

const file = { tool: "claude-md", file: "~/.claude/CLAUDE.md", known: 0, refused: [] };
const RESULT = { dry_run: false, added: 3, known: 0, due: 0 };

test("an import reports waiting items in the words of review, and nothing about files without entries", () => {
  const histories = {
    ...{ files: 1, sessions: 2, read: 9, left_out: {}, unknown: {}, unreadable: 0, broken: [] },
    ...{ other_projects: 0, too_old: 0, while_off: 0, added: 3, known: 0 },
  };
  const waiting = { candidates: 2, edges: 2, conflicts: 0, moot: 0 };
  const reading = { read: 2, failed: 0, kept: 12, waiting, still_due: 0 };
  const memories = { files: [{ ...file, read: 0, kept: 0, proposed: 0 }], taken: false, accepted: false };
  const told = importText({ ...RESULT, histories, reading, memories }, PLAIN);
  expect(told).toContain("12 items kept. For review: 2 candidates, 2 edges wait. Run `tidemark review`.");
  expect(told).not.toMatch(/CLAUDE\.md|other tools/);
  const found = { ...memories, files: [...memories.files, { ...file, read: 2, kept: 2, proposed: 0 }] };
  expect(importText({ ...RESULT, memories: found }, PLAIN).match(/CLAUDE\.md/g)).toHaveLength(1);
});

test("the end of a pause has the same time format everywhere", () => {
  const until = Date.parse("2026-11-18T23:51:20.346Z");
  const decided = decideRecording({
    ...{
      now: until - 1,
      isSilenced: false,
      everywhere: { repositories: "asked" },
      project: { off: { until } },
    },
    ...{ isEnabled: true, hasOwnMemory: true, mayBegin: false },
  });
  expect(decided).toMatchObject({ message: expect.stringContaining("until 2026-11-18 23:51 UTC") });
});

test("the log shows the old and the new status, and a recalled trap has no double full stop", async () => {
  const { dir, env } = stage();
  const run = (...argv: string[]) => commandLine(argv, { dir, env });
  await run("create", "plan", "--text", "Write the schema");
  await run("transition", "pln#1", "in_progress");
  expect((await run("log")).stdout).toContain("moved from todo to in_progress by ");
  await run("create", "trap", "--text", "tsc drops declarations.", "--instead", "use tsup");
  expect((await run("recall", "declarations")).stdout).toContain("declarations. Instead: use tsup");
});
