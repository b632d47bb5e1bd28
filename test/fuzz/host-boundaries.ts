import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { draftFromHook } from "../../src/app/intake/draft-from-hook.ts";
import { type JsonRecord, objectIn } from "../../src/app/intake/json-lines.ts";
import { keysOf, signsOfAction } from "../../src/core/bundle/action-signs.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import { draftOfLine, limitTurnText, typeOf } from "../../src/core/tape/record-line.ts";
import { versionOf } from "../../src/core/tape/versions.ts";
import type { HistorySource } from "../../src/ports/host.ts";
import type { WiredFile } from "../../src/ports/wiring.ts";
import { AGENT_COMMANDS } from "../../src/surfaces/hosts/agent-commands.ts";
import { safeContext } from "../../src/surfaces/hosts/hook.ts";
import { HOST_HOOKS } from "../../src/surfaces/hosts/hooks.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { MEMORY_IMPORTERS } from "../../src/surfaces/importers/importers.ts";
import { FIXTURES, filesOf } from "../clients/fixtures.ts";
import { ROOT } from "../clients/root.ts";
import { PLACE } from "../support/host-stage.ts";
import { type Boundary, BrokenProperty } from "./boundary.ts";

/** Maximum length of a seed. Longer recordings contain nothing that shorter ones lack. */
const SEED_MAX = 6000;
const SEEDS_MAX = 40;

const writer = { agent: "fuzz", host: "fuzz", process: "1", worktree: "main" };
const stamp = { id: "evt_1", now: Date.UTC(2030, 0, 1), writer, sha256 };

const FIELDS = [
  ...[
    '"session_id":"s"',
    '"prompt":"',
    '"tool_input":{',
    '"tool_response":',
    '"cwd":"',
    '"transcript_path":"',
  ],
  ...[
    '"role":"user"',
    '"content":[',
    '"type":"text"',
    '"isSidechain":true',
    '"timestamp":',
    '"parentUuid":null',
  ],
];

/** Recorded hook calls of a host, with the name of the event on the first line and its input on the second. */
function hookSeeds(host: string): string[] {
  const folder = join(FIXTURES, host);
  if (!existsSync(folder)) return [];
  return filesOf(folder)
    .filter((path) => path.includes("/hooks/"))
    .flatMap((path) => {
      const saved = JSON.parse(readFileSync(join(folder, path), "utf8")) as JsonRecord;
      return [`${String(saved.event)}\n${JSON.stringify(saved.stdin ?? saved.input ?? saved)}`];
    })
    .filter((text) => text.length <= SEED_MAX)
    .slice(0, SEEDS_MAX);
}

const hooks: readonly Boundary[] = HOST_HOOKS.map((hook) => ({
  name: `hook input: ${hook.host}`,
  seeds: hookSeeds(hook.host),
  words: [...FIELDS, "SessionStart", "Stop", "PreToolUse", "PostToolUse", "UserPromptSubmit"],
  open: () => (text) => {
    const end = text.indexOf("\n");
    const [event, given] = end < 0 ? ["Stop", text] : [text.slice(0, end), objectIn(text.slice(end + 1))];
    if (typeof given === "string" || given === undefined) return;
    const { lines, call } = hook.capture(event, given);
    for (const line of lines) checkDraft(draftFromHook(line, { ...stamp, isOwn: false }));
    if (call) keysOf(signsOfAction(call));
    const reply = hook.reply(event, safeContext(text));
    // A reply that looks like JSON must be valid JSON, because the host parses it. An empty reply is allowed.
    if (reply !== "" && /^\s*\{/.test(reply)) JSON.parse(reply);
  },
}));

/** A history in memory. Any SQL query returns the JSON objects of the text as its rows. */
function sourceOf(path: string, text: string): HistorySource {
  const lines = text.split("\n");
  return {
    path,
    lines: async function* () {
      yield* lines;
    },
    rows: async function* (sql) {
      if (sql.includes("sqlite_master")) yield* TABLES;
      else for (const line of lines.slice(0, ROWS_MAX)) yield rowOf(objectIn(line) ?? {});
    },
  };
}

/** Maximum number of rows. All queries return the same rows, so more rows would only repeat events. */
const ROWS_MAX = 20;

/** A record as a database row: nested values become JSON texts. */
const rowOf = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null ? JSON.stringify(value) : value,
    ]),
  );

const TABLES = ["session", "message", "part", "session_message"].map((value) => ({ value, name: value }));

const OPENCODE_ROWS = [
  '{"id":"ses_1","parent_id":null,"directory":"/p","time_created":1767225600000,"data":"{}","session_id":"ses_1"}',
  '{"id":"msg_1","session_id":"ses_1","data":"{\\"role\\":\\"user\\",\\"time\\":{\\"created\\":1}}","time_created":1}',
  '{"id":"prt_1","message_id":"msg_1","session_id":"ses_1","data":"{\\"type\\":\\"text\\",\\"text\\":\\"hello\\"}","time_created":1}',
].join("\n");

function historySeeds(host: string): string[] {
  if (host === "opencode") return [OPENCODE_ROWS];
  const folder = join(FIXTURES, host);
  return filesOf(folder)
    .filter((path) => /\/home\/.*\.(jsonl|json)$/.test(path))
    .map((path) => headLines(readFileSync(join(folder, path), "utf8")))
    .filter((text) => text !== "")
    .slice(0, SEEDS_MAX);
}

