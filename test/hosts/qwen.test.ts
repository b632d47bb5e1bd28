import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { qwenHistory } from "../../src/surfaces/hosts/qwen/history.ts";
import { qwenHook } from "../../src/surfaces/hosts/qwen/hook.ts";
import { spoiledCallsAreTaken, spoiledLinesAreRead } from "./spoiled.ts";
import {
  anyInputIsTaken,
  anyLineIsRead,
  copyOf,
  depsOf,
  eventsOf,
  everyLineCounts,
  everyRecording,
  folderOf,
  type Host,
  historiesIn,
  importFrom,
  recordsOf,
  scenariosOf,
  sourceOf,
  turnsOnTape,
} from "./suite.ts";

const qwen: Host = { reader: qwenHistory, hook: qwenHook, version: "0.24.4" };

everyRecording(qwen);

async function importedTurns(scenario: string) {
  const deps = await depsOf(qwen);
  await importFrom(deps, qwen, folderOf(qwen, scenario));
  return turnsOnTape(deps);
}

const output = (text: string) => expect.stringContaining(`\nOutput: ${text}\n`);

describe("a Qwen history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      ["user", "Which package manager does this project use?"],
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code", async () => {
    expect(await importedTurns("commands")).toEqual([
      ["user", "Run the check script and say how it went."],
      ["tool", "run_shell_command", "sh check.sh", output("check: say what to check"), "exit 3"],
      ["tool", "run_shell_command", "sh check.sh --all", output("check: 2 passed"), "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields an edit with its file", async () => {
    const deps = await depsOf(qwen);
    await importFrom(deps, qwen, folderOf(qwen, "edit"));
    const tools = (await eventsOf(deps)).filter(({ payload }) => payload?.role === "tool");
    const files = ["/home/user/project/greeting.txt"];
    expect(tools.map(({ payload }) => payload)).toMatchObject([
      { tool: "read_file", files },
      { tool: "edit", files },
    ]);
  });

  test("yields one session for two prompts", async () => {
    expect(await importedTurns("two-prompts")).toEqual([
      ["user", "Remember that releases are cut on Tuesdays."],
      ["assistant", "Noted: releases are cut on Tuesdays."],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a compaction at its place among the turns", async () => {
    expect((await importedTurns("compaction")).map(([role, text]) => [role, text?.slice(0, 7)])).toEqual([
      ["user", "Explain"],
      ["assistant", "Step 1:"],
      ["compacted", undefined],
      ["user", "On whic"],
      ["assistant", "On Tues"],
    ]);
  });

  test("yields a sub-agent's turns, and no turn for the client's notice of it", async () => {
    expect(await importedTurns("sub-agent")).toEqual([
      ["user", "Let somebody else find out how packages are installed."],
      ["tool", "agent", expect.anything(), expect.stringContaining("Background agent launched")],
      ["assistant", "With pnpm, I am told."],
      ["assistant", "With pnpm, I am told."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["assistant (subagent)", "The sub-agent found pnpm in the README."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      ["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"],
      ["tool", "run_shell_command", expect.anything(), output("港口 ⚓ cafe\u0301 שלום"), "exit 0"],
      ["assistant", expect.stringMatching(/^已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\sи всё\.$/)],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "run_shell_command", "sh check.sh --all", output("check: 2 passed"), "exit 0"],
    ]);
  });

  test("gives the folder and the branch of the session", async () => {
    const deps = await depsOf(qwen);
    await importFrom(deps, qwen, folderOf(qwen, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({
      type: "session.started",
      payload: { cwd: "/home/user/project", branch: "main" },
    });
  });

  test.each(scenariosOf(qwen))("counts each line of %s", (scenario) => everyLineCounts(qwen, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(qwen, "question");
    const deps = await depsOf(qwen);
    const [path = ""] = await historiesIn(deps, qwen, folder);
    const session = '"sessionId":"s1"';
    appendFileSync(
      path,
      `{"uuid":"1",${session},"type":"hologram"}\n{"uuid":"2",${session},"type":"system","subtype":"mood"}\n{"uuid":"3","type":"us`,
    );
    expect(await importFrom(deps, qwen, folder)).toMatchObject({
      unknown: { hologram: 1, "system/mood": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.record_type)).toEqual(["hologram", "system/mood"]);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(qwen, "commands");
    const deps = await depsOf(qwen);
    const [path = ""] = await historiesIn(deps, qwen, folder);
    const lines = readFileSync(path, "utf8").split("\n");
    const end = lines.findIndex((line) => line.includes('"type":"tool_result"'));
    writeFileSync(path, `${lines.slice(0, end).join("\n")}\n`);
    await importFrom(deps, qwen, folder);
    expect((await turnsOnTape(deps)).at(-1)).toEqual(["tool", "run_shell_command", "sh check.sh", ""]);
    writeFileSync(path, lines.join("\n"));
    await importFrom(deps, qwen, folder);
    expect(await turnsOnTape(deps)).toContainEqual([
      "tool",
      "run_shell_command",
      "sh check.sh",
      output("check: say what to check"),
      "exit 3",
    ]);
  });

  test("leaves out thoughts and the context of hooks", async () => {
    const base = { sessionId: "s1", timestamp: "2026-11-15T12:00:00.000Z" };
    const context = "\n<qwen:user-prompt-submit-context>\nwe know\n</qwen:user-prompt-submit-context>";
    const lines = [
      {
        ...base,
        uuid: "a",
        type: "user",
        message: { role: "user", parts: [{ text: "Hello" }, { text: context }] },
      },
      {
        ...base,
        uuid: "b",
        type: "assistant",
        message: { role: "model", parts: [{ text: "hm", thought: true }, { text: "Hi" }] },
      },
    ];
    const records = await recordsOf(qwen, sourceOf(lines.map((line) => JSON.stringify(line))));
    const texts = records.flatMap((record) =>
      record.is === "event" && record.line.type === "turn" ? [record.line.text] : [],
    );
    expect(texts).toEqual(["Hello", "Hi"]);
    expect(records.flatMap((record) => (record.is === "left_out" ? [record.type] : []))).toEqual([
      "assistant/thought",
    ]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      qwen,
      [
        "uuid",
        "sessionId",
        "type",
        "user",
        "assistant",
        "tool_result",
        "system",
        "subtype",
        "message",
        "parts",
        "text",
        "functionCall",
        "functionResponse",
        "id",
        "args",
        "command",
      ],
      {
        base: [
          { sessionId: "s1", type: "user" },
          {
            sessionId: "s1",
            type: "tool_result",
            message: { parts: [{ functionResponse: { id: 1, response: { output: {} } } }, null] },
          },
        ],
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(qwen));
});

describe("a Qwen hook", () => {
  const start = { session_id: "s1", cwd: "/p", timestamp: "2026-11-15T12:00:00.000Z" };

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(qwenHook.capture("SessionStart", { ...start, source: "startup" })).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    for (const source of ["resume", "compact"]) {
      expect(qwenHook.capture("SessionStart", { ...start, source })).toMatchObject({
        lines: [{ type: "session.woke" }],
        wantsBrief: true,
      });
    }
  });

  test("records nothing for the empty prompt by which the client continues after a tool", () => {
    expect(qwenHook.capture("UserPromptSubmit", { ...start, prompt: "" }).lines).toEqual([]);
    expect(qwenHook.capture("UserPromptSubmit", { ...start, prompt: "Go" }).lines).toMatchObject([
      { role: "user", text: "Go" },
    ]);
  });

  test("records a tool call under the id that the history uses", () => {
    const input = {
      ...start,
      tool_use_id: "made up",
      tool_call_id: "call_1",
      tool_name: "x",
      tool_input: {},
      error: "Exit Code: 4",
    };
    expect(qwenHook.capture("PostToolUseFailure", input).lines).toMatchObject([
      { message_id: "call_1", exit_code: 4 },
    ]);
  });

  test("records the end of a turn and of a session", () => {
    expect(qwenHook.capture("Stop", { ...start, last_assistant_message: "Done." })).toMatchObject({
      lines: [{ role: "assistant", text: "Done." }],
      isEnd: true,
    });
    expect(
      qwenHook.capture("SubagentStop", { ...start, last_assistant_message: "Found." }).lines,
    ).toMatchObject([{ role: "assistant", speaker: "subagent" }]);
    expect(qwenHook.capture("SessionEnd", { ...start, reason: "clear" })).toMatchObject({
      lines: [{ type: "session.reset" }],
    });
    expect(qwenHook.capture("SessionEnd", start)).toMatchObject({
      lines: [{ type: "session.ended" }],
      isEnd: true,
    });
  });

  test("records nothing for unknown events", () => {
    for (const event of ["PreToolUse", "Notification", "SubagentStart", "Whatever"]) {
      expect(qwenHook.capture(event, start)).toEqual({ lines: [], wantsBrief: false, isEnd: false });
    }
  });

  test("answers with context only for events for which the client accepts it", () => {
    expect(JSON.parse(qwenHook.reply("UserPromptSubmit", "words"))).toEqual({
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "words" },
    });
    expect(qwenHook.reply("SessionStart", "")).toBe("{}");
    expect(qwenHook.reply("Stop", "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(qwen, {
      events: [
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "PostCompact",
        "Stop",
        "SubagentStop",
        "SessionEnd",
        "Else",
      ],
      fields: [
        "session_id",
        "cwd",
        "timestamp",
        "source",
        "prompt",
        "last_assistant_message",
        "tool_name",
        "tool_input",
        "command",
        "tool_call_id",
        "tool_response",
        "llmContent",
        "error",
        "reason",
        "trigger",
      ],
      base: { session_id: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(qwen));
});
