import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import { codexHistory } from "../../src/surfaces/hosts/codex/history.ts";
import { codexHook } from "../../src/surfaces/hosts/codex/hook.ts";
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

/** Codex gives its hooks the output of a command but not its exit code. */
const codex: Host = {
  reader: codexHistory,
  hook: codexHook,
  version: "0.166.0",
  asHooksSee: (turn) => turn.filter((part) => !/^exit -?\d+$/.test(part)),
};

everyRecording(codex);

async function importedTurns(scenario: string) {
  const deps = await depsOf(codex);
  await importFrom(deps, codex, folderOf(codex, scenario));
  return turnsOnTape(deps);
}

const meta = (more: JsonRecord = {}) => ({ type: "session_meta", payload: { id: "s1", cwd: "/p", ...more } });
const item = (payload: JsonRecord) => ({ type: "response_item", payload });
const message = (role: string, ...texts: readonly string[]) =>
  item({ type: "message", role, content: texts.map((text) => ({ type: "input_text", text })) });

/** The turns that the reader gives for these records. */
async function turnsFrom(...records: readonly JsonRecord[]) {
  const out = await recordsOf(codex, sourceOf(records.map((record) => JSON.stringify(record))));
  return out.flatMap((one) => (one.is === "event" && one.line.type === "turn" ? [one.line] : []));
}

