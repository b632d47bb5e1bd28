import { isRecord, type JsonRecord, recordsInLines, textField } from "../../../app/intake/json-lines.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { idOf, lifeLine } from "../host-line.ts";
import {
  atOf,
  cutOffLine,
  eventOf,
  leftOut,
  placeOf,
  recordsIn,
  startLine,
  unknownRecord,
} from "../host-records.ts";
import { isThought, outputIn, partsOf, responseIn, wordsIn } from "../parts.ts";
import { answerId, callLine, folderIn, HOST, ownWords, PREAMBLE, THANKS } from "./words.ts";

/**
 * Gemini CLI: one JSON-lines file for each conversation under ~/.gemini/tmp/PROJECT/chats/, and one for each sub-agent in a folder named
 * after the conversation. The file is no log: `$set` replaces all messages so far, and a message may appear again under its id with more
 * text. Each message is recorded when it first appears.
 */
export const geminiHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.GEMINI_CLI_HOME ?? home}/.gemini/tmp`],
  isHistory: (path) => /[\\/]chats[\\/].*\.jsonl$/.test(path),
  recognises: (path, head) => path.endsWith(".jsonl") && /^\{"sessionId":"[^"]*","projectHash":/.test(head),
  read,
};

/** Fields of the record about the conversation, not its messages. */
const BOOKKEEPING: ReadonlySet<string> = wordSet(
  "lastUpdated sessionId projectHash startTime kind summary memoryScratchpad directories",
);
/** Messages of the client itself to the user. */
const NOTICES: ReadonlySet<string> = new Set(["info", "warning", "error"]);
/** Characters that identify a message, so that a whole conversation need not be kept in memory. */
const MARK_LENGTH = 200;

type PendingGeminiCall = { readonly name: unknown; readonly input: unknown; readonly at: unknown };

/** The state that is kept from line to line. */
type GeminiReading = {
  readonly path: string;
  session: string | undefined;
  isSubagent: boolean;
  isStarted: boolean;
  cwd: unknown;
  startedAt: unknown;
  /** Ids of messages whose text was recorded. */
  readonly told: Set<string>;
  readonly toldCalls: Set<string>;
  readonly calls: Map<string, PendingGeminiCall>;
  /** The user's last request, and the model's messages since then. They are recorded as one turn at the next request. */
  prompt: string;
  readonly answer: { texts: string[]; at: unknown };
  /** Messages of the current conversation, by their text: a rewritten list gives them new ids. */
  marks: Set<string>;
};

const event = eventOf(HOST);

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const reading: GeminiReading = {
    path: source.path,
    session: undefined,
    isSubagent: false,
    isStarted: false,
    cwd: undefined,
    startedAt: undefined,
    told: new Set(),
    toldCalls: new Set(),
    calls: new Map(),
    prompt: "",
    answer: { texts: [], at: undefined },
    marks: new Set(),
  };
  yield* recordsInLines(source, (record, raw) => recordsOf(record, raw, reading));
  yield* startRecords(reading);
  yield* answerRecords(reading);
  for (const [id, { name, input, at }] of reading.calls) {
    const line = cutOffLine({ id, name, input });
    yield event({ session: reading.session, ...line, ...speaker(reading), ...atOf(at) });
  }
}

function* recordsOf(record: JsonRecord, raw: string, reading: GeminiReading): Generator<HostRecord> {
  if (textField(record, "projectHash") !== undefined && idOf(record.sessionId))
    return yield* headerOf(record, reading);
  if (isRecord(record.$set)) return yield* changeOf(record.$set, raw, reading);
  if (typeof record.$rewindTo === "string") return yield leftOut("$rewindTo");
  if (reading.session === undefined) return yield unknownRecord(record.type, raw);
  yield* messageOf(record, { raw, reading });
}

/** Every start of the client on a conversation writes a header. Older versions put the messages in it. */
function* headerOf(record: JsonRecord, reading: GeminiReading): Generator<HostRecord> {
  reading.isSubagent ||= record.kind === "subagent" || parentOf(reading.path) !== undefined;
  reading.session ??= reading.isSubagent
    ? (parentOf(reading.path) ?? idOf(record.sessionId))
    : idOf(record.sessionId);
  reading.startedAt ??= record.startTime;
  reading.cwd ??= Array.isArray(record.directories) ? record.directories[0] : undefined;
  yield leftOut("header");
  if (Array.isArray(record.messages)) yield* listOf(record.messages, reading);
}

/** The folder of a sub-agent's file is named after its conversation. */
function parentOf(path: string): string | undefined {
  return idOf(/[\\/]chats[\\/]([^\\/]+)[\\/][^\\/]+\.jsonl$/.exec(path)?.[1]);
}

function* changeOf(change: JsonRecord, raw: string, reading: GeminiReading): Generator<HostRecord> {
  if (reading.session === undefined) return yield unknownRecord("$set", raw);
  const { messages, ...rest } = change;
  const strange = Object.keys(rest).find((name) => !BOOKKEEPING.has(name));
  if (strange !== undefined) yield unknownRecord(`$set ${strange}`, raw, reading.session);
  else yield leftOut(Array.isArray(messages) ? "$set messages" : "$set");
  if (Array.isArray(messages)) yield* listOf(messages, reading);
}

/** A list that replaces the conversation. Most messages in it are earlier ones under new ids. */
function* listOf(messages: readonly unknown[], reading: GeminiReading): Generator<HostRecord> {
  const list = recordsIn(messages);
  const before = reading.marks;
  reading.marks = new Set();
  for (const [i, message] of list.entries()) {
    const isSummary = message.type === "user" && wordsIn(partsOf(list[i + 1]?.content)) === THANKS;
    if (isSummary) yield* summaryOf(message, reading);
    else yield* messageOf(message, { raw: JSON.stringify(message), reading, before });
  }
}

function* summaryOf(message: JsonRecord, reading: GeminiReading): Generator<HostRecord> {
  const id = idOf(message.id);
  if (id === undefined || reading.told.has(id)) return yield leftOut("user, told before");
  reading.told.add(id);
  yield* startRecords(reading);
  if (reading.session === undefined) return;
  yield event({ ...lifeLine(reading.session, "session.compacted"), ...atOf(message.timestamp) });
}

type RawMessage = {
  readonly raw: string;
  readonly reading: GeminiReading;
  readonly before?: ReadonlySet<string>;
};

function* messageOf(message: JsonRecord, { raw, reading, before }: RawMessage): Generator<HostRecord> {
  const type = textField(message, "type");
  if (type !== undefined && NOTICES.has(type)) return yield leftOut(type);
  if (type !== "user" && type !== "gemini") return yield unknownRecord(type, raw, reading.session);
  let count = 0;
  for (const record of [...wordsOf(message, reading, before), ...callsOf(message, reading)]) {
    count++;
    yield record;
  }
  if (count === 0) yield leftOut(`${type}, told before or empty`);
}

function* wordsOf(
  message: JsonRecord,
  reading: GeminiReading,
  before?: ReadonlySet<string>,
): Generator<HostRecord> {
  const parts = partsOf(message.content);
  const role = message.type === "user" ? "user" : "assistant";
  const thoughts = recordsIn(message.thoughts).length + parts.filter(isThought).length;
  const id = idOf(message.id);
  const isAgain = id !== undefined && reading.told.has(id);
  const text = ownWords(wordsIn(parts));
  const mark = `${role} ${text.length} ${text.slice(0, MARK_LENGTH)}`;
  reading.marks.add(mark);
  if (isAgain || (thoughts === 0 && text === "")) return;
  if (id !== undefined && (text !== "" || thoughts > 0)) reading.told.add(id);
  if (text.startsWith(PREAMBLE)) return yield* preambleOf(text, reading);
  if (before?.has(mark)) return;
  if (thoughts > 0) yield leftOut("gemini/thoughts");
  if (text === "") return;
  if (role === "assistant" && text === THANKS) return yield leftOut("gemini/thanks");
  yield* startRecords(reading);
  yield* reading.isSubagent
    ? subagentOf(message, { role, text }, reading)
    : saidOf(message, { role, text }, reading);
}

type GeminiMessage = { readonly role: "user" | "assistant"; readonly text: string };

/** All messages of the model between two requests belong to one answer. */
function* saidOf(
  message: JsonRecord,
  { role, text }: GeminiMessage,
  reading: GeminiReading,
): Generator<HostRecord> {
  if (role === "assistant") {
    reading.answer.texts.push(text);
    reading.answer.at = message.timestamp;
    return yield leftOut("gemini, told with the whole answer");
  }
  yield* answerRecords(reading);
  reading.prompt = text;
  yield event({
    type: "turn",
    session: reading.session,
    role,
    text,
    counted: true,
    ...atOf(message.timestamp),
  });
}

function* answerRecords(reading: GeminiReading): Generator<HostRecord> {
  const { texts, at } = reading.answer;
  const text = texts.join("\n\n");
  reading.answer.texts = [];
  if (text === "") return;
  const message_id = answerId(reading.prompt, text);
  yield event({ type: "turn", session: reading.session, role: "assistant", text, message_id, ...atOf(at) });
}

/** No hook reports a sub-agent's messages. They keep their own ids and stay apart from the main conversation. */
function* subagentOf(
  message: JsonRecord,
  said: GeminiMessage,
  reading: GeminiReading,
): Generator<HostRecord> {
  const id = idOf(message.id);
  const identity = id === undefined ? { counted: true } : { message_id: id };
  yield event({
    type: "turn",
    session: reading.session,
    ...said,
    ...identity,
    ...speaker(reading),
    ...atOf(message.timestamp),
  });
}

function* preambleOf(text: string, reading: GeminiReading): Generator<HostRecord> {
  reading.cwd ??= folderIn(text);
  yield leftOut("user/session_context");
}

/** Calls are stored with a model's message together with their results. A rewritten list stores them as parts of two messages. */
function* callsOf(message: JsonRecord, reading: GeminiReading): Generator<HostRecord> {
  const at = message.timestamp;
  for (const call of recordsIn(message.toolCalls)) {
    const given = { id: call.id, name: call.name, input: call.args, at: call.timestamp ?? at };
    const isOver = call.result !== undefined && call.result !== null;
    if (isOver)
      yield* resultOf(given, { output: outputIn(call.result), isError: call.status === "error" }, reading);
    else yield* pendingOf(given, reading);
  }
  for (const { functionCall, functionResponse } of partsOf(message.content)) {
    if (isRecord(functionCall)) yield* pendingOf({ ...functionCall, input: functionCall.args, at }, reading);
    if (!isRecord(functionResponse)) continue;
    const isError =
      isRecord(functionResponse.response) && textField(functionResponse.response, "error") !== undefined;
    yield* resultOf(
      { ...functionResponse, at },
      { output: responseIn({ response: functionResponse.response }), isError },
      reading,
    );
  }
}

type GeminiToolCall = {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly input?: unknown;
  readonly at: unknown;
};
type ToolOutcome = { readonly output: string; readonly isError: boolean };

function* pendingOf(
  { id, name, input, at }: GeminiToolCall,
  { calls, toldCalls }: GeminiReading,
): Generator<HostRecord> {
  const known = idOf(id);
  if (known === undefined || toldCalls.has(known)) return;
  calls.set(known, { name, input, at });
  yield leftOut("gemini/call, told with its result");
}

function* resultOf(
  { id, name, input, at }: GeminiToolCall,
  result: ToolOutcome,
  reading: GeminiReading,
): Generator<HostRecord> {
  const known = idOf(id);
  const call = known === undefined ? undefined : reading.calls.get(known);
  if (known !== undefined && reading.toldCalls.has(known)) return;
  if (known !== undefined) {
    reading.toldCalls.add(known);
    reading.calls.delete(known);
  }
  yield* startRecords(reading);
  const line = callLine({ name: name ?? call?.name, input: input ?? call?.input, ...result });
  yield event({ session: reading.session, ...line, ...speaker(reading), ...atOf(at) });
}

/** The folder is known only from the first message, so the session starts with its first record. */
function* startRecords(reading: GeminiReading): Generator<HostRecord> {
  if (reading.isStarted || reading.session === undefined) return;
  reading.isStarted = true;
  yield event({ ...startLine(reading.session, placeOf({ cwd: reading.cwd })), ...atOf(reading.startedAt) });
}

const speaker = ({ isSubagent }: GeminiReading) => (isSubagent ? { speaker: SUBAGENT } : {});
