import { DatabaseSync } from "@photostructure/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRecord, type JsonRecord } from "../../src/app/intake/json-lines.ts";
import { opencodeHistory } from "../../src/surfaces/hosts/opencode/history.ts";
import { opencodeHook } from "../../src/surfaces/hosts/opencode/hook.ts";
import { holds } from "../support/property.ts";
import { testMemory } from "../support/test-memory.ts";
import { type Call, type Caller, draftOf } from "./replay.ts";
import { spoiledCallsAreTaken } from "./spoiled.ts";
import {
  anyInputIsTaken,
  copyOf,
  depsOf,
  eventsOf,
  everyRecording,
  folderOf,
  type Host,
  historiesIn,
  importFrom,
  recordsOf,
  turnsOnTape,
} from "./suite.ts";

/** Turns opencode's events into hook calls, as our plugin does. */
function plugin(): Caller {
  const parents = new Map<unknown, unknown>();
  const messages = new Map<unknown, unknown>();
  const met = new Set<unknown>();
  const call = (event: string, session: unknown, rest: JsonRecord): Call => {
    const parent = parents.get(session);
    const isSubagent = parent !== undefined;
    return { event, input: { session: parent ?? session, isSubagent, ...rest } };
  };
  return ({ event, input, cwd: directory }) => {
    const given = isRecord(input) ? input : {};
    const properties = isRecord(given.properties) ? given.properties : {};
    const info = isRecord(properties.info) ? properties.info : {};
    const session = properties.sessionID ?? given.sessionID;
    if (event === "event.session.created" && info.parentID !== undefined) parents.set(info.id, info.parentID);
    if (event === "event.message.updated") messages.set(info.id, info);
    if (event === "event.message.part.updated") {
      const { part, time: at } = properties;
      const message = isRecord(part) ? messages.get(part.messageID) : undefined;
      return [call("part", session, { message, part, at })];
    }
    if (event === "chat.message" && !met.has(session)) {
      met.add(session);
      return [call("session.resumed", session, { directory })];
    }
    if (event === "event.session.created") met.add(session);
    const [, own] = /^event\.(session\.(?:created|idle|deleted))$/.exec(event) ?? [];
    return own === undefined ? [] : [call(own, session, { directory })];
  };
}

const opencode: Host = {
  reader: opencodeHistory,
  hook: opencodeHook,
  version: "1.18.33",
  get caller() {
    return plugin();
  },
};

everyRecording(opencode);

async function importedTurns(scenario: string) {
  const deps = await depsOf(opencode);
  await importFrom(deps, opencode, folderOf(opencode, scenario));
  return turnsOnTape(deps);
}

/** The expected turn of a prompt. `opencode run` puts quotes around it, which the reader removes. */
const asked = (text: string) => ["user", text];

