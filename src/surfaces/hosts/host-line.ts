import { isRecord, type JsonRecord } from "../../app/intake/json-lines.ts";
import { mix } from "../../core/mix.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { Payload } from "../../core/tape/event.ts";
import { plainId } from "../../core/tape/plain-id.ts";
import { SUBAGENT } from "../../core/tape/turn-speaker.ts";
import { captureLines, type HookCapture, NOTHING_CAPTURED } from "./hook.ts";

/** Longest id of a session, an agent or a call. A longer id is shortened. Two ids fit into one key. */
const ID_MAX = 80;
const REASON_MAX = 200;

/** A host's id as stored; undefined if there is none. */
export function idOf(value: unknown): string | undefined {
  const id = typeof value === "string" ? plainId(value, ID_MAX) : "";
  return id.trim() === "" ? undefined : id;
}

/** Fields by which hosts mark a sub-agent's record, or a session that belongs to another one. */
const AGENT_FIELDS =
  "agent_id agentId parent_agent_id parentAgentId parent_session_id parentSessionId parent_thread_id parentThreadId".split(
    " ",
  );

/**
 * The sub-agent that wrote a record or a hook's input; undefined for the session's own agent. Even an id that cannot be stored shows that
 * no person is speaking.
 */
export function agentOf(record: JsonRecord): string | undefined {
  const id = AGENT_FIELDS.map((field) => record[field]).find(isGiven);
  const isAside = [record.isSidechain, record.is_sidechain].some((mark) => mark === true || mark === "true");
  return isAside || id !== undefined ? (idOf(id) ?? SUBAGENT) : undefined;
}

/** True for a record that the host made in the person's name: a notice, or a text that only the transcript contains. */
export function isOfHost(record: JsonRecord): boolean {
  const { origin, isVisibleInTranscriptOnly } = record;
  const kind = isRecord(origin) ? origin.kind : origin;
  const isOther =
    isGiven(kind) && !(typeof kind === "string" && /^(?:human|user|person|typed|keyboard)$/i.test(kind));
  return isVisibleInTranscriptOnly === true || isOther;
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false;

export type Life = "session.woke" | "session.compacted" | "session.reset" | "session.ended";

/** A cleared session starts again. Any other reason ends it. */
export const endLine = (session: string, { reason = "other" }: { readonly reason?: unknown }): Payload =>
  lifeLine(session, reason === "clear" ? "session.reset" : "session.ended", { reason });

/** An event in the life of a session. Repetitions are distinguished by a count. */
export function lifeLine(
  session: string,
  type: Life,
  why: { readonly reason?: unknown; readonly trigger?: unknown } = {},
): Payload {
  return {
    type,
    session,
    counted: true,
    ...shortText("reason", why.reason),
    ...shortText("trigger", why.trigger),
  };
}

function shortText(name: string, value: unknown): Payload {
  return typeof value === "string" && value !== "" ? { [name]: redactedHead(value, REASON_MAX) } : {};
}

export type Role = "user" | "assistant" | "system";

/** A message of the session's own conversation. Repetitions are distinguished by a count. */
export function turnLine(session: string, role: Role, text: string): Payload {
  return { type: "turn", session, role, text, counted: true };
}

export type AgentTurn = {
  readonly session: string;
  readonly agent: string;
  readonly role: Role;
  readonly text: string;
};

/**
 * A message of or to a sub-agent. A session has many sub-agents, each with its own history, so messages are distinguished by agent: two
 * agents that answer "Done." make two messages. A history counts an agent's repetitions. A hook sees one message and takes it for the
 * first.
 */
export function agentLine(
  { session, agent, role, text }: AgentTurn,
  told = new Map<string, number>(),
): Payload {
  const words = text.replace(/\s+/gu, " ").trim();
  const said = `turn ${session} ${agent} ${digest(`${role} ${words}`)}`;
  const before = told.get(said) ?? 0;
  told.set(said, before + 1);
  return { type: "turn", session, role, text, speaker: SUBAGENT, key: `${said} ${before}` };
}

/** A message of the session's own conversation, or of one of its sub-agents. */
export function saidLine(
  said: Omit<AgentTurn, "agent"> & { readonly agent: string | undefined },
  told: Map<string, number>,
): Payload {
  const { agent, session, role, text } = said;
  return agent === undefined
    ? turnLine(session, role, text)
    : agentLine({ session, agent, role, text }, told);
}

/** A prompt. If a person typed it, the agent may be told what is known about it. */
export function promptCapture(session: string, input: JsonRecord, text: string): HookCapture {
  if (text === "") return NOTHING_CAPTURED;
  const agent = agentOf(input);
  const captured = captureLines([saidLine({ session, agent, role: "user", text }, new Map())]);
  return agent === undefined ? { ...captured, prompt: { session, text } } : captured;
}

/** A tool's input with its fields in one fixed order, because a hook and a history may order them differently. */
export function sortedInput(input: unknown): unknown {
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A digest of a text, as sixteen hexadecimal digits. */
export function digest(text: string): string {
  return mix(text).map(hex).join("");
}

const hex = (word: number): string => word.toString(16).padStart(8, "0");
