import { isRecord, type JsonRecord, recordsInLines, textField } from "../../../app/intake/json-lines.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { agentLine, agentOf, idOf, lifeLine, turnLine } from "../host-line.ts";
import { atOf, cutOffLine, eventOf, leftOut, placeOf, startLine, unknownRecord } from "../host-records.ts";
import { isThought, partsOf, responseIn, wordsIn } from "../parts.ts";
import { callLine, HOST, ownWords } from "./words.ts";

/**
 * Qwen Code: one JSON-lines file for each session under ~/.qwen/projects/FOLDER/chats/, and one for each sub-agent under
 * subagents/SESSION/. Records are linked by uuid, and each names its folder.
 */
export const qwenHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.QWEN_HOME ?? `${home}/.qwen`}/projects`],
  isHistory: (path) => /[\\/](chats|subagents)[\\/].*\.jsonl$/.test(path),
  // Claude Code writes similar fields around a message, but stores its content in the message, without parts.
  recognises: (path, head) =>
    path.endsWith(".jsonl") &&
    /^\{"uuid":/.test(head) &&
    /"sessionId":/.test(head) &&
    /"provenance":|"agentName":|"systemPayload":|"message":\{"role":"(user|model)","parts":/.test(head),
  read,
};

/** Records of the client itself between the messages. */
const BOOKKEEPING = wordSet(
  `ui_telemetry attribution_snapshot slash_command at_command background_task_completed custom_title
   parent_session rewind file_history_snapshot session_source session_model session_sources_snapshot
   session_artifact_event session_artifact_snapshot branch_checkpoint goal_state goal_turn_end turn_result
   omni_recall user_text_elements agent_bootstrap agent_retry agent_session_ready`,
);
/** Messages that the client wrote in the user's name. */
const NOT_SAID: ReadonlySet<string> = new Set(["notification", "cron", "goal_runtime"]);
/** Messages that a person wrote other than as a prompt. */
const SAID = wordSet("mid_turn_user_message realtime_message agent_launch_prompt");

type QwenToolCall = {
  readonly name: unknown;
  readonly input: unknown;
  readonly record: JsonRecord;
  readonly session: string;
};

/** The state that is kept from record to record. */
type QwenReading = {
  readonly started: Set<string>;
  readonly calls: Map<string, QwenToolCall>;
  /** Whether the file belongs to a sub-agent. */
  readonly isAside: boolean;
  /** For each sub-agent, how often it said each text. */
  readonly said: Map<string, number>;
};

const event = eventOf(HOST);

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const isAside = /[\\/]subagents[\\/]/.test(source.path);
  const reading: QwenReading = { started: new Set(), calls: new Map(), said: new Map(), isAside };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  for (const [id, { name, input, record, session }] of reading.calls) {
    yield event({ session, ...cutOffLine({ id, name, input }), ...whoAndWhen(record, reading) });
  }
}

function* recordsOf(record: JsonRecord, raw: string, reading: QwenReading): Generator<HostRecord> {
  const type = textField(record, "type");
  const subtype = textField(record, "subtype");
  const session = idOf(record.sessionId);
  if (session === undefined) return yield unknownRecord(type, raw);
  yield* startOf(record, session, reading);
  if (type === "system") return yield systemOf(record, raw, session);
  if (type !== "user" && type !== "assistant" && type !== "tool_result")
    return yield unknownRecord(type, raw, session);
  if (subtype !== undefined && NOT_SAID.has(subtype)) return yield leftOut(`${type}/${subtype}`);
  if (subtype !== undefined && !SAID.has(subtype))
    return yield unknownRecord(`${type}/${subtype}`, raw, session);
  yield* messageOf(record, { type, session }, reading);
}

function systemOf(record: JsonRecord, raw: string, session: string): HostRecord {
  const subtype = textField(record, "subtype") ?? "(none)";
  if (subtype === "chat_compression")
    return event({ ...lifeLine(session, "session.compacted"), ...atOf(record.timestamp) });
  if (BOOKKEEPING.has(subtype)) return leftOut(`system/${subtype}`);
  return unknownRecord(`system/${subtype}`, raw, session);
}

function* startOf(record: JsonRecord, session: string, { started }: QwenReading): Generator<HostRecord> {
  if (started.has(session)) return;
  started.add(session);
  const place = placeOf({ cwd: record.cwd, branch: record.gitBranch });
  yield event({ ...startLine(session, place), ...atOf(record.timestamp) });
}

type RecordOrigin = { readonly type: string; readonly session: string };

function* messageOf(record: JsonRecord, told: RecordOrigin, reading: QwenReading): Generator<HostRecord> {
  const parts = partsOf(isRecord(record.message) ? record.message.parts : undefined);
  const place = { told, reading };
  const records = [...wordsOf(record, parts, place), ...callsOf(record, parts, place)];
  yield* records.length === 0 ? [leftOut(`${told.type}, empty`)] : records;
}

type QwenContext = { readonly told: RecordOrigin; readonly reading: QwenReading };

function* wordsOf(
  record: JsonRecord,
  parts: readonly JsonRecord[],
  { told, reading }: QwenContext,
): Generator<HostRecord> {
  const { type, session } = told;
  if (parts.some(isThought)) yield leftOut(`${type}/thought`);
  const given = wordsIn(parts);
  const text = ownWords(given);
  if (text === "" || type === "tool_result") return yield* given === "" ? [] : [leftOut(`${type}/context`)];
  const role = type === "user" ? "user" : "assistant";
  const agent = subagentIn(record, reading);
  const line =
    agent === undefined
      ? turnLine(session, role, text)
      : agentLine({ session, agent, role, text }, reading.said);
  yield event({ ...line, ...whoAndWhen(record, reading) });
}

function* callsOf(
  record: JsonRecord,
  parts: readonly JsonRecord[],
  place: QwenContext,
): Generator<HostRecord> {
  const { session } = place.told;
  for (const { functionCall, functionResponse } of parts) {
    if (isRecord(functionCall)) {
      const { id, name, args } = functionCall;
      const known = idOf(id);
      if (known !== undefined) place.reading.calls.set(known, { name, input: args, record, session });
      yield leftOut("assistant/call, told with its result");
    }
    if (isRecord(functionResponse)) yield resultOf(record, functionResponse, place);
  }
}

function resultOf(record: JsonRecord, response: JsonRecord, { told, reading }: QwenContext): HostRecord {
  const id = idOf(response.id);
  const call = id === undefined ? undefined : reading.calls.get(id);
  if (id !== undefined) reading.calls.delete(id);
  const result = isRecord(record.toolCallResult) ? record.toolCallResult : {};
  const display = isRecord(result.resultDisplay) ? result.resultDisplay : {};
  const line = callLine({
    id,
    name: response.name ?? call?.name,
    input: call?.input,
    output: responseIn({ response: response.response }),
    isError: result.status === "error",
    exitCode: display.exitCode,
  });
  return event({ session: told.session, ...line, ...whoAndWhen(record, reading) });
}

/** In a sub-agent's own file, the agent's order to it is stored as a user message. */
function subagentIn(record: JsonRecord, { isAside }: QwenReading): string | undefined {
  const isOrder = record.subtype === "agent_launch_prompt";
  return agentOf(record) ?? (isAside || isOrder ? "agent" : undefined);
}

const whoAndWhen = (record: JsonRecord, reading: QwenReading) => ({
  ...(subagentIn(record, reading) === undefined ? {} : { speaker: SUBAGENT }),
  ...atOf(record.timestamp),
});
