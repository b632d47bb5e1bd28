import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import { copilotHistory } from "../../src/surfaces/hosts/copilot/history.ts";
import { copilotHook } from "../../src/surfaces/hosts/copilot/hook.ts";
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

const copilot: Host = { reader: copilotHistory, hook: copilotHook, version: "1.0.102" };

everyRecording(copilot);

async function importedTurns(scenario: string) {
  const deps = await depsOf(copilot);
  await importFrom(deps, copilot, folderOf(copilot, scenario));
  return turnsOnTape(deps);
}

const record = (type: string, data: JsonRecord, more: JsonRecord = {}) => ({ type, data, ...more });
const start = record("session.start", { sessionId: "s1", context: { cwd: "/p" } });
const called = (id: string, command: string) =>
  record("tool.execution_start", { toolCallId: id, toolName: "bash", arguments: { command } });
const hooked = (timestamp: number, command: string) =>
  record("hook.start", {
    hookType: "postToolUse",
    input: { timestamp, toolName: "bash", toolArgs: { command } },
  });
const done = (id: string, content: string) =>
  record("tool.execution_complete", { toolCallId: id, success: true, result: { content } });

/** The turns that the reader gives for these records. */
async function turnsFrom(...records: readonly JsonRecord[]) {
  const out = await recordsOf(copilot, sourceOf(records.map((one) => JSON.stringify(one))));
  return out.flatMap((one) => (one.is === "event" && one.line.type === "turn" ? [one.line] : []));
}

