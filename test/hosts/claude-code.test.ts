import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import { claudeCodeHistory } from "../../src/surfaces/hosts/claude-code/history.ts";
import { claudeCodeHook } from "../../src/surfaces/hosts/claude-code/hook.ts";
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

const claude: Host = { reader: claudeCodeHistory, hook: claudeCodeHook, version: "2.1.325" };

everyRecording(claude);

async function importedTurns(scenario: string) {
  const deps = await depsOf(claude);
  await importFrom(deps, claude, folderOf(claude, scenario));
  return turnsOnTape(deps);
}

/** The turns that the reader gives for these records, and the types of those that it leaves out or does not know. */
async function turnsFrom(...records: readonly JsonRecord[]) {
  const lines = records.map((record) => JSON.stringify({ sessionId: "s1", cwd: "/p", ...record }));
  const out = await recordsOf(claude, sourceOf(lines));
  return {
    turns: out.flatMap((one) =>
      one.is === "event" && one.line.type === "turn" ? [[one.line.role, one.line.text]] : [],
    ),
    leftOut: out.flatMap((one) => (one.is === "left_out" ? [one.type] : [])),
    unknown: out.flatMap((one) => (one.is === "unknown" ? [one.type] : [])),
  };
}

const user = (content: unknown, more: JsonRecord = {}) => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});
const assistant = (content: unknown, more: JsonRecord = {}) => ({
  type: "assistant",
  message: { role: "assistant", content, ...more },
});