describe("a Codex history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      ["user", "Which package manager does this project use?"],
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code, under the tool name that hooks use", async () => {
    expect(await importedTurns("commands")).toEqual([
      ["user", "Run the check script and say how it went."],
      ["tool", "Bash", "sh check.sh", "check: say what to check\n", "exit 3"],
      ["tool", "Bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields a patch with the file that it names", async () => {
    const deps = await depsOf(codex);
    await importFrom(deps, codex, folderOf(codex, "edit"));
    const tool = (await eventsOf(deps)).find(({ payload }) => payload?.role === "tool");
    expect(tool?.payload).toMatchObject({
      tool: "apply_patch",
      tool_input: expect.stringContaining("+Hello, harbour"),
      text: "Success. Updated the following files:\nM greeting.txt\n",
      files: ["greeting.txt"],
      exit_code: 0,
    });
  });

  test("yields one session for a session that was resumed", async () => {
    expect(await importedTurns("two-prompts")).toEqual([
      ["user", "Remember that releases are cut on Tuesdays."],
      ["assistant", "Noted: releases are cut on Tuesdays."],
      ["user", "On which day are releases cut?"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a compaction once, with its summary, and does not repeat the messages that it kept", async () => {
    expect((await importedTurns("compaction")).map(([role, text]) => [role, text?.slice(0, 20)])).toEqual([
      ["user", "Explain at length ho"],
      ["assistant", "Step 1: run the chec"],
      ["user", "Look at the check on"],
      ["tool", "Bash"],
      ["compacted", undefined],
      ["system", "<state_snapshot>Rele"],
      ["assistant", expect.anything()],
      ["user", "On which day are rel"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a sub-agent's turns as part of its parent session", async () => {
    expect((await importedTurns("sub-agent")).map((turn) => turn.slice(0, 2))).toEqual([
      ["user", "Let somebody else find out how packages are installed."],
      ["tool", "spawn_agent"],
      ["tool", "Bash"],
      ["assistant", "With pnpm, I am told."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["assistant (subagent)", "The sub-agent found pnpm in the README."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      ["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"],
      ["tool", "Bash", "printf '港口 ⚓ cafe\u0301 שלום\\n'", "港口 ⚓ cafe\u0301 שלום\n", "exit 0"],
      ["assistant", "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё."],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "Bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
    ]);
  });

  test("gives the folder, the branch and the commit of the session", async () => {
    const deps = await depsOf(codex);
    await importFrom(deps, codex, folderOf(codex, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({
      type: "session.started",
      payload: { cwd: "/home/user/project", branch: "main", commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
  });

  test.each(scenariosOf(codex))("counts each line of %s", (scenario) => everyLineCounts(codex, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(codex, "question");
    const deps = await depsOf(codex);
    const [path = ""] = await historiesIn(deps, codex, folder);
    const odd = [
      { type: "hologram", payload: {} },
      item({ type: "smell" }),
      { type: "event_msg", payload: { type: "mood" } },
    ];
    const lines = odd.map((record) => JSON.stringify(record));
    appendFileSync(path, `${lines.join("\n")}\n{"timestamp":"2026-11-`);
    expect(await importFrom(deps, codex, folder)).toMatchObject({
      unknown: { hologram: 1, "response_item/smell": 1, "event_msg/mood": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.raw)).toEqual(lines);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(codex, "question");
    const deps = await depsOf(codex);
    const [path = ""] = await historiesIn(deps, codex, folder);
    const call = item({
      type: "function_call",
      name: "exec_command",
      arguments: '{"cmd":"sleep 9"}',
      call_id: "c1",
    });
    appendFileSync(path, `${JSON.stringify(call)}\n`);
    await importFrom(deps, codex, folder);
    appendFileSync(
      path,
      `${JSON.stringify(item({ type: "function_call_output", call_id: "c1", output: "done" }))}\n`,
    );
    expect(await importFrom(deps, codex, folder)).toMatchObject({ added: 1 });
    expect((await turnsOnTape(deps)).filter(([role]) => role === "tool")).toEqual([
      ["tool", "Bash", "sleep 9", ""],
      ["tool", "Bash", "sleep 9", "done"],
    ]);
  });

  test("leaves out instructions, environment, thoughts, and the text that an editor puts before the request", async () => {
    const turns = await turnsFrom(
      meta(),
      message("developer", "Be kind."),
      message(
        "user",
        "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>x</INSTRUCTIONS>",
        "<environment_context>x</environment_context>",
      ),
      message("user", "<user_instructions>x</user_instructions>"),
      message(
        "user",
        "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix it.",
      ),
      item({ type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] }),
    );
    expect(turns.map(({ text }) => text)).toEqual(["Fix it."]);
  });

  test("reads the commands of older versions", async () => {
    const shell = {
      type: "function_call",
      name: "shell",
      arguments: '{"command":["bash","-lc","ls"]}',
      call_id: "c1",
    };
    const printed = '{"output":"a.ts\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}';
    const local = {
      type: "local_shell_call",
      call_id: "c2",
      action: { type: "exec", command: ["ls", "-l"] },
    };
    const turns = await turnsFrom(
      meta(),
      item(shell),
      item({ type: "function_call_output", call_id: "c1", output: printed }),
      item(local),
      item({ type: "function_call_output", call_id: "c2", output: { content: "b.ts", success: true } }),
    );
    expect(turns).toMatchObject([
      { tool: "Bash", tool_input: "ls", text: "a.ts\n", exit_code: 2, message_id: "c1" },
      { tool: "Bash", tool_input: "ls -l", text: "b.ts", message_id: "c2" },
    ]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      codex,
      [
        ...[
          "type",
          "payload",
          "session_meta",
          "response_item",
          "event_msg",
          "compacted",
          "message",
          "role",
          "user",
          "content",
          "text",
        ],
        ...[
          "function_call",
          "function_call_output",
          "call_id",
          "arguments",
          "output",
          "id",
          "session_id",
          "source",
          "git",
          "timestamp",
        ],
      ],
      {
        start: [JSON.stringify(meta())],
        base: [{ type: "response_item" }, { type: "compacted" }, { type: "session_meta" }],
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(codex));
});

describe("a Codex hook", () => {
  const given = { session_id: "s1", cwd: "/p", turn_id: "t1" };

  test("records the start of a session, its resumption, and a compaction after it has happened", () => {
    const typeAt = (source: string) =>
      codexHook.capture("SessionStart", { ...given, source }).lines.map(({ type }) => type);
    expect(["startup", "clear", "resume", "compact"].map(typeAt)).toEqual([
      ["session.started"],
      ["session.started"],
      ["session.woke"],
      ["session.compacted"],
    ]);
    expect(codexHook.capture("SessionStart", given).wantsBrief).toBe(true);
    expect(codexHook.capture("PreCompact", given).lines).toEqual([]);
  });

  test("records a sub-agent's task with the sub-agent as its speaker", () => {
    const captured = codexHook.capture("UserPromptSubmit", {
      ...given,
      agent_id: "a1",
      agent_type: "default",
      prompt: "Look it up.",
    });
    expect(captured.lines).toMatchObject([
      { session: "s1", role: "user", speaker: "subagent", key: expect.stringContaining("s1 a1") },
    ]);
  });

  test("records nothing for unknown events", () => {
    for (const event of [
      "PreModelRequest",
      "PermissionRequest",
      "PostCompact",
      "SubagentStart",
      "Whatever",
    ]) {
      expect(codexHook.capture(event, given)).toEqual({ lines: [], wantsBrief: false, isEnd: false });
    }
  });

  test("answers with context only for events for which the client accepts it", () => {
    expect(JSON.parse(codexHook.reply("SessionStart", "words"))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "words" },
    });
    for (const event of ["SessionEnd", "Stop", "PreCompact", "PreModelRequest"])
      expect(codexHook.reply(event, "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(codex, {
      events: [
        "SessionStart",
        "UserPromptSubmit",
        "PostToolUse",
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
          "output",
        ],
        ...["tool_use_id", "agent_id", "agent_type", "last_assistant_message", "reason"],
      ],
      base: { session_id: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(codex));
});
