import { isRecord, type JsonRecord, recordsInLines, textField } from "../../../app/intake/json-lines.ts";
import { fieldsIn } from "../../../core/fields.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { agentOf, idOf, lifeLine, saidLine, turnLine } from "../host-line.ts";
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
import { isBookkeeping } from "./record-types.ts";
import { argumentsOf, hookedId, resultOf } from "./tool-use.ts";

const HOST = "copilot";
const event = eventOf(HOST);
const FILES_MAX = 50;

/** Copilot CLI: one JSON-lines file of events a session, sub-agents in it, under ~/.copilot/session-state/. */
export const copilotHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.COPILOT_HOME || `${home}/.copilot`}/session-state`],
  isHistory: (path) => /(?:^|[\\/])events\.jsonl$/.test(path),
  recognises: (path, head) => path.endsWith(".jsonl") && /^\{"type":"session\.start","data":\{/.test(head),
  read,
};

type CopilotToolCall = {
  readonly id: string;
  readonly name: unknown;
  readonly input: unknown;
  readonly agent: string | undefined;
  readonly at: unknown;
  /** The id that hooks used for the call. */
  hooked?: string;
};

type CopilotReading = {
  session: string | undefined;
  readonly pending: Map<string, CopilotToolCall>;
  /** Ids that hooks used. Of two calls of one tool in one millisecond the second keeps its own id. */
  readonly hooked: Set<string>;
  readonly told: Map<string, number>;
};

/** One event of a known session. */
type CopilotEvent = {
  readonly type: string;
  readonly data: JsonRecord;
  readonly session: string;
  readonly agent: string | undefined;
  readonly at: unknown;
};

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const session = /[\\/]([^\\/]+)[\\/]events\.jsonl$/.exec(source.path)?.[1];
  const reading: CopilotReading = {
    session: idOf(session),
    pending: new Map(),
    hooked: new Set(),
    told: new Map(),
  };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  // The session was cut off during these calls. The calls themselves are still facts.
  for (const { id, name, input, agent, at } of reading.pending.values()) {
    const line = cutOffLine({ id, name, input });
    yield event({ session: reading.session, ...line, ...speaker(agent), ...atOf(at) });
  }
}

function* recordsOf(record: JsonRecord, raw: string, reading: CopilotReading): Generator<HostRecord> {
  const type = textField(record, "type") ?? "";
  const data = isRecord(record.data) ? record.data : {};
  if (type === "session.start") reading.session = idOf(data.sessionId) ?? reading.session;
  const { session } = reading;
  if (isBookkeeping(type)) return yield leftOut(type);
  if (session === undefined) return yield unknownRecord(type, raw);
  const line = { type, data, session, agent: agentOf(record) ?? agentOf(data), at: record.timestamp };
  const told = lifeOf(line) ?? doneOf(line, reading);
  if (told === undefined) return yield unknownRecord(type, raw, session);
  yield* told;
}

const tell = (line: Payload, { at }: CopilotEvent): HostRecord => event({ ...line, ...atOf(at) });

/** Events in the life of the session. */
function lifeOf(line: CopilotEvent): readonly HostRecord[] | undefined {
  const { type, data, session, agent } = line;
  switch (type) {
    case "session.start":
      return [tell(startLine(session, placeIn(data.context)), line)];
    case "session.resume":
      return [tell(lifeLine(session, "session.woke", { reason: "resume" }), line)];
    case "session.shutdown":
      return [tell(lifeLine(session, "session.ended", { reason: data.shutdownType }), line)];
    case "session.context_cleared":
      return [tell(lifeLine(session, "session.reset", { reason: "clear" }), line)];
    case "session.compaction_complete":
      return agent === undefined && data.success === true ? compactionRecords(line) : [leftOut(type)];
    default:
      return undefined;
  }
}

function placeIn(context: unknown): Payload {
  const { cwd, branch, headCommit } = fieldsIn(context);
  const commit = idOf(headCommit);
  return { ...placeOf({ cwd, branch }), ...(commit === undefined ? {} : { commit }) };
}

function compactionRecords(line: CopilotEvent): HostRecord[] {
  const { data, session } = line;
  const summary = textField(data, "summaryContent") ?? "";
  const life = tell(lifeLine(session, "session.compacted", { trigger: data.trigger }), line);
  return summary.trim() === "" ? [life] : [life, tell(turnLine(session, "system", summary), line)];
}

/** The messages and tool calls of a record. */
function doneOf(line: CopilotEvent, reading: CopilotReading): readonly HostRecord[] | undefined {
  switch (line.type) {
    case "user.message":
      return [userWords(line, reading)];
    case "assistant.message":
      return [assistantWords(line, reading)];
    case "tool.execution_start":
      return [callOf(line, reading)];
    case "tool.execution_complete":
      return [toolTurn(line, reading)];
    case "hook.start":
      return [hookOf(line, reading)];
    default:
      return undefined;
  }
}

/** A source is named if nobody typed the text: a skill, an agent's order, or the client's own request to continue. */
function userWords(line: CopilotEvent, reading: CopilotReading): HostRecord {
  const text = textField(line.data, "content") ?? "";
  const source = textField(line.data, "source") ?? "user";
  const isTyped = source === "user" && line.data.isAutopilotContinuation !== true;
  if (text.trim() === "" || (!isTyped && line.agent === undefined))
    return leftOut("user.message of the client");
  return tell(saidLine({ ...line, role: "user", text }, reading.told), line);
}

function assistantWords(line: CopilotEvent, reading: CopilotReading): HostRecord {
  const text = textField(line.data, "content") ?? "";
  if (text.trim() !== "") return tell(saidLine({ ...line, role: "assistant", text }, reading.told), line);
  const calls = recordsIn(line.data.toolRequests).length > 0;
  return leftOut(calls ? "assistant.message that only calls tools" : "assistant.message without words");
}

function callOf({ data, agent, at, type }: CopilotEvent, { pending }: CopilotReading): HostRecord {
  const id = textField(data, "toolCallId") ?? "";
  pending.set(id, { id, name: data.toolName, input: argumentsOf(data.arguments), agent, at });
  return leftOut(`${type}, told with its result`);
}

/** The running call that a hook is about: the one with the same input, else the first of the same tool. */
function hookOf({ data, type, agent }: CopilotEvent, { pending, hooked }: CopilotReading): HostRecord {
  const input = isRecord(data.input) ? data.input : {};
  const isAfterTool = data.hookType === "postToolUse" || data.hookType === "postToolUseFailure";
  const id = isAfterTool && agent === undefined ? hookedId(input) : undefined;
  if (id !== undefined && !hooked.has(id)) {
    const open = [...pending.values()].filter(
      (call) => call.hooked === undefined && call.name === input.toolName,
    );
    const given = JSON.stringify(argumentsOf(input.toolArgs));
    const call = open.find((one) => JSON.stringify(one.input) === given) ?? open[0];
    if (call) call.hooked = id;
    hooked.add(id);
  }
  return leftOut(type);
}

function toolTurn(line: CopilotEvent, { pending }: CopilotReading): HostRecord {
  const { data, session, agent } = line;
  const key = textField(data, "toolCallId") ?? "";
  const call = pending.get(key);
  pending.delete(key);
  const result = isRecord(data.result) ? data.result : {};
  const error = isRecord(data.error) ? textField(data.error, "message") : textField(data, "error");
  const shell = isRecord(data.shellExecution) ? data.shellExecution : {};
  const told = resultOf(textField(result, "content") ?? error ?? "", data.success === false);
  const use = { id: call?.hooked ?? key, name: call?.name, input: call?.input, ...told };
  const files = editedFiles(data.fileEdits);
  const turn = toolLine(told.exitCode === undefined ? { ...use, exitCode: shell.exitCode } : use);
  return tell({ session, ...turn, ...(files.length === 0 ? {} : { files }), ...speaker(agent) }, line);
}

function editedFiles(edits: unknown): string[] {
  const paths = recordsIn(edits).map((edit) => textField(edit, "path") ?? "");
  return [...new Set(paths.filter((path) => path !== "" && path.length <= 1000))].slice(0, FILES_MAX);
}

const speaker = (agent: string | undefined): Payload => (agent === undefined ? {} : { speaker: SUBAGENT });