describe("a Claude Code history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      ["user", "Which package manager does this project use?"],
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code", async () => {
    expect(await importedTurns("commands")).toEqual([
      ["user", "Run the check script and say how it went."],
      ["tool", "Bash", "sh check.sh", "Exit code 3\ncheck: say what to check", "exit 3"],
      ["tool", "Bash", "sh check.sh --all", "check: 2 passed", "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields an edit with its changed lines and its file", async () => {
    const deps = await depsOf(claude);
    await importFrom(deps, claude, folderOf(claude, "edit"));
    const tools = (await eventsOf(deps)).filter(({ payload }) => payload?.role === "tool");
    const files = ["/home/user/project/greeting.txt"];
    expect(tools.map(({ payload }) => payload)).toMatchObject([
      { tool: "Read", text: "Hello, world\n", files },
      { tool: "Edit", text: "-Hello, world\n+Hello, harbour", files },
    ]);
  });

  test("yields one session for a session that was resumed", async () => {
    expect(await importedTurns("two-prompts")).toEqual([
      ["user", "Remember that releases are cut on Tuesdays."],
      ["assistant", "Noted: releases are cut on Tuesdays."],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a compaction, and its summary without the client's own text around it", async () => {
    expect((await importedTurns("compaction")).map((turn) => turn.map((part) => part.slice(0, 40)))).toEqual([
      ["user", "Explain at length how this project is re"],
      ["assistant", "Step 1: run the check, read what it prin"],
      ["compacted"],
      ["system", "<state_snapshot>Releases are cut on Tues"],
      ["user", "/compact"],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a sub-agent's turns, and no user turn for the notice of its end", async () => {
    expect(await importedTurns("sub-agent")).toEqual([
      ["user", "Let somebody else find out how packages are installed."],
      ["tool", "Agent", expect.stringContaining("As a sub-agent"), expect.stringContaining("async_launched")],
      ["assistant", "With pnpm, I am told."],
      ["assistant", "With pnpm, I am told."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["assistant (subagent)", "The sub-agent found pnpm in the README."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      ["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"],
      ["tool", "Bash", "printf '港口 ⚓ cafe\u0301 שלום\\n'", "港口 ⚓ cafe\u0301 שלום", "exit 0"],
      ["assistant", "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё."],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "Bash", "sh check.sh --all", "check: 2 passed", "exit 0"],
    ]);
  });

  test("gives the folder and the branch of the session", async () => {
    const deps = await depsOf(claude);
    await importFrom(deps, claude, folderOf(claude, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({
      type: "session.started",
      payload: { cwd: "/home/user/project", branch: "main" },
    });
  });

  test.each(scenariosOf(claude))("counts each line of %s", (scenario) => everyLineCounts(claude, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(claude, "question");
    const deps = await depsOf(claude);
    const [path = ""] = await historiesIn(deps, claude, folder);
    const odd = [
      { type: "hologram" },
      { type: "system", subtype: "mood" },
      assistant([{ type: "smell", of: "rain" }]),
    ];
    const lines = odd.map((record) => JSON.stringify({ sessionId: "s1", ...record }));
    appendFileSync(path, `${lines.join("\n")}\n{"type":"user","mess`);
    expect(await importFrom(deps, claude, folder)).toMatchObject({
      unknown: { hologram: 1, "system/mood": 1, "assistant/smell": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.raw)).toEqual([
      lines[0],
      lines[1],
      '{"type":"smell","of":"rain"}',
    ]);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(claude, "question");
    const deps = await depsOf(claude);
    const [path = ""] = await historiesIn(deps, claude, folder);
    const at = { sessionId: "s1", timestamp: "2026-11-15T13:00:00.000Z" };
    const call = assistant([{ type: "tool_use", id: "t1", name: "Bash", input: { command: "sleep 9" } }]);
    const result = user([{ type: "tool_result", tool_use_id: "t1", content: "done", is_error: false }]);
    appendFileSync(path, `${JSON.stringify({ ...at, ...call })}\n`);
    await importFrom(deps, claude, folder);
    appendFileSync(path, `${JSON.stringify({ ...at, ...result })}\n`);
    expect(await importFrom(deps, claude, folder)).toMatchObject({ added: 1 });
    expect((await turnsOnTape(deps)).filter(([role]) => role === "tool")).toEqual([
      ["tool", "Bash", "sleep 9", ""],
      ["tool", "Bash", "sleep 9", "done"],
    ]);
  });

  test("yields separate turns if two sub-agents say the same, or one says it twice", async () => {
    const folder = copyOf(claude, "sub-agent");
    const deps = await depsOf(claude);
    const own = (await historiesIn(deps, claude, folder)).filter((path) => path.includes("subagents"));
    for (const [i, path] of [...own, own[0]?.replace(/agent-\w+\.jsonl$/, "agent-b.jsonl") ?? ""].entries()) {
      const said = {
        isSidechain: true,
        agentId: `a${i}`,
        sessionId: "s1",
        ...assistant([{ type: "text", text: "Done." }]),
      };
      writeFileSync(path, `${JSON.stringify(said)}\n${JSON.stringify(said)}\n`);
    }
    await importFrom(deps, claude, folder);
    expect((await turnsOnTape(deps)).filter(([, text]) => text === "Done.")).toHaveLength(4);
  });

  const OF_HOST = [{ origin: { kind: "task-notification" } }, { isVisibleInTranscriptOnly: true }];
  test("leaves out the client's texts in the user's role, and thoughts", async () => {
    expect(
      await turnsFrom(
        user("Fix it.<system-reminder>be kind</system-reminder>"),
        user("<task-notification><status>completed</status></task-notification>"),
        user("A skill's text", { isMeta: true }),
        ...OF_HOST.map((more) => user("Use zorbpack", more)),
        user([{ type: "text", text: "[Request interrupted by user]" }]),
        assistant([{ type: "thinking", thinking: "hm" }]),
        assistant([{ type: "text", text: "API Error: 500" }], { model: "<synthetic>" }),
      ),
    ).toMatchObject({
      turns: [["user", "Fix it."]],
      leftOut: expect.toSatisfy((types: string[]) => types.length === 7),
    });
  });

  test("yields slash commands and shell lines as they were typed, and prompts typed during an answer", async () => {
    const command =
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the diff</command-args>";
    const queued = (more: JsonRecord) => ({
      type: "attachment",
      attachment: { type: "queued_command", ...more },
    });
    const { turns } = await turnsFrom(
      user(command),
      user("<bash-input>ls -l</bash-input>"),
      queued({ prompt: "And the docs.", commandMode: "prompt" }),
      queued({ prompt: "<task-notification>x</task-notification>", commandMode: "task-notification" }),
    );
    expect(turns).toEqual([
      ["user", "/review the diff"],
      ["user", "! ls -l"],
      ["user", "And the docs."],
    ]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      claude,
      [
        ...[
          "type",
          "sessionId",
          "user",
          "assistant",
          "system",
          "attachment",
          "message",
          "content",
          "text",
          "tool_use",
          "tool_result",
        ],
        ...[
          "tool_use_id",
          "id",
          "name",
          "input",
          "command",
          "toolUseResult",
          "stdout",
          "structuredPatch",
          "is_error",
          "isSidechain",
        ],
        ...[
          "agentId",
          "timestamp",
          "cwd",
          "gitBranch",
          "subtype",
          "compact_boundary",
          "queued_command",
          "prompt",
        ],
      ],
      {
        base: [
          { type: "user", sessionId: "s1" },
          { type: "assistant", sessionId: "s1", isSidechain: true },
        ],
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(claude));
});

describe("a Claude Code hook", () => {
  const given = { session_id: "s1", cwd: "/p" };

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(claudeCodeHook.capture("SessionStart", { ...given, source: "startup" })).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    expect(claudeCodeHook.capture("SessionStart", { ...given, source: "resume" })).toMatchObject({
      lines: [{ type: "session.woke", reason: "resume" }],
      wantsBrief: true,
    });
  });

  test("records a compaction after it has happened, and not the client's agent that wrote the summary", () => {
    expect(claudeCodeHook.capture("SessionStart", { ...given, source: "compact" })).toMatchObject({
      lines: [{ type: "session.compacted", counted: true }],
      wantsBrief: true,
    });
    expect(claudeCodeHook.capture("PreCompact", { ...given, trigger: "auto" }).lines).toEqual([]);
    const summary = {
      ...given,
      agent_id: "a1",
      agent_type: "",
      last_assistant_message: "In short: all is well.",
    };
    expect(claudeCodeHook.capture("SubagentStop", summary).lines).toEqual([]);
  });

  test("records the end of a turn and of a session, and `/clear` as a reset", () => {
    expect(claudeCodeHook.capture("Stop", { ...given, last_assistant_message: "Done." })).toMatchObject({
      lines: [{ role: "assistant", text: "Done.", counted: true }],
      isEnd: true,
    });
    expect(claudeCodeHook.capture("SessionEnd", { ...given, reason: "other" })).toMatchObject({
      lines: [{ type: "session.ended" }],
      isEnd: true,
    });
    expect(claudeCodeHook.capture("SessionEnd", { ...given, reason: "clear" })).toMatchObject({
      lines: [{ type: "session.reset" }],
    });
  });

  test("records nothing for unknown events", () => {
    const nothing = { lines: [], wantsBrief: false, isEnd: false };
    for (const event of ["PostCompact", "PostToolBatch", "Notification", "Whatever", ""]) {
      expect(claudeCodeHook.capture(event, given)).toEqual(nothing);
    }
  });

  test("passes on the tool call that is about to run, and the user's prompt", () => {
    const call = { ...given, tool_name: "Bash", tool_input: { command: "pnpm test", path: "src/a.ts" } };
    expect(claudeCodeHook.capture("PreToolUse", call)).toEqual({
      ...{ lines: [], wantsBrief: false, isEnd: false },
      call: { session: given.session_id, command: "pnpm test", paths: ["src/a.ts"] },
    });
    const captured = claudeCodeHook.capture("UserPromptSubmit", { ...given, prompt: "fix it" });
    expect(captured.prompt).toEqual({ session: given.session_id, text: "fix it" });
  });

  test("answers with context only for events for which the client accepts it", () => {
    expect(JSON.parse(claudeCodeHook.reply("SessionStart", "words"))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "words" },
    });
    for (const event of ["SessionEnd", "Stop", "SubagentStop", "PreCompact", "Whatever"])
      expect(claudeCodeHook.reply(event, "words")).toBe("{}");
    expect(claudeCodeHook.reply("SessionStart", "")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(claude, {
      events: [
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
        "PostToolUseFailure",
        "Stop",
        "SubagentStop",
        "SessionEnd",
        "Else",
      ],
      fields: [
        ...[
          "session_id",
          "cwd",
          "source",
          "compact",
          "prompt",
          "tool_name",
          "tool_input",
          "command",
          "tool_response",
          "stdout",
        ],
        ...[
          "structuredPatch",
          "tool_use_id",
          "error",
          "agent_id",
          "agent_type",
          "last_assistant_message",
          "reason",
        ],
      ],
      base: { session_id: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(claude));
});
