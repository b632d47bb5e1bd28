import {
  blocksOf,
  isRecord,
  type JsonRecord,
  recordsInLines,
  textField,
  textIn,
} from "../../../app/intake/json-lines.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { agentOf, idOf, isOfHost, lifeLine, type Role, saidLine, sortedInput } from "../host-line.ts";
import {
  atOf,
  cutOffLine,
  eventOf,
  leftOut,
  placeOf,
  startLine,
  toolLine,
  unknownRecord,
} from "../host-records.ts";
import { failureOf, resultOf } from "./tool-result.ts";
import { summaryIn, wordsOf } from "./words.ts";

const HOST = "claude-code";
const event = eventOf(HOST);

/** Claude Code: one JSON-lines file a session under ~/.claude/projects/, and one for each of its sub-agents. */
export const claudeCodeHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/projects`],
  isHistory: (path) => path.endsWith(".jsonl"),
  recognises: (path, head) => path.endsWith(".jsonl") && isOurs(head),
  read,
};

/** Other hosts write some of the same fields, but each of them also writes one that Claude Code does not. */
function isOurs(head: string): boolean {
  if (/^\{"type":"(?:summary|file-history-snapshot)"/.test(head)) return true;
  if (!/"sessionId":"/.test(head) || /"(?:projectHash|producer|provenance|parts)":/.test(head)) return false;
  return /"isSidechain":/.test(head)
    ? !/"agentName":/.test(head)
    : isBookkeeping(/"type":"([\w-]+)"/.exec(head)?.[1] ?? "");
}

type ClaudeToolCall = {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
  readonly from: RecordSource;
};

/** The state that is kept from record to record. */
type ClaudeReading = {
  readonly started: Set<string>;
  readonly pending: Map<string, ClaudeToolCall>;
  /** Whether the file belongs to a sub-agent. */
  readonly isAside: boolean;
  /** How often sub-agents wrote the same message. */
  readonly told: Map<string, number>;
};

/** The session, sub-agent, time and predecessor of a record. */
type RecordSource = {
  readonly session: string;
  readonly agent: string | undefined;
  readonly at: unknown;
  readonly reading: ClaudeReading;
};

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const isAside = /[\\/]subagents[\\/]/.test(source.path);
  const reading: ClaudeReading = { started: new Set(), pending: new Map(), told: new Map(), isAside };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  // The session was cut off during these calls. The calls themselves are still facts.
  for (const { from, ...call } of reading.pending.values()) yield tell(cutOffLine(call), from);
}

function* recordsOf(record: JsonRecord, raw: string, reading: ClaudeReading): Generator<HostRecord> {
  const type = textField(record, "type") ?? "";
  const session = idOf(record.sessionId);
  if (isBookkeeping(type)) return yield leftOut(type);
  if (session === undefined) return yield unknownRecord(type, raw);
  const agent = agentOf(record) ?? (reading.isAside ? "sidechain" : undefined);
  const from = { session, agent, at: record.timestamp, reading };
  yield* startOf(record, from);
  switch (type) {
    case "user":
    case "assistant":
      return yield* messageOf(record, type, from);
    case "attachment":
      return yield attachmentOf(record, from);
    case "system":
      return yield systemOf(record, from, raw);
    default:
      yield unknownRecord(type, raw, session);
  }
}

function* startOf(record: JsonRecord, { session, at, reading }: RecordSource): Generator<HostRecord> {
  const { started } = reading;
  if (started.has(session)) return;
  started.add(session);
  const place = placeOf({ cwd: record.cwd, branch: record.gitBranch });
  yield event({ ...startLine(session, place), ...atOf(at) });
}

/** A sub-agent's compaction does not concern the session. */
function systemOf(record: JsonRecord, { session, agent, at }: RecordSource, raw: string): HostRecord {
  const subtype = textField(record, "subtype") ?? "";
  if (subtype === "compact_boundary" && agent === undefined) {
    const trigger = isRecord(record.compactMetadata) ? record.compactMetadata.trigger : undefined;
    return event({ ...lifeLine(session, "session.compacted", { trigger }), ...atOf(at) });
  }
  return SYSTEM.has(subtype)
    ? leftOut(`system/${subtype}`)
    : unknownRecord(`system/${subtype}`, raw, session);
}

/** Attachments are the client's context, except text that a person typed while the agent was working. */
function attachmentOf(record: JsonRecord, from: RecordSource): HostRecord {
  const attachment = isRecord(record.attachment) ? record.attachment : {};
  const type = textField(attachment, "type") ?? "(none)";
  const isTyped =
    type === "queued_command" &&
    attachment.commandMode !== "task-notification" &&
    attachment.isMeta !== true &&
    ![record, attachment].some(isOfHost);
  const text = isTyped ? wordsOf(textIn(attachment.prompt)) : undefined;
  return text === undefined ? leftOut(`attachment/${type.slice(0, 100)}`) : say("user", text, from);
}

type Speaker = "user" | "assistant";

/** An assistant speaks before it calls a tool. Results of tools precede the user's next message. */
function* messageOf(record: JsonRecord, type: Speaker, from: RecordSource): Generator<HostRecord> {
  const message = isRecord(record.message) ? record.message : {};
  const blocks = blocksOf(message.content);
  const texts = blocks.filter((block) => block.type === "text");
  const others = blocks.filter((block) => block.type !== "text");
  const spoken = texts.length > 0 ? [wordsIn(record, type, from)] : [];
  if (type === "assistant") yield* spoken;
  const result = others.length === 1 ? record.toolUseResult : undefined;
  for (const block of others) yield blockOf(block, { type, result }, from);
  if (type === "user") yield* spoken;
  if (blocks.length === 0) yield leftOut(`${type}/empty`);
}

function wordsIn(record: JsonRecord, type: Speaker, from: RecordSource): HostRecord {
  const message = isRecord(record.message) ? record.message : {};
  const text = textIn(blocksOf(message.content).filter((block) => block.type === "text"));
  const isSummary = record.isCompactSummary === true;
  const isOfClient = record.isMeta === true || record.promptSource === "system";
  if (isOfClient || (type === "user" && !isSummary && isOfHost(record)))
    return leftOut(`${type}/of the client`);
  if (type === "assistant") {
    const isOfModel = message.model !== "<synthetic>" && text.trim() !== "";
    return isOfModel ? say("assistant", text, from) : leftOut("assistant/of the client");
  }
  if (isSummary) return say("system", summaryIn(text), from);
  const words = wordsOf(text);
  return words === undefined ? leftOut("user/of the client") : say("user", words, from);
}

function say(role: Role, text: string, { session, agent, at, reading }: RecordSource): HostRecord {
  return event({ ...saidLine({ session, agent, role, text }, reading.told), ...atOf(at) });
}

/** The author of a block's message, and the record's own copy of the tool's result. */
type BlockOrigin = { readonly type: Speaker; readonly result: unknown };

function blockOf(block: JsonRecord, { type, result }: BlockOrigin, from: RecordSource): HostRecord {
  if (block.type === "tool_use") {
    const call = { id: block.id, name: block.name, input: sortedInput(block.input), from };
    from.reading.pending.set(textField(block, "id") ?? "", call);
    return leftOut("assistant/tool_use, told with its result");
  }
  if (block.type === "tool_result") return toolTurn(block, result, from);
  const part = textField(block, "type") ?? "(none)";
  const kind = `${type}/${part}`;
  return BLOCKS.has(part) ? leftOut(kind) : unknownRecord(kind, JSON.stringify(block), from.session);
}

/** Hooks get the record's own copy of the result, so that copy is used. */
function toolTurn(block: JsonRecord, copy: unknown, from: RecordSource): HostRecord {
  const { pending } = from.reading;
  const id = textField(block, "tool_use_id") ?? "";
  const call = pending.get(id);
  pending.delete(id);
  const text = textIn(block.content);
  const isError = block.is_error === true;
  const result = isError ? failureOf(text) : resultOf(copy === undefined ? text : copy);
  const use = { id, name: call?.name, input: call?.input, isError, ...result };
  return tell(toolLine(use), from);
}

function tell(line: { readonly [field: string]: unknown }, { session, agent, at }: RecordSource): HostRecord {
  return event({ session, ...line, ...(agent === undefined ? {} : { speaker: SUBAGENT }), ...atOf(at) });
}

/** Types of records that only concern the client. */
const BOOKKEEPING = wordSet(`
  agent-color agent-name agent-setting ai-title api-request api-request-blob api-request-shape
  artifact-autoreact-ledger atis-latch attribution-snapshot bridge-session content-replacement cost-state
  custom-title derived-from file-history-delta file-history-snapshot fork-context-ref frame-link
  history-suppression interactive-mark isolation-latch last-prompt memory-mode mode observer-ref
  permission-mode pr-link progress queue-operation repl-mode resume-head-vouch session-owner
  speculation-accept summary tag task-summary tools-used worktree-state
