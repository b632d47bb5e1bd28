import { isRecord, type JsonRecord } from "../../app/intake/json-lines.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { Payload } from "../../core/tape/event.ts";
import { iso, parseInstant } from "../../core/time.ts";
import type { HostRecord } from "../../ports/host.ts";
import { idOf } from "./host-line.ts";
import { type ToolUse, toolFields } from "./tool-turn.ts";

/** Longest name that the tape accepts. */
const NAME_MAX = 200;
const FOLDER_MAX = 4000;
/** The last millisecond of the year 9999: a later time of a host is ignored. */
const INSTANT_MAX = 253_402_300_799_999;

/** When it happened, from ISO text or milliseconds; empty if the host does not say. */
export function atOf(value: unknown): { readonly at?: string } {
  if (typeof value === "number")
    return value >= 0 && value <= INSTANT_MAX ? { at: iso(Math.floor(value)) } : {};
  return typeof value === "string" && parseInstant(value) !== undefined ? { at: value } : {};
}

/** The folder and branch of a session, as far as the host reports them. */
export function placeOf(place: { readonly cwd?: unknown; readonly branch?: unknown }): Payload {
  const { cwd, branch } = place;
  const hasCwd = typeof cwd === "string" && cwd !== "" && cwd.length <= FOLDER_MAX;
  return {
    ...(hasCwd ? { cwd } : {}),
    ...(typeof branch === "string" && branch.trim() !== "" ? { branch: redactedHead(branch, NAME_MAX) } : {}),
  };
}

/** The start of a session has the same key in every source, so it is recorded once. */
export function startLine(session: string, fields: Payload): Payload {
  return { type: "session.started", session, key: `session.started ${session}`, ...fields };
}

export type ToolUseRecord = Omit<ToolUse, "id" | "exitCode" | "name"> & {
  /** The host's own id of the call. Without an id, calls with the same result are distinguished by a count. */
  readonly id: unknown;
  readonly name: unknown;
  readonly exitCode?: unknown;
};

/** A tool call and its result, as one turn. */
export function toolLine({ id, name, input, exitCode, ...use }: ToolUseRecord): Payload {
  const known = idOf(id);
  const code = typeof exitCode === "number" && Number.isSafeInteger(exitCode) ? { exitCode } : {};
  const { message_id, ...fields } = toolFields({
    ...use,
    ...code,
    id: "",
    name: typeof name === "string" && name !== "" ? name : "unknown",
    input: plainInput(input),
  });
  return { type: "turn", ...fields, ...(known === undefined ? { counted: true } : { message_id: known }) };
}

/** A list of words is a command; a list of anything else is shown as JSON. */
function plainInput(input: unknown): unknown {
  if (!isRecord(input) || !Array.isArray(input.command)) return input;
  return input.command.every((word) => typeof word === "string") ? input : JSON.stringify(input);
}

/**
 * A call without a result in the history. The call itself is a fact and gets its own id. Its result may still arrive, and must not count as
 * recorded already.
 */
export function cutOffLine(use: Omit<ToolUseRecord, "output">): Payload {
  const id = idOf(use.id);
  return toolLine({
    ...use,
    output: "",
    id: id === undefined ? undefined : `${id.slice(-70)} cut off`,
  });
}

/** Text without the tagged blocks that a client or a hook added. */
export function withoutTags(text: string, names: string): string {
  if (!text.includes("<")) return text;
  return text.replace(new RegExp(`<(${names})\\b[^<>]*>[\\s\\S]*?(</\\1>|$)`, "g"), "");
}

/** Names the host whose history contains a record. */
export const eventOf =
  (host: string) =>
  (line: Payload): HostRecord => ({ is: "event", line: { host, agent: host, ...line } });

export type LeftOut = Extract<HostRecord, { is: "left_out" }>;

export const leftOut = (type: string): LeftOut => ({ is: "left_out", type });

/** A record of an unknown kind, unchanged. */
export function unknownRecord(type: unknown, raw: string, session?: string): HostRecord {
  const name = typeof type === "string" && type.trim() !== "" ? type : "(none)";
  return { is: "unknown", type: name, raw, ...(session === undefined ? {} : { session }) };
}

/** The records in a list. Everything else in it is ignored. */
export function recordsIn(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
