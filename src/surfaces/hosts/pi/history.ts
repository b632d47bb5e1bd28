import {
  blocksOf,
  isRecord,
  type JsonRecord,
  recordsInLines,
  textField,
} from "../../../app/intake/json-lines.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { idOf, lifeLine } from "../host-line.ts";
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
import { HOST, resultLine, turnOf } from "./words.ts";

/**
 * pi: one JSON-lines file for each session under ~/.pi/agent/sessions/--FOLDER--/, with a header and then a tree of
 * entries. Abandoned branches of the tree are imported too, because they were said.
 */
export const piHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.PI_CODING_AGENT_DIR ?? `${home}/.pi/agent`}/sessions`],
  isHistory: (path) => path.endsWith(".jsonl"),
  recognises: (path, head) =>
    path.endsWith(".jsonl") && /^\{"type":"session",/.test(head) && /"id":/.test(head) && /"cwd":/.test(head),
  read,
};

/** Entries about the client's settings, and text that the client or an extension added. */
const BOOKKEEPING: ReadonlySet<string> = wordSet(
  "model_change thinking_level_change branch_summary custom custom_message label session_info",
);
/** Roles of messages that are not spoken words. */
const NOT_SAID = wordSet("custom hookMessage branchSummary compactionSummary");

type PiToolCall = { readonly name: unknown; readonly input: unknown; readonly at: unknown };

/** The state that is kept from entry to entry. */
type PiReading = {
  session: string | undefined;
  copiedUntil: string | undefined;
  readonly calls: Map<string, PiToolCall>;
};

const event = eventOf(HOST);

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const reading: PiReading = { session: undefined, copiedUntil: undefined, calls: new Map() };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  for (const [id, { name, input, at }] of reading.calls) {
    yield event({ session: reading.session, ...cutOffLine({ id, name, input }), ...atOf(at) });
  }
}

function* recordsOf(entry: JsonRecord, raw: string, reading: PiReading): Generator<HostRecord> {
  const type = textField(entry, "type");
  if (type === "session" && idOf(entry.id)) return yield* headerOf(entry, reading);
  const { session } = reading;
  if (session === undefined) return yield unknownRecord(type, raw);
  if (isCopied(entry, reading)) return yield leftOut("copied from the session before");
  if (type === "compaction")
    return yield event({ ...lifeLine(session, "session.compacted"), ...atOf(entry.timestamp) });
  if (type !== undefined && BOOKKEEPING.has(type)) return yield leftOut(type);
  if (type !== "message" || !isRecord(entry.message)) return yield unknownRecord(type, raw, session);
  yield* messageOf(entry, entry.message, { raw, session, reading });
}

function* headerOf(header: JsonRecord, reading: PiReading): Generator<HostRecord> {
  if (reading.session !== undefined) return yield leftOut("session");
  const session = idOf(header.id);
  if (session === undefined) return;
  reading.session = session;
  const parent = textField(header, "parentSession");
  if (parent !== undefined) reading.copiedUntil = textField(header, "timestamp");
  const previous = idOf(/_([^_\\/]+)\.jsonl$/.exec(parent ?? "")?.[1]);
  const place = { ...placeOf({ cwd: header.cwd }), ...(previous === undefined ? {} : { previous }) };
  yield event({ ...startLine(session, place), ...atOf(header.timestamp) });
}

/** A session that branches off another one begins with a copy of it, older than itself. */
function isCopied(entry: JsonRecord, { copiedUntil }: PiReading): boolean {
  const at = textField(entry, "timestamp");
  return copiedUntil !== undefined && at !== undefined && at < copiedUntil;
}

type RawEntry = { readonly raw: string; readonly session: string; readonly reading: PiReading };

function* messageOf(
  entry: JsonRecord,
  message: JsonRecord,
  { raw, session, reading }: RawEntry,
): Generator<HostRecord> {
  const role = textField(message, "role") ?? "(none)";
  const at = atOf(entry.timestamp);
  switch (role) {
    case "user":
    case "assistant": {
      const records = [
        ...turnOf(role, message).map((line) => event({ session, ...line, ...at })),
        ...restOf(role, message, { at: entry.timestamp, reading }),
      ];
      return yield* records.length === 0 ? [leftOut(`${role}, empty`)] : records;
    }
    case "toolResult":
      return yield event({ session, ...toolOf(message, reading), ...at });
    case "bashExecution":
      return yield event({ session, ...shellOf(entry, message), ...at });
    default:
      if (NOT_SAID.has(role)) return yield leftOut(`message/${role}`);
      yield unknownRecord(`message/${role}`, raw, session);
  }
}

/** Calls wait for their results; thoughts and pictures are left out. */
function* restOf(
  role: string,
  message: JsonRecord,
  { at, reading }: { at: unknown; reading: PiReading },
): Generator<HostRecord> {
  for (const { type, id, name, arguments: input } of blocksOf(message.content)) {
    if (type === "text") continue;
    const known = type === "toolCall" ? idOf(id) : undefined;
    if (known !== undefined) reading.calls.set(known, { name, input, at });
    yield leftOut(
      known === undefined
        ? `${role}/${typeof type === "string" ? type : "(none)"}`
        : "assistant/toolCall, told with its result",
    );
  }
}

function toolOf(message: JsonRecord, { calls }: PiReading) {
  const id = idOf(message.toolCallId);
  const call = id === undefined ? undefined : calls.get(id);
  if (id !== undefined) calls.delete(id);
  return resultLine({ ...message, toolName: message.toolName ?? call?.name }, call?.input);
}

/** A command that the user ran outside the conversation. */
function shellOf(entry: JsonRecord, message: JsonRecord) {
  const { command, exitCode } = message;
  const line = toolLine({
    id: entry.id,
    name: "bash",
    input: { command },
    output: textField(message, "output") ?? "",
    exitCode,
  });
  return { ...line, speaker: "user" };
}