describe("a Copilot history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      ["user", "Which package manager does this project use?"],
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code", async () => {
    expect(await importedTurns("commands")).toEqual([
      ["user", "Run the check script and say how it went."],
      ["tool", "bash", "sh check.sh", "check: say what to check", "exit 3"],
      ["tool", "bash", "sh check.sh --all", "check: 2 passed", "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields an edit with its file", async () => {
    const deps = await depsOf(copilot);
    await importFrom(deps, copilot, folderOf(copilot, "edit"));
    const tool = (await eventsOf(deps)).find(({ payload }) => payload?.role === "tool");
    expect(tool?.payload).toMatchObject({ tool: "edit", files: ["/home/user/project/greeting.txt"] });
  });

  test("yields one session for a session that was resumed, with its ends and resumptions", async () => {
    const deps = await depsOf(copilot);
    await importFrom(deps, copilot, folderOf(copilot, "two-prompts"));
    const types = (await eventsOf(deps)).map(({ type }) => type.replace("turn.recorded", "turn"));
    expect(types.filter((type) => type !== "session.marked")).toEqual([
      ...["session.started", "turn", "turn", "session.ended"],
      ...["session.woke", "turn", "turn", "session.ended"],
    ]);
  });

  test("yields a compaction with its summary, without the model calls that made it", async () => {
    expect((await importedTurns("compaction")).map(([role, text]) => [role, text?.slice(0, 20)])).toEqual([
      ["user", "Explain at length ho"],
      ["assistant", "Step 1: run the chec"],
      ["compacted", undefined],
      ["system", "<state_snapshot>Rele"],
      ["user", "On which day are rel"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a sub-agent's turns as part of its parent session", async () => {
    expect((await importedTurns("sub-agent")).map((turn) => turn.slice(0, 2))).toEqual([
      ["user", "Let somebody else find out how packages are installed."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["assistant (subagent)", "The sub-agent found pnpm in the README."],
      ["tool", "task"],
      ["assistant", "With pnpm, I am told."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      ["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"],
      ["tool", "bash", "printf '港口 ⚓ cafe\u0301 שלום\\n'", "港口 ⚓ cafe\u0301 שלום", "exit 0"],
      ["assistant", "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё."],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "bash", "sh check.sh --all", "check: 2 passed", "exit 0"],
    ]);
  });

  test("gives the folder, the branch and the commit of the session", async () => {
    const deps = await depsOf(copilot);
    await importFrom(deps, copilot, folderOf(copilot, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({
      type: "session.started",
      payload: { cwd: "/home/user/project", branch: "main", commit: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
  });

  test.each(scenariosOf(copilot))("counts each line of %s", (scenario) => everyLineCounts(copilot, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(copilot, "question");
    const deps = await depsOf(copilot);
    const [path = ""] = await historiesIn(deps, copilot, folder);
    const odd = JSON.stringify(record("session.hologram", { of: "rain" }));
    appendFileSync(path, `${odd}\n{"type":"user.mess`);
    expect(await importFrom(deps, copilot, folder)).toMatchObject({
      unknown: { "session.hologram": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.raw)).toEqual([odd]);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(copilot, "question");
    const deps = await depsOf(copilot);
    const [path = ""] = await historiesIn(deps, copilot, folder);
    appendFileSync(path, `${JSON.stringify(called("c1", "sleep 9"))}\n`);
    await importFrom(deps, copilot, folder);
    appendFileSync(path, `${JSON.stringify(done("c1", "done"))}\n`);
    expect(await importFrom(deps, copilot, folder)).toMatchObject({ added: 1 });
    expect((await turnsOnTape(deps)).filter(([role]) => role === "tool")).toEqual([
      ["tool", "bash", "sleep 9", ""],
      ["tool", "bash", "sleep 9", "done"],
    ]);
  });

  test("gives parallel calls the ids that hooks gave them, and no id to two calls", async () => {
    const both = [
      called("c1", "a"),
      called("c2", "b"),
      hooked(5, "b"),
      hooked(6, "a"),
      done("c1", "x"),
      done("c2", "y"),
    ];
    expect((await turnsFrom(start, ...both)).map((line) => [line.tool_input, line.message_id])).toEqual([
      ["a", "hook 6 bash"],
      ["b", "hook 5 bash"],
    ]);
    const same = [
      called("c1", "a"),
      called("c2", "a"),
      hooked(5, "a"),
      hooked(5, "a"),
      done("c1", "x"),
      done("c2", "x"),
    ];
    expect((await turnsFrom(start, ...same)).map((line) => line.message_id)).toEqual(["hook 5 bash", "c2"]);
    expect(
      (await turnsFrom(start, called("c1", "a"), done("c1", "x"))).map((line) => line.message_id),
    ).toEqual(["c1"]);
  });

  test("leaves out the client's texts in the user's role", async () => {
    const turns = await turnsFrom(
      start,
      record("user.message", { content: "Fix it." }),
      record("user.message", { content: "A skill's text", source: "skill-pdf" }),
      record("user.message", { content: "Go on.", isAutopilotContinuation: true }),
      record("system.message", { content: "Be kind." }),
    );
    expect(turns.map(({ text }) => text)).toEqual(["Fix it."]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      copilot,
      [
        ...[
          "type",
          "data",
          "session.start",
          "sessionId",
          "context",
          "user.message",
          "assistant.message",
          "content",
          "toolRequests",
        ],
        ...[
          "tool.execution_start",
          "tool.execution_complete",
          "toolCallId",
          "toolName",
          "arguments",
          "result",
          "error",
          "hook.start",
        ],
        ...["hookType", "input", "timestamp", "agentId", "fileEdits"],
      ],
      {
        start: [JSON.stringify(start)],
        base: ["user.message", "assistant.message", "tool.execution_complete", "hook.start"].map((type) => ({
          type,
        })),
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(copilot));
});

describe("a Copilot hook", () => {
  const given = { sessionId: "s1", cwd: "/p", timestamp: 1_794_745_180_548 };
  const transcriptPath = "/home/user/.copilot/session-state/s1/events.jsonl";

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(copilotHook.capture("sessionStart", { ...given, source: "new" })).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    expect(copilotHook.capture("sessionStart", { ...given, source: "resume" })).toMatchObject({
      lines: [{ type: "session.woke" }],
      wantsBrief: true,
    });
  });

  test("records only the last message of a sub-agent, in the session of its transcript", () => {
    const agent = { ...given, agentId: "a1", agentType: "general-purpose", parentAgentId: "a0" };
    const nothing = { lines: [], wantsBrief: false, isEnd: false };
    expect(
      copilotHook.capture("userPromptSubmitted", { ...agent, sessionId: "a1", prompt: "Look." }),
    ).toEqual(nothing);
    expect(copilotHook.capture("agentStop", { ...agent, sessionId: "a1", transcriptPath })).toEqual(nothing);
    const ended = copilotHook.capture("subagentStop", {
      ...agent,
      sessionId: "a0",
      transcriptPath,
      response: "Found it.",
    });
    expect(ended.lines).toMatchObject([{ session: "s1", speaker: "subagent", text: "Found it." }]);
  });

  test("records the end of a turn, which has no text, and of a session", () => {
    expect(copilotHook.capture("agentStop", { ...given, transcriptPath })).toEqual({
      lines: [],
      wantsBrief: false,
      isEnd: true,
    });
    expect(copilotHook.capture("sessionEnd", { ...given, reason: "complete" })).toMatchObject({
      lines: [{ type: "session.ended", reason: "complete" }],
      isEnd: true,
    });
  });

  test("records a failed tool call, and parses arguments that are a JSON string", () => {
    const failed = { ...given, toolName: "bash", toolArgs: '{"command":"ls"}', error: "No such tool" };
    expect(copilotHook.capture("postToolUseFailure", failed).lines).toMatchObject([
      {
        tool: "bash",
        tool_input: "ls",
        text: "No such tool",
        exit_code: 1,
        message_id: "hook 1794745180548 bash",
      },
    ]);
  });

  test("records nothing for unknown events", () => {
    for (const event of ["permissionRequest", "subagentStart", "notification", "SessionStart", "whatever"]) {
      expect(copilotHook.capture(event, given)).toEqual({ lines: [], wantsBrief: false, isEnd: false });
    }
  });

  test("passes on the tool call that is about to run", () => {
    const call = { ...given, toolName: "bash", toolArgs: JSON.stringify({ command: "pnpm test" }) };
    expect(copilotHook.capture("preToolUse", call).call).toMatchObject({ command: "pnpm test", paths: [] });
  });

  test("answers with a top-level context, only for events for which the client accepts it", () => {
    expect(JSON.parse(copilotHook.reply("sessionStart", "words"))).toEqual({ additionalContext: "words" });
    expect(copilotHook.reply("sessionStart", "")).toBe("{}");
    for (const event of ["sessionEnd", "agentStop", "preCompact"])
      expect(copilotHook.reply(event, "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(copilot, {
      events: [
        "sessionStart",
        "userPromptSubmitted",
        "postToolUse",
        "postToolUseFailure",
        "preCompact",
        "agentStop",
        "subagentStop",
        "sessionEnd",
        "else",
      ],
      fields: [
        ...[
          "sessionId",
          "timestamp",
          "cwd",
          "source",
          "prompt",
          "toolName",
          "toolArgs",
          "command",
          "toolResult",
          "textResultForLlm",
        ],
        ...["resultType", "error", "transcriptPath", "agentId", "response", "trigger", "reason"],
      ],
      base: { sessionId: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(copilot));
});
