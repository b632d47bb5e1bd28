import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { draftFromHook } from "../../src/app/intake/draft-from-hook.ts";
import { importHistory } from "../../src/app/intake/import-history.ts";
import { claudeCodeHook } from "../../src/surfaces/hosts/claude-code/hook.ts";
import { eventsOf } from "../hosts/suite.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";

/** Prompts that are changed when they are recorded, in the same way by the hook and by the import. */
const SECRET = `The key is ghp_${"a1B2c3D4e5F6".repeat(3)}, use it.`;
const LONG = `Read this: ${"long words ".repeat(110_000)}`;

test.each([
  ["holds a secret", SECRET],
  ["is longer than a turn may be", LONG],
  ["is recorded unchanged", "Go on."],
])(
  "a prompt that %s is recorded once, although a hook reports it and the history contains it",
  async (_, prompt) => {
    const deps = await testMemory();
    await deps.item("fact", "We build with pnpm");
    const ours = (await bundle(deps, "brief", {})).text;
    const prompts = [prompt, `${ours}\n${prompt}`, ours, prompt];
    const stamp = { writer: deps.writer, sha256: deps.sha256, isOwn: false };
    for (const said of prompts) {
      const { lines } = claudeCodeHook.capture("UserPromptSubmit", { session_id: "s1", prompt: said });
      const drafts = lines.map((line) =>
        draftFromHook(line, { ...stamp, id: deps.ids.next("evt"), now: deps.clock.now() }),
      );
      await deps.store.tape.append(drafts);
      deps.later(1000);
    }
    deps.later(3_600_000);
    const file = join(freshMemoryDir(), "history.jsonl");
    const records = prompts.map((content, i) => ({
      type: "user",
      sessionId: "s1",
      isSidechain: false,
      timestamp: `2026-01-01T00:00:0${i}Z`,
      message: { role: "user", content },
    }));
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    const { known } = await importHistory(deps, { paths: [file], host: "claude-code", dry_run: false });
    expect(known).toBe(prompts.length);
    const turns = (await eventsOf(deps)).filter(({ type }) => type === "turn.recorded");
    expect(turns.map(({ payload }) => payload?.own ?? false)).toEqual([false, false, true, false]);
    const texts = turns.map(({ payload }) => String(payload?.text));
    expect(texts[1]?.trim()).toBe(texts[0]?.trim());
    expect(texts.join("\n")).not.toContain("ghp_a1B2");
  },
);
