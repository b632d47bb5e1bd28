import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isRecord } from "../../src/app/intake/json-lines.ts";
import { piHistory } from "../../src/surfaces/hosts/pi/history.ts";
import { piHook } from "../../src/surfaces/hosts/pi/hook.ts";
import type { Caller } from "./replay.ts";
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

/** Turns pi's events into hook calls, as our extension does. */
const extension: Caller = ({ event, context, input }) => {
  const { sessionId, cwd } = isRecord(context) ? context : {};
  return [{ event, input: { session: sessionId, cwd, input } }];
};

const pi: Host = { reader: piHistory, hook: piHook, version: "0.73.1", caller: extension };

everyRecording(pi);

async function importedTurns(scenario: string) {
  const deps = await depsOf(pi);
  await importFrom(deps, pi, folderOf(pi, scenario));
  return turnsOnTape(deps);
}

describe("a pi history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      ["user", "Which package manager does this project use?"],
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code", async () => {
    expect(await importedTurns("commands")).toEqual([
      ["user", "Run the check script and say how it went."],
      ["tool", "bash", "sh check.sh", "check: say what to check\n\n\nCommand exited with code 3", "exit 3"],
      ["tool", "bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields an edit with its file", async () => {
    const deps = await depsOf(pi);
    await importFrom(deps, pi, folderOf(pi, "edit"));
    const tool = (await eventsOf(deps)).find(({ payload }) => payload?.role === "tool");
    expect(tool?.payload).toMatchObject({ tool: "edit", files: ["greeting.txt"] });
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
      ["user", "Look at"],
      ["tool", "bash"],
      ["assistant", "It pass"],
      ["compacted", undefined],
      ["user", "On whic"],
      ["assistant", "On Tues"],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      ["user", "请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"],
      ["tool", "bash", expect.stringContaining("港口"), "港口 ⚓ cafe\u0301 שלום\n", "exit 0"],
      ["assistant", "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё."],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      ["user", "Run the whole check and explain each step."],
      ["tool", "bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
    ]);
  });

  test("gives the folder of the session", async () => {
    const deps = await depsOf(pi);
    await importFrom(deps, pi, folderOf(pi, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({ type: "session.started", payload: { cwd: "/home/user/project" } });
  });

  test.each(scenariosOf(pi))("counts each line of %s", (scenario) => everyLineCounts(pi, scenario));

  test("keeps records of unknown types, and counts an incomplete last line", async () => {
    const folder = copyOf(pi, "question");
    const deps = await depsOf(pi);
    const [path = ""] = await historiesIn(deps, pi, folder);
    appendFileSync(
      path,
      '{"type":"hologram","id":"1"}\n{"type":"message","id":"2","message":{"role":"oracle"}}\n{"type":"mess',
    );
    expect(await importFrom(deps, pi, folder)).toMatchObject({
      unknown: { hologram: 1, "message/oracle": 1 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.record_type)).toEqual(["hologram", "message/oracle"]);
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const folder = copyOf(pi, "commands");
    const deps = await depsOf(pi);
    const [path = ""] = await historiesIn(deps, pi, folder);
    const lines = readFileSync(path, "utf8").split("\n");
    const end = lines.findIndex((line) => line.includes('"role":"toolResult"'));
    writeFileSync(path, `${lines.slice(0, end).join("\n")}\n`);
    await importFrom(deps, pi, folder);
    expect((await turnsOnTape(deps)).at(-1)).toEqual(["tool", "bash", "sh check.sh", ""]);
    writeFileSync(path, lines.join("\n"));
    await importFrom(deps, pi, folder);
    expect(await turnsOnTape(deps)).toContainEqual([
      "tool",
      "bash",
      "sh check.sh",
      expect.stringContaining("code 3"),
      "exit 3",
    ]);
  });

  const header = { type: "session", version: 3, id: "s2", timestamp: "2026-11-15T12:00:00.000Z", cwd: "/p" };
  const said = (id: string, at: string, message: object) => ({ type: "message", id, timestamp: at, message });
  const textsOf = async (lines: readonly object[]) => {
    const records = await recordsOf(pi, sourceOf(lines.map((line) => JSON.stringify(line))));
    return records.flatMap((record) =>
      record.is === "event" ? [[record.line.type, record.line.text ?? record.line.previous]] : [],
    );
  };

  test("of a branched session yields only its own turns, and the session that it branched off", async () => {
    const parentSession = "/home/user/.pi/agent/sessions/--p--/2026-11-14T10-00-00-000Z_s1.jsonl";
    const lines = [
      { ...header, parentSession },
      said("1", "2026-11-14T10:00:00.000Z", { role: "user", content: "Old" }),
      said("2", "2026-11-15T12:01:00.000Z", { role: "user", content: "New" }),
    ];
    expect(await textsOf(lines)).toEqual([
      ["session.started", "s1"],
      ["turn", "New"],
    ]);
  });

  test("leaves out thoughts, skills and texts of extensions, and yields commands that the user ran", async () => {
    const at = "2026-11-15T12:01:00.000Z";
    const lines = [
      header,
      said("1", at, { role: "user", content: '<skill name="x" location="y">\nlong\n</skill>\n\nDo it' }),
      said("2", at, {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "Done" },
        ],
      }),
      said("3", at, { role: "custom", customType: "ours", content: "we know" }),
      said("4", at, { role: "bashExecution", command: "ls", output: "a\nb", exitCode: 0 }),
      { type: "custom_message", id: "5", timestamp: at, customType: "ours", content: "we know" },
    ];
    expect(await textsOf(lines)).toEqual([
      ["session.started", undefined],
      ["turn", "Do it"],
      ["turn", "Done"],
      ["turn", "a\nb"],
    ]);
  });

  test("is read without failing, whatever it contains", () =>
    anyLineIsRead(
      pi,
      [
        "type",
        "session",
        "message",
        "compaction",
        "id",
        "timestamp",
        "role",
        "user",
        "assistant",
        "toolResult",
        "bashExecution",
        "content",
        "toolCall",
        "arguments",
        "command",
        "exitCode",
      ],
      {
        start: [JSON.stringify(header)],
        base: [
          {
            type: "message",
            message: { role: "assistant", content: [{ type: "toolCall", id: "1" }, 1, null] },
          },
        ],
      },
    ));

  test("is read with damaged records", () => spoiledLinesAreRead(pi));
});

describe("a pi hook", () => {
  const start = { session: "s1", cwd: "/p" };

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(piHook.capture("session_start", { ...start, input: { reason: "startup" } })).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    expect(piHook.capture("session_start", { ...start, input: { reason: "resume" } })).toMatchObject({
      lines: [{ type: "session.woke" }],
      wantsBrief: true,
    });
  });

  test("records the end of a turn and of a session, and a new session as a reset", () => {
    expect(piHook.capture("agent_end", start)).toEqual({ lines: [], wantsBrief: false, isEnd: true });
    expect(piHook.capture("session_shutdown", { ...start, input: { reason: "quit" } }).lines).toMatchObject([
      { type: "session.ended" },
    ]);
    expect(piHook.capture("session_shutdown", { ...start, input: { reason: "new" } }).lines).toMatchObject([
      { type: "session.reset" },
    ]);
    expect(piHook.capture("session_shutdown", { ...start, input: { reason: "reload" } }).lines).toEqual([]);
  });

  test("records a compaction, and nothing for unknown events", () => {
    expect(piHook.capture("session_compact", start).lines).toMatchObject([
      { type: "session.compacted", counted: true },
    ]);
    for (const event of ["input", "tool_call", "turn_end", "whatever"]) {
      expect(piHook.capture(event, start)).toEqual({ lines: [], wantsBrief: false, isEnd: false });
    }
  });

  test("answers the extension with context only at the start of a session", () => {
    expect(piHook.reply("session_start", "words")).toBe('{"context":"words"}');
    expect(piHook.reply("session_start", "")).toBe("{}");
    expect(piHook.reply("agent_end", "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(pi, {
      events: [
        "session_start",
        "message_end",
        "tool_result",
        "session_compact",
        "agent_end",
        "session_shutdown",
        "else",
      ],
      fields: [
        "session",
        "cwd",
        "input",
        "reason",
        "message",
        "role",
        "user",
        "content",
        "toolCallId",
        "toolName",
        "isError",
        "command",
        "timestamp",
      ],
      base: { session: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(pi));
});