`);

const isBookkeeping = (type: string): boolean => BOOKKEEPING.has(type);

/** Messages of the client to the person at the terminal or to itself. The compaction of a session is not among them. */
const SYSTEM = wordSet(`
  agents_killed api_error api_retry away_summary bridge_state bridge_status checkpoint_done
  code_change_published compact_boundary elicitation_complete file_attachments_missing file_snapshot
  hook_progress hook_response hook_started informational init instruction_size_warning local_command
  memory_recall memory_saved microcompact_boundary mirror_error model_consent_fallback model_fallback
  model_refusal_fallback model_refusal_no_fallback notification per_turn_effort_changed permission_denied
  permission_retry plugin_install post_turn_summary rewind_stand_in scheduled_task_fire session_metadata
  session_state_changed session_title_changed session_writes_lost start_folder status stop_hook_summary
  task_notification task_progress task_started task_summary task_updated thinking thinking_tokens
  tool_host_result turn_duration turn_handoff_available turn_preempted turn_starting vcs_state_changed
`);

/** Parts of a message that are neither text nor our tools: thoughts, pictures, tools that the provider ran itself. */
const BLOCKS = wordSet(`
  thinking redacted_thinking image document search_result container_upload fallback server_tool_use
  web_search_tool_result web_fetch_tool_result code_execution_tool_result
  bash_code_execution_tool_result text_editor_code_execution_tool_result tool_search_tool_result
  mcp_tool_use mcp_tool_result
`);