/** Whole lines of a history, up to the maximum length of a seed. */
function headLines(text: string): string {
  const kept: string[] = [];
  let length = 0;
  for (const line of text.split("\n")) {
    if (length + line.length > SEED_MAX) continue;
    kept.push(line);
    length += line.length;
  }
  return kept.join("\n");
}

const histories: readonly Boundary[] = HISTORY_READERS.map((reader) => ({
  name: `history: ${reader.host}`,
  seeds: historySeeds(reader.host),
  words: FIELDS,
  open: () => async (text) => {
    const path = "/home/a/.host/session.jsonl";
    reader.isHistory(path);
    reader.recognises(path, text.split("\n", 1)[0] ?? "");
    let count = 0;
    for await (const record of reader.read(sourceOf(path, text))) {
      count++;
      if (record.is !== "event") continue;
      const { counted: _, ...line } = limitTurnText(record.line);
      checkDraft(draftOfLine(line, { ...stamp, version: versionOf(typeOf(line.type)), ordinal: 0 }));
    }
    // A bound on the number of records, so that no line can produce endlessly many.
    if (count > 20_000 + text.length)
      throw new BrokenProperty(`${count} records of ${text.length} characters`);
  },
}));

const IMPORTER_SAMPLES = join(ROOT, "test", "fixtures", "importers");

function importerSeeds(): string[] {
  const rows =
    '{"id":1,"project":"p","type":"decision","title":"Use pnpm","facts":"[\\"a\\"]","narrative":"b","files_modified":"[]"}';
  return [
    rows,
    ...readdirSync(IMPORTER_SAMPLES, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(md|jsonl|json|mdc)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"))
      .filter((text) => text.length <= SEED_MAX),
  ];
}

const importers: readonly Boundary[] = MEMORY_IMPORTERS.map((importer) => ({
  name: `importer: ${importer.tool}`,
  seeds: importerSeeds(),
  words: [
    "---\n",
    "- ",
    "## ",
    "type: decision",
    '"observations":[',
    '"entityType":"',
    "globs: ",
    "- [decision] ",
  ],
  open: () => async (text) => {
    const where = { home: "/home/a", env: {}, root: "/home/a/p", tracked: ["README.md"] };
    importer.recognises("/home/a/p/CLAUDE.md", text.split("\n", 1)[0] ?? "");
    for await (const entry of importer.read(sourceOf("/home/a/p/CLAUDE.md", text), where))
      if ("refused" in entry ? entry.refused === "" : entry.statement.text.trim() === "")
        throw new BrokenProperty(`${entry.entry} says nothing, and no reason why`);
  },
}));

const agentReplies: Boundary = {
  name: "model answers: agents as the model",
  seeds: [
    '{"type":"result","subtype":"success","result":"{\\"statements\\":[]}","usage":{"input_tokens":10,"output_tokens":2}}',
    '{"response":"{}","stats":{"models":{"m":{"tokens":{"prompt":1,"candidates":2}}}}}',
    '{"type":"item.completed","item":{"type":"agent_message","text":"{}"}}\n{"type":"turn.completed","usage":{"input_tokens":1}}',
    '{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"{}"}],"usage":{"input":1}}}',
    '{"type":"text","part":{"type":"text","text":"{}"}}\n{"type":"step_finish","part":{"tokens":{"input":1}}}',
  ],
  words: ['"result":', '"usage":', '"text":', '"type":"text"'],
  open: () => (text) => {
    for (const { replyIn } of AGENT_COMMANDS) replyIn(text);
  },
};

/** Settings files of hosts, which people edit too: our entries are inserted and removed, and other text stays. */
const wiredFiles: Boundary = {
  name: "host settings files",
  seeds: [
    "{}",
    '{\n  // mine\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "x" }] }] },\n  "mcpServers": {}\n}\n',
    '[mcp_servers.other]\ncommand = "x"\n\n[features]\nhooks = true\n',
    "# AGENTS.md\n\n<!-- tidemark -->\nold\n<!-- /tidemark -->\n\nMine.\n",
  ],
  words: [
    '"hooks"',
    '"mcpServers"',
    "[mcp_servers.tidemark]",
    "tidemark",
    "/*",
    "*/",
    "//",
    '"""',
    "\r\n",
    ",",
  ],
  open: (root) => {
    const where = { ...PLACE, home: root, project: root };
    const files = WIRINGS.flatMap((wiring) => [
      ...wiring.files(where, "user"),
      ...wiring.files(where, "project"),
    ]);
    return (text) => {
      for (const file of files) {
        file.lacks(text);
        file.strip(text, { text: undefined });
        const put = putInto(file, text);
        if (put !== undefined && file.put(put) !== put)
          throw new BrokenProperty(`${file.path}: putting our entries in twice changes the file`);
      }
    };
  },
};

/** The file with our entries; undefined if inserting them is refused with a message. */
function putInto(file: WiredFile, text: string): string | undefined {
  try {
    return file.put(text);
  } catch (error) {
    if (error instanceof MemoryError) return undefined;
    throw error;
  }
}

export const HOST_BOUNDARIES: readonly Boundary[] = [
  ...hooks,
  ...histories,
  ...importers,
  agentReplies,
  wiredFiles,
];
