import {
  isRecord,
  type JsonRecord,
  recordsInLines,
  textField,
  textIn,
} from "../../../app/intake/json-lines.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { idOf, lifeLine, saidLine, turnLine } from "../host-line.ts";
import {
  atOf,
  cutOffLine,
  eventOf,
  leftOut,
  placeOf,
  recordsIn,
  startLine,
  toolLine,
  unknownRecord,
} from "../host-records.ts";
import { type CodexCall, callIn, patchedFiles, resultOf } from "./tool-use.ts";
import { wordsOf } from "./words.ts";

const HOST = "codex";
const event = eventOf(HOST);

/** Codex: one JSON-lines file a thread under ~/.codex/sessions/; a sub-agent is a thread that names its session. */
export const codexHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) =>
    ["sessions", "archived_sessions"].map((name) => `${env.CODEX_HOME || `${home}/.codex`}/${name}`),
  isHistory: (path) => /(?:^|[\\/])rollout-[^\\/]*\.jsonl$/.test(path),
  recognises: (path, head) => path.endsWith(".jsonl") && /"type":"session_meta","payload":/.test(head),
  read,
};

/** The thread of a file: its session, and its sub-agent if it belongs to one. */
type Thread = { readonly session: string; readonly agent: string | undefined };
type TimedCodexCall = CodexCall & { readonly at: unknown };

type CodexReading = {
  thread: Thread | undefined;
  readonly pending: Map<string, TimedCodexCall>;
  readonly told: Map<string, number>;
};

/** One line of a file whose thread is known. */
type CodexLine = {
  readonly payload: JsonRecord;
  readonly record: JsonRecord;
  readonly raw: string;
  readonly thread: Thread;
};

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const reading: CodexReading = { thread: undefined, pending: new Map(), told: new Map() };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  const { thread } = reading;
  // The session was cut off during these calls. The calls themselves are still facts.
  if (thread)
    for (const { at, ...call } of reading.pending.values()) yield tell(cutOffLine(call), thread, at);
}

function* recordsOf(record: JsonRecord, raw: string, reading: CodexReading): Generator<HostRecord> {
  const type = textField(record, "type") ?? "";
  const payload = isRecord(record.payload) ? record.payload : {};
  if (type === "session_meta") return yield metaOf(payload, record, reading);
  if (BOOKKEEPING.has(type)) return yield leftOut(type);
  const { thread } = reading;
  if (!thread) return yield unknownRecord(type, raw);
  const line = { payload, record, raw, thread };
  switch (type) {
    case "response_item":
      return yield* itemOf(line, reading);
    case "event_msg":
      return yield messageOf(line);
    case "compacted":
      return yield* compactionOf(line);
    default:
      yield unknownRecord(type, raw, thread.session);
  }
}

/** The first record is the thread's own. A fork also contains those of its ancestors. */
function metaOf(payload: JsonRecord, record: JsonRecord, reading: CodexReading): HostRecord {
  const own = idOf(payload.id);
  const parent = parentOf(payload);
  const session = idOf(payload.session_id) ?? parent ?? own;
  if (reading.thread || session === undefined) return leftOut("session_meta");
  const isSpawned = isRecord(payload.source) && payload.source.subagent !== undefined;
  const isAgent =
    session !== own || parent !== undefined || isSpawned || payload.thread_source === "subagent";
  reading.thread = { session, agent: isAgent ? (own ?? SUBAGENT) : undefined };
  const git = isRecord(payload.git) ? payload.git : {};
  const commit = idOf(git.commit_hash);
  const place = {
    ...placeOf({ cwd: payload.cwd, branch: git.branch }),
    ...(commit === undefined ? {} : { commit }),
  };
  return event({ ...startLine(session, place), ...atOf(payload.timestamp ?? record.timestamp) });
}

function parentOf(payload: JsonRecord): string | undefined {
  const source = isRecord(payload.source) && isRecord(payload.source.subagent) ? payload.source.subagent : {};
  const spawn = isRecord(source.thread_spawn) ? source.thread_spawn : {};
  return idOf(payload.parent_thread_id) ?? idOf(spawn.parent_thread_id);
}

function* itemOf(line: CodexLine, reading: CodexReading): Generator<HostRecord> {
  const { payload, record, raw, thread } = line;
  const type = textField(payload, "type") ?? "";
  switch (type) {
    case "message":
      return yield wordsIn(line, reading);
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call": {
      const call = callIn(payload);
      reading.pending.set(keyOf(call.id), { ...call, at: record.timestamp });
      return yield leftOut(`response_item/${type}, told with its result`);
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return yield toolTurn(line, reading);
    case "web_search_call":
      return yield tell(
        toolLine({ ...callIn({ name: "web_search", ...payload }), output: "" }),
        thread,
        record.timestamp,
      );
    default:
      yield ITEMS.has(type)
        ? leftOut(`response_item/${type}`)
        : unknownRecord(`response_item/${type}`, raw, thread.session);
  }
}

const keyOf = (id: unknown): string => (typeof id === "string" ? id : "");