describe("an opencode history", () => {
  test("yields the question and the answer", async () => {
    expect(await importedTurns("question")).toEqual([
      asked("Which package manager does this project use?"),
      ["assistant", "It uses pnpm, as the README says."],
    ]);
  });

  test("yields each command with its exit code", async () => {
    expect(await importedTurns("commands")).toEqual([
      asked("Run the check script and say how it went."),
      ["tool", "bash", "sh check.sh", "check: say what to check\n", "exit 3"],
      ["tool", "bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
      ["assistant", "The check needs --all; with it, both pass."],
    ]);
  });

  test("yields an edit with its file", async () => {
    const deps = await depsOf(opencode);
    await importFrom(deps, opencode, folderOf(opencode, "edit"));
    const tools = (await eventsOf(deps)).filter(({ payload }) => payload?.role === "tool");
    const files = ["/home/user/project/greeting.txt"];
    expect(tools.map(({ payload }) => payload)).toMatchObject([
      { tool: "read", files },
      { tool: "edit", files },
    ]);
  });

  test("yields one session for two prompts", async () => {
    expect(await importedTurns("two-prompts")).toEqual([
      asked("Remember that releases are cut on Tuesdays."),
      ["assistant", "Noted: releases are cut on Tuesdays."],
      asked("On which day are releases cut?"),
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a compaction and its summary, without the client's texts in the user's role", async () => {
    const turns = await importedTurns("compaction");
    expect(turns.map(([role, text]) => [role, text?.slice(0, 15)])).toEqual([
      ["user", "Explain at leng"],
      ["assistant", "Step 1: run the"],
      ["user", "Look at the che"],
      ["tool", "bash"],
      ["compacted", undefined],
      ["system", "<state_snapshot"],
      ["assistant", expect.any(String)],
      ["user", "On which day ar"],
      ["assistant", "On Tuesdays."],
    ]);
  });

  test("yields a sub-agent's turns as part of its parent session", async () => {
    const turns = await importedTurns("sub-agent");
    expect(turns).toEqual([
      asked("Let somebody else find out how packages are installed."),
      ["tool", "task", expect.anything(), expect.stringContaining("The sub-agent found pnpm in the README.")],
      ["assistant", "With pnpm, I am told."],
      ["user (subagent)", "As a sub-agent, find out which package manager is used."],
      ["assistant (subagent)", "The sub-agent found pnpm in the README."],
    ]);
  });

  test("keeps all scripts and symbols", async () => {
    expect(await importedTurns("unicode")).toEqual([
      asked("请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום"),
      ["tool", "bash", expect.stringContaining("港口"), "港口 ⚓ cafe\u0301 שלום\n", "exit 0"],
      ["assistant", "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё."],
    ]);
  });

  test("of a killed session yields the turns that were written", async () => {
    expect(await importedTurns("killed")).toEqual([
      asked("Run the whole check and explain each step."),
      ["tool", "bash", "sh check.sh --all", "check: 2 passed\n", "exit 0"],
    ]);
  });

  test("gives the folder of the session", async () => {
    const deps = await depsOf(opencode);
    await importFrom(deps, opencode, folderOf(opencode, "question"));
    const [first] = await eventsOf(deps);
    expect(first).toMatchObject({ type: "session.started", payload: { cwd: "/home/user/project" } });
  });

  /** Copies a recorded database and changes the copy. */
  async function spoiled(scenario: string, change: (database: InstanceType<typeof DatabaseSync>) => void) {
    const folder = copyOf(opencode, scenario);
    const deps = await depsOf(opencode);
    const [path = ""] = await historiesIn(deps, opencode, folder);
    const database = new DatabaseSync(path);
    change(database);
    database.close();
    return { deps, folder, path };
  }

  test("counts each session, message and part", async () => {
    const count = { rows: 0 };
    const { deps, folder } = await spoiled("compaction", (database) => {
      for (const table of ["session", "message", "part"]) {
        count.rows += Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
      }
    });
    expect(await importFrom(deps, opencode, folder)).toMatchObject({ read: count.rows });
  });

  test("keeps parts of unknown types, and counts broken ones", async () => {
    const { deps, folder } = await spoiled("commands", (database) => {
      database.exec(
        `UPDATE part SET data = '{"type":"hologram"}' WHERE json_extract(data, '$.type') = 'text'`,
      );
      database.exec(`UPDATE part SET data = '{"type":"to' WHERE id = (SELECT max(id) FROM part)`);
    });
    expect(await importFrom(deps, opencode, folder)).toMatchObject({
      unknown: { "part/hologram": 2 },
      unreadable: 1,
    });
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.raw)).toContain('{"type":"hologram"}');
  });

  test("yields an interrupted call, and its result once it is written", async () => {
    const { deps, folder, path } = await spoiled("killed", (database) => {
      database.exec(
        `UPDATE part SET data = json_set(data, '$.state.status', 'running') WHERE json_extract(data, '$.type') = 'tool'`,
      );
    });
    await importFrom(deps, opencode, folder);
    expect((await turnsOnTape(deps)).at(-1)).toEqual(["tool", "bash", "sh check.sh --all", ""]);
    const database = new DatabaseSync(path);
    database.exec(
      `UPDATE part SET data = json_set(data, '$.state.status', 'completed') WHERE json_extract(data, '$.type') = 'tool'`,
    );
    database.close();
    await importFrom(deps, opencode, folder);
    expect((await turnsOnTape(deps)).at(-1)).toEqual([
      "tool",
      "bash",
      "sh check.sh --all",
      "check: 2 passed\n",
      "exit 0",
    ]);
  });

  test("counts a database with other tables as unreadable", async () => {
    const { deps, folder } = await spoiled("question", (database) =>
      database.exec("ALTER TABLE part RENAME TO piece"),
    );
    expect(await importFrom(deps, opencode, folder)).toMatchObject({ unreadable: 1, added: 0 });
  });

  test("is read without failing, whatever its parts contain", async () => {
    const deps = await testMemory();
    const type = fc.constantFrom("text", "tool", "compaction", "patch", "else");
    const data = fc.tuple(
      fc.dictionary(fc.constantFrom("text", "state", "tool", "callID"), fc.jsonValue()),
      type,
    );
    const part = fc.oneof(
      fc.string(),
      fc.json(),
      data.map(([rest, given]) => JSON.stringify({ ...rest, type: given })),
    );
    const property = fc.asyncProperty(part, fc.json(), async (given, message) => {
      const rows = async function* (sql: string) {
        if (sql.includes("sqlite_master")) yield* ["session", "message", "part"].map((value) => ({ value }));
        else if (sql.includes("FROM session "))
          yield { id: "s1", parent_id: null, directory: "/p", time_created: 1 };
        else if (sql.includes("SELECT id AS value")) yield { value: "m1" };
        else yield { message_id: "m1", message, id: "p1", part: given, at: 2 };
      };
      const records = await recordsOf(opencode, { path: "/opencode.db", lines: async function* () {}, rows });
      expect(records).toHaveLength(3);
      const said = new Map<string, number>();
      for (const record of records) if (record.is === "event") draftOf(deps, said, record.line);
    });
    await holds(property);
  });
});

describe("an opencode hook", () => {
  const start = { session: "s1", directory: "/p" };
  const part = { id: "p1", type: "text", text: "Hi" };

  test("records the start of a session and its resumption, and asks for a brief", () => {
    expect(opencodeHook.capture("session.created", start)).toMatchObject({
      lines: [{ type: "session.started", key: "session.started s1", cwd: "/p" }],
      wantsBrief: true,
    });
    expect(opencodeHook.capture("session.resumed", start)).toMatchObject({
      lines: [{ type: "session.woke" }],
      wantsBrief: true,
    });
    expect(opencodeHook.capture("session.created", { ...start, isSubagent: true }).wantsBrief).toBe(false);
  });

  test("records an answer only when it is complete", () => {
    const message = { role: "assistant" };
    const half = { ...part, time: { start: 1 } };
    expect(opencodeHook.capture("part", { ...start, message, part: half }).lines).toEqual([]);
    const whole = { ...part, time: { start: 1, end: 2 } };
    expect(opencodeHook.capture("part", { ...start, message, part: whole }).lines).toMatchObject([
      { message_id: "p1", text: "Hi" },
    ]);
  });

  test("records a failed call with its error", () => {
    const tool = {
      id: "p2",
      type: "tool",
      tool: "bash",
      callID: "c1",
      state: { status: "error", input: {}, error: "no" },
    };
    expect(opencodeHook.capture("part", { ...start, message: {}, part: tool }).lines).toMatchObject([
      { message_id: "c1", text: "no", exit_code: 1 },
    ]);
  });

  test("records the end of a turn and of a session, and nothing for unknown events", () => {
    expect(opencodeHook.capture("session.idle", start)).toEqual({
      lines: [],
      wantsBrief: false,
      isEnd: true,
    });
    expect(opencodeHook.capture("session.deleted", start)).toMatchObject({
      lines: [{ type: "session.ended" }],
      isEnd: true,
    });
    expect(opencodeHook.capture("session.updated", start)).toEqual({
      lines: [],
      wantsBrief: false,
      isEnd: false,
    });
  });

  test("answers the plugin with context only at the start of a session", () => {
    expect(opencodeHook.reply("session.created", "words")).toBe('{"context":"words"}');
    expect(opencodeHook.reply("session.created", "")).toBe("{}");
    expect(opencodeHook.reply("part", "words")).toBe("{}");
  });

  test("accepts any input", () =>
    anyInputIsTaken(opencode, {
      events: ["session.created", "session.resumed", "part", "session.idle", "session.deleted", "else"],
      fields: [
        "session",
        "isSubagent",
        "directory",
        "message",
        "part",
        "type",
        "text",
        "tool",
        "callID",
        "state",
        "at",
      ],
      base: { session: "s1" },
    }));

  test("accepts damaged calls", () => spoiledCallsAreTaken(opencode));
});
