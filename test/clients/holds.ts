/**
 * Counts the records of a recording. This code knows each format just well enough to count and shares nothing
 * with the readers in src, so that their results can be checked against these counts.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { type Fields, fields, list, text, textOfParts } from "./wires/json.ts";

type Speaker = "user" | "assistant" | "tool";

/** The type of a record, and its speaker if it is a message of the main conversation. */
type Counted = { readonly type: string; readonly says?: Speaker | undefined; readonly id?: string };

export type Holds = {
  /** The number of records of each type. */
  readonly records: { readonly [type: string]: number };
  /** The number of prompts, text answers and tool results, without those of sub-agents. */
  readonly messages: { readonly [speaker in Speaker]: number };
};

/** Counts the records in the files of one recording; `paths` are relative to its folder. */
export function holdsOf(client: string, folder: string, paths: readonly string[]): Holds {
  const counted = paths
    .filter((path) => path.startsWith("home/") && /\.(jsonl|db)$/.test(path))
    .flatMap((path) => {
      if (path.endsWith(".db")) return inDatabase(join(folder, path));
      const count = COUNTS[client];
      if (!count) throw new Error(`Nobody knows how to count what ${client} records.`);
      const records = linesOf(join(folder, path));
      return records.flatMap((record) => count(record, path, records[0] ?? {}));
    });
  const records: { [type: string]: number } = {};
  for (const { type } of counted) records[type] = (records[type] ?? 0) + 1;
  const sorted = Object.entries(records).sort(([one], [other]) => (one < other ? -1 : 1));
  const messages = { user: 0, assistant: 0, tool: 0 };
  const known = new Set<string>();
  for (const { says, id } of counted) {
    if (!says || (id !== undefined && known.has(`${says} ${id}`))) continue;
    if (id !== undefined) known.add(`${says} ${id}`);
    messages[says] += 1;
  }
  return { records: Object.fromEntries(sorted), messages };
}

function linesOf(path: string): Fields[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter(Boolean).map((line) => fields(JSON.parse(line)));
}

/** `first` is the first record of the same file, which tells the kind of session. */
type Count = (record: Fields, path: string, first: Fields) => Counted[];

const COUNTS: { readonly [client: string]: Count } = {
  "claude-code": (record, path) => {
    const { type, subtype, attachment, message, isMeta, isCompactSummary, promptSource } = record;
    const name = [type, subtype ?? fields(attachment).type].filter(Boolean).join("/");
    const content = fields(message).content;
    const isResult = type === "user" && list(content).some((part) => part.type === "tool_result");
    const isPerson = type === "user" && !isMeta && !isCompactSummary && promptSource !== "system";
    const isCommand = textOfParts(content).startsWith("<");
    const isSaid = type === "assistant" && textOfParts(content) !== "";
    const says = isResult ? "tool" : isSaid ? "assistant" : isPerson && !isCommand ? "user" : undefined;
    return [{ type: name, says: path.includes("/subagents/") ? undefined : says }];
  },
  codex: (record, _path, first) => {
    const payload = fields(record.payload);
    const { type, role, internal_chat_message_metadata_passthrough: passed } = payload;
    const item = text(fields(payload.item).type);
    const name = [record.type, type, role ?? item].filter(Boolean).join("/");
    const isAside = fields(first.payload).thread_source === "subagent";
    if (record.type !== "response_item" || isAside) return [{ type: name }];
    const kinds = fields(passed).content_item_kinds;
    const isPerson = role === "user" && Array.isArray(kinds) && kinds.includes("user.text");
    const isSummary = fields(record.metadata).compaction_output === true;
    const isResult = text(type).endsWith("_output");
    const says = isResult
      ? "tool"
      : role === "assistant" && !isSummary
        ? "assistant"
        : isPerson
          ? "user"
          : undefined;
    return [{ type: name, says }];
  },
  gemini: (record, path) => {
    if (record.$set !== undefined) return [{ type: `$set/${Object.keys(fields(record.$set)).join("+")}` }];
    const type = text(record.type) || "header";
    const isMain = /\/chats\/[^/]+$/.test(path);
    const id = text(record.id);
    const said = textOfParts(record.content);
    const results = list(record.toolCalls).map((call) => ({
      type: "toolCall",
      says: "tool" as const,
      id: text(call.id),
    }));
    const says = said === "" ? undefined : type === "user" ? ("user" as const) : ("assistant" as const);
    return isMain ? [{ type, says, id }, ...results] : [{ type }];
  },
  qwen: ({ type, subtype, systemPayload, message, provenance, isSidechain }) => {
    const event = text(fields(fields(systemPayload).uiEvent)["event.name"]);
    const name = [type, subtype, event].filter(Boolean).join("/");
    const isSaid = type === "assistant" && textOfParts(fields(message).parts) !== "";
    const says =
      type === "tool_result"
        ? "tool"
        : isSaid
          ? "assistant"
          : provenance === "real_user"
            ? "user"
            : undefined;
    return [{ type: name, says: isSidechain ? undefined : says }];
  },
  copilot: ({ type, data, agentId }) => {
    const isSaid = type === "assistant.message" && text(fields(data).content) !== "";
    const isResult = type === "tool.execution_complete";
    const says = isResult ? "tool" : isSaid ? "assistant" : type === "user.message" ? "user" : undefined;
    return [{ type: text(type), says: agentId === undefined ? says : undefined }];
  },
  pi: ({ type, message }) => {
    const role = text(fields(message).role);
    const isSaid = role === "assistant" && textOfParts(fields(message).content) !== "";
    const says = role === "toolResult" ? "tool" : isSaid ? "assistant" : role === "user" ? "user" : undefined;
    return [{ type: [type, role].filter(Boolean).join("/"), says }];
  },
};

/** Counts the rows of opencode's database, in a copy, because SQLite creates files beside an open database. */
function inDatabase(path: string): Counted[] {
  const aside = mkdtempSync(join(tmpdir(), "tidemark-holds-"));
  copyFileSync(path, join(aside, "copy.db"));
  const database = new DatabaseSync(join(aside, "copy.db"));
  try {
    const rows = database.prepare(
      `SELECT p.data AS part, m.data AS message, s.parent_id AS parent
       FROM part p JOIN message m ON m.id = p.message_id JOIN session s ON s.id = m.session_id`,
    );
    const sessions = database.prepare("SELECT parent_id AS parent FROM session").all() as Fields[];
    const counted = (rows.all() as Fields[]).map((row) => {
      const part = fields(JSON.parse(text(row.part)));
      const { role, summary } = fields(JSON.parse(text(row.message)));
      return {
        type: `part/${role}/${part.type}`,
        says: speakerOf(part, text(role), row.parent !== null || summary === true),
      };
    });
    return [
      ...sessions.map(({ parent }) => ({ type: parent === null ? "session" : "session/child" })),
      ...counted,
    ];
  } finally {
    database.close();
    rmSync(aside, { recursive: true, force: true });
  }
}

function speakerOf(part: Fields, role: string, isAside: boolean): Speaker | undefined {
  if (isAside) return undefined;
  if (part.type === "tool") return "tool";
  if (part.type !== "text" || part.synthetic === true || part.text === "") return undefined;
  return role === "user" ? "user" : "assistant";
}