function wordsIn({ payload, record, thread }: CodexLine, { told }: CodexReading): HostRecord {
  const role = textField(payload, "role") ?? "";
  const isSummary = isRecord(record.metadata) && record.metadata.compaction_output === true;
  if (isSummary) return leftOut("response_item/message, told with the compaction");
  if (role !== "user" && role !== "assistant")
    return leftOut(`response_item/message of ${role.slice(0, 40)}`);
  const text = role === "user" ? userWords(payload) : textIn(payload.content);
  if (text.trim() === "") return leftOut(`response_item/message of the client as ${role}`);
  return event({ ...saidLine({ ...thread, role, text }, told), ...atOf(record.timestamp) });
}

/** Newer versions name the source of each part. In older ones its first words show the source. */
function userWords(payload: JsonRecord): string {
  const passed = payload.internal_chat_message_metadata_passthrough;
  const origins = isRecord(passed) ? recordsIn(passed.content_item_metadata) : [];
  const parts = recordsIn(payload.content).filter((_, i) => {
    const provenance = origins[i]?.provenance;
    return !isRecord(provenance) || provenance.type === "user";
  });
  return parts
    .map((part) => wordsOf(textField(part, "text") ?? "") ?? "")
    .filter((text) => text !== "")
    .join("\n");
}

function toolTurn({ payload, record, thread }: CodexLine, { pending }: CodexReading): HostRecord {
  const key = keyOf(payload.call_id);
  const call = pending.get(key);
  pending.delete(key);
  const files = patchedFiles(call?.input);
  const line = toolLine({ id: key, name: call?.name, input: call?.input, ...resultOf(payload.output) });
  return tell({ ...line, ...(files.length === 0 ? {} : { files }) }, thread, record.timestamp);
}

/** Text that Codex shows on the screen. It repeats the items. */
function messageOf({ payload, raw, thread }: CodexLine): HostRecord {
  const type = textField(payload, "type") ?? "";
  const item = isRecord(payload.item) ? `/${textField(payload.item, "type")?.slice(0, 60) ?? "(none)"}` : "";
  return MESSAGES.has(type)
    ? leftOut(`event_msg/${type}${item}`)
    : unknownRecord(`event_msg/${type}`, raw, thread.session);
}

/** Codex's text to the next model, above the summary of the last one. */
const PREAMBLE = /^Another language model started to solve this problem[^\n]*:\n/;

/** A sub-agent's compaction does not concern the session. */
function* compactionOf({ payload, record, thread }: CodexLine): Generator<HostRecord> {
  const { session, agent } = thread;
  if (agent !== undefined) return yield leftOut("compacted/subagent");
  yield event({ ...lifeLine(session, "session.compacted"), ...atOf(record.timestamp) });
  const summary = (textField(payload, "message") ?? "").replace(PREAMBLE, "").trim();
  if (summary !== "") yield event({ ...turnLine(session, "system", summary), ...atOf(record.timestamp) });
}

function tell(
  line: { readonly [field: string]: unknown },
  { session, agent }: Thread,
  at: unknown,
): HostRecord {
  return event({ session, ...line, ...(agent === undefined ? {} : { speaker: SUBAGENT }), ...atOf(at) });
}

/** Lines that are not about the work: settings, counts, state of the client. */
const BOOKKEEPING = wordSet(`
  dynamic_tools_updated inter_agent_communication_metadata security_risk_score token_usage_record
  turn_context world_state
`);

/** Items that are neither text nor tools: thoughts, the search for tools, marks of a compaction. */
const ITEMS = wordSet(`
  additional_tools compaction compaction_summary compaction_trigger context_compaction ghost_snapshot
  image_generation_call other reasoning tool_search_call tool_search_output
`);

/** Text shown on the screen, and the client's own events. */
const MESSAGES = wordSet(`
  agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content
  agent_reasoning_raw_content_delta agent_reasoning_section_break apply_patch_approval_request
  background_event collab_agent_interaction_begin collab_agent_interaction_end collab_agent_spawn_begin
  collab_agent_spawn_end collab_close_begin collab_close_end collab_resume_begin collab_resume_end
  collab_waiting_begin collab_waiting_end context_compacted deprecation_notice
  dynamic_tool_call_request dynamic_tool_call_response elicitation_request entered_review_mode error
  exec_approval_request exec_command_begin exec_command_end exec_command_output_delta exited_review_mode
  hook_completed hook_started image_generation_begin image_generation_end item_completed item_started
  mcp_startup_complete mcp_startup_update mcp_tool_call_begin mcp_tool_call_end model_reroute
  patch_apply_begin patch_apply_end patch_apply_updated plan_delta plan_update raw_response_item
  request_permissions request_user_input session_configured shutdown_complete stream_error
  stream_info sub_agent_activity task_complete task_started terminal_interaction thread_goal_updated thread_name_updated
  thread_rolled_back thread_settings_applied token_count turn_aborted turn_complete turn_diff
  turn_started undo_completed undo_started user_message view_image_tool_call warning
  web_search_begin web_search_end
`);
