import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { geminiHistory } from "../../src/surfaces/hosts/gemini/history.ts";
import { geminiHook } from "../../src/surfaces/hosts/gemini/hook.ts";
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

/** Hooks do not say whether a sub-agent made a call, and the history loses zero-width joiners. */
const asHooksSee: Host["asHooksSee"] = ([who = "", ...rest]) =>
  [who.startsWith("tool") ? "tool" : who, ...rest].map((text) => text.replace(/\u200d/g, ""));

const gemini: Host = { reader: geminiHistory, hook: geminiHook, version: "0.61.0", asHooksSee };

everyRecording(gemini);

async function importedTurns(scenario: string) {
  const deps = await depsOf(gemini);
  await importFrom(deps, gemini, folderOf(gemini, scenario));
  return turnsOnTape(deps);
}

const output = (text: string) =>
  expect.stringMatching(new RegExp(`^Output: ${text}\n(.*\n)?Process Group PGID: \\d+$`));

describe("a Gemini history", () => {
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
    const deps = await depsOf(gemini);
    await importFrom(deps, gemini, folderOf(gemini, "edit"));
    const tool = (await eventsOf(deps)).find(({ payload }) => payload?.role === "tool");
    expect(tool?.payload).toMatchObject({ tool: "replace", files: ["/home/user/project/greeting.txt"] });
  });

  test("yields a session once, although each resumption rewrites its file", async () => {
    expect(await importedTurns("two-prompts")).toEqual([
      ["user", "Remember that releases are cut on Tuesdays."],
      ["assistant", "Noted: releases are cut on Tuesdays."],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a compaction, and does not repeat the messages that it kept under other ids", async () => {
    expect(
      (await importedTurns("compaction")).map(([role, text]) =>
        role === "assistant" ? [role, text?.slice(0, 7)] : [role, text],
      ),
    ).toEqual([
      ["user", "Explain at length how this project is released."],
      ["assistant", "Step 1:"],
      ["user", "Look at the check once more."],
      ["tool", "run_shell_command"],
      ["compacted", undefined],
      ["assistant", "It pass"],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tues"],
    ]);
  });

  test("yields a sub-agent's turns as part of its parent session", async () => {
    expect(await importedTurns("sub-agent")).toEqual([
      ["user", "Let somebody else find out how packages are installed."],
      ["tool", "invoke_agent", expect.anything(), expect.stringContaining("found pnpm in the README")],
      ["assistant", "With pnpm, I am told."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["tool (subagent)", "complete_task", expect.anything(), "Output submitted and task completed."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    const turns = await importedTurns("unicode");
    expect(turns[0]).toEqual(["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"]);
    expect(turns[1]?.[3]).toContain("港口 ⚓ cafe\u0301 שלום");
    expect(turns[2]).toEqual(["assistant", "已经记住：发布日是星期二。👩🚀 Cafe\u0301, שלום,\u2028и всё."]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "run_shell_command", "sh check.sh --all", output("check: 2 passed"), "exit 0"],
    ]);
  });

  test("gives the folder of the session", async () => {
    const deps = await depsOf(gemini);
    await importFrom(deps, gemini, folderOf(gemini, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({ type: "session.started", payload: { cwd: "/home/user/project" } });
  });

  test.each(scenariosOf(gemini))("counts each line of %s", (scenario) => everyLineCounts(gemini, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(gemini, "question");
    const deps = await depsOf(gemini);
    const [path = ""] = await historiesIn(deps, gemini, folder);
    appendFileSync(
      path,
      '{"id":"m1","type":"hologram","content":"x"}\n{"$set":{"mood":"calm"}}\n{"id":"m2","type":"us',
    );
    expect(await importFrom(deps, gemini, folder)).toMatchObject({
      unknown: { hologram: 1, "$set mood": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.record_type)).toEqual(["hologram", "$set mood"]);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(gemini, "commands");
    const deps = await depsOf(gemini);
    const [path = ""] = await historiesIn(deps, gemini, folder);
    const whole = readFileSync(path, "utf8");
    const call = { id: "c9", name: "run_shell_command", args: { command: "sleep 9" }, status: "executing" };
    const message = { id: "m9", timestamp: "2026-11-15T13:00:00.000Z", type: "gemini", content: "" };
    writeFileSync(path, `${whole}${JSON.stringify({ ...message, toolCalls: [call] })}\n`);
    expect(await importFrom(deps, gemini, folder)).toMatchObject({ unknown: {}, unreadable: 0 });
    const result = [
      { functionResponse: { id: "c9", name: call.name, response: { output: "Output: done" } } },
    ];
    appendFileSync(
      path,
      `${JSON.stringify({ ...message, toolCalls: [{ ...call, status: "success", result }] })}\n`,
    );
    expect(await importFrom(deps, gemini, folder)).toMatchObject({ added: 1 });
    expect((await turnsOnTape(deps)).filter(([, , input]) => input === "sleep 9")).toEqual([
      ["tool", "run_shell_command", "sleep 9", ""],
      ["tool", "run_shell_command", "sleep 9", "Output: done", "exit 0"],
    ]);
  });

  test("leaves out thoughts, notices and the context of hooks", async () => {
    const lines = [
      { sessionId: "s1", projectHash: "p", startTime: "2026-11-15T12:00:00.000Z", kind: "main" },
      {
        id: "a",
        type: "user",
        content: [{ text: "Hello" }, { text: "<hook_context>we know</hook_context>" }],
      },
      { id: "b", type: "gemini", content: "Hi", thoughts: [{ subject: "s", description: "d" }] },
      { id: "c", type: "info", content: "A notice" },
      { $rewindTo: "a" },
    ];
    const records = await recordsOf(gemini, sourceOf(lines.map((line) => JSON.stringify(line))));
    const texts = records.flatMap((record) =>
      record.is === "event" && record.line.type === "turn" ? [record.line.text] : [],
    );
    expect(texts).toEqual(["Hello", "Hi"]);
    expect(records.flatMap((record) => (record.is === "left_out" ? [record.type] : []))).toEqual([
      "header",
      "gemini/thoughts",
      "gemini, told with the whole answer",
      "info",
      "$rewindTo",
    ]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      gemini,
      [
        "id",
        "type",
        "user",
        "gemini",
        "content",
        "text",
        "$set",
        "messages",
        "toolCalls",
        "args",
        "command",
        "result",
        "sessionId",
        "projectHash",
      ],
      {
        start: ['{"sessionId":"s1","projectHash":"p","kind":"main"}'],
        base: [
          { id: "m1", type: "user" },
          { id: "m2", type: "gemini" },
          { $set: { messages: [{ type: "user", content: [{ text: 1 }] }, null] } },
        ],
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(gemini));
});

describe("a Gemini hook", () => {
  const start = { session_id: "s1", cwd: "/p", timestamp: "2026-11-15T12:00:00.000Z" };

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(geminiHook.capture("SessionStart", { ...start, source: "startup" })).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    expect(geminiHook.capture("SessionStart", { ...start, source: "resume" })).toMatchObject({
      lines: [{ type: "session.woke" }],
      wantsBrief: true,
    });
  });

  test("removes our own words from the prompt and keeps the user's", () => {
    const prompt = "<hook_context>&lt;our brief&gt;</hook_context>\n\nWhat now?";
    expect(geminiHook.capture("BeforeAgent", { ...start, prompt }).lines).toMatchObject([
      { role: "user", text: "What now?" },
    ]);
    expect(
      geminiHook.capture("BeforeAgent", { ...start, prompt: "<hook_context>x</hook_context>" }).lines,
    ).toEqual([]);
  });

  test("records the end of a turn and of a session, and `/clear` as a reset", () => {
    const answered = geminiHook.capture("AfterAgent", {
      ...start,
      prompt: "x",
      prompt_response: " \nDone. ",
    });
    expect(answered).toMatchObject({ lines: [{ role: "assistant", text: "Done." }], isEnd: true });
    expect(geminiHook.capture("SessionEnd", { ...start, reason: "exit" })).toMatchObject({
      lines: [{ type: "session.ended" }],
    });
    expect(geminiHook.capture("SessionEnd", { ...start, reason: "clear" })).toMatchObject({
      lines: [{ type: "session.reset" }],
    });
  });

  test("gives an answer the same id as the history, whatever chunks and requests it came in", async () => {
    const lines = [
      { sessionId: "s1", projectHash: "p", kind: "main" },
      {
        id: "a",
        type: "user",
        content: [{ text: "Fix it" }, { text: "<hook_context>we know</hook_context>" }],
      },
      { id: "b", type: "gemini", content: "I will read the file." },
      { id: "c", type: "gemini", content: "It is fixed 👩🚀." },
    ];
    const records = await recordsOf(gemini, sourceOf(lines.map((line) => JSON.stringify(line))));
    const [imported] = records.flatMap((record) =>
      record.is === "event" && record.line.role === "assistant" ? [record.line] : [],
    );
    const prompt_response = "I wil l read the file.  \nIt is fi xed 👩\u200d🚀.<!-- a note to self -->";
    const [hooked] = geminiHook.capture("AfterAgent", { ...start, prompt: "Fix it", prompt_response }).lines;
    expect(hooked?.message_id).toBe(imported?.message_id);
    const [other] = geminiHook.capture("AfterAgent", { ...start, prompt: "Fix that", prompt_response }).lines;
    expect(other?.message_id).not.toBe(imported?.message_id);
  });

  test("records nothing for unknown events and for those before each model request", () => {
    for (const event of [
      "PreCompress",
      "BeforeModel",
      "AfterModel",
      "BeforeTool",
      "Notification",
      "Whatever",
    ]) {
      expect(geminiHook.capture(event, start)).toEqual({ lines: [], wantsBrief: false, isEnd: false });
    }
  });

  test("answers with context only for events for which the client accepts it", () => {
    expect(JSON.parse(geminiHook.reply("SessionStart", "words"))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "words" },
    });
    expect(geminiHook.reply("SessionStart", "")).toBe("{}");
    expect(geminiHook.reply("AfterAgent", "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(gemini, {
      events: ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd", "PreCompress", "Else"],
      fields: [
        "session_id",
        "cwd",
        "timestamp",
        "source",
        "prompt",
        "prompt_response",
        "tool_name",
        "tool_input",
        "command",
        "tool_response",
        "llmContent",
        "error",
        "reason",
      ],
      base: { session_id: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(gemini));
});
