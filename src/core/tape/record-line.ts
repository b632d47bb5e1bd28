import { MemoryError } from "../failure.ts";
import { redactFields } from "../redact/redact-deep.ts";
import { safeId } from "../redact/safe-id.ts";
import { parseInstant } from "../time.ts";
import type { Sha256 } from "./chain.ts";
import type { Draft, Instant, Payload, Writer } from "./event.ts";
import { NAME_MAX, plainId } from "./plain-id.ts";
import { hasFactKey, semanticKey, semanticPayload, standingSession } from "./semantic/semantic-line.ts";
import { isSemantic } from "./semantic/semantic-types.ts";

/** Short names people and programs may use for event types. */
const SHORT: { readonly [name: string]: string } = { turn: "turn.recorded" };

const TURN = "turn.recorded";
/** Longest text of one turn. A longer text is cut when it is recorded, and the turn says so. */
const TURN_TEXT_BYTES_MAX = 1024 * 1024;
/** A key joins several names, so it may be longer than one name. */
const KEY_MAX = 800;

export type Stamp = {
  readonly id: string;
  readonly now: Instant;
  readonly writer: Writer;
  readonly version: number;
  readonly sha256: Sha256;
  /** Number of equal lines before this one in the same batch. */
  readonly ordinal: number;
  /** How often the session had the same content before, if only this count distinguishes the lines. */
  readonly occurrenceOf?: (content: string) => number;
};

/**
 * Makes an event from one recorded line, or from a hook: header fields and payload fields side by side. It checks the header by hand, so
 * that a hook need not load the schemas; the payload is checked later. Secrets are removed here, before anything can reach a disk.
 */
export function draftOfLine(line: Payload, stamp: Stamp): Draft {
  const { type: given, session, agent, host, at: said, message_id, occurrence, subject, ...rest } = line;
  const type = typeOf(given);
  const { key: ownKey, payload } = hasFactKey(type) ? { key: undefined, payload: rest } : splitKey(rest);
  const at = said === undefined ? undefined : instant(said);
  const name = (field: string, value: unknown) =>
    value === undefined ? undefined : safeId(nameOf(field, value), stamp.sha256);
  const body = withinLimit(type, redactFields(payloadOf(type, payload)));
  const counted = stamp.occurrenceOf?.(contentOf({ ...body, type }, stamp.sha256)) ?? occurrence;
  const writer = {
    ...stamp.writer,
    agent: name("agent", agent) ?? stamp.writer.agent,
    host: name("host", host) ?? stamp.writer.host,
  };
  const id = {
    session: name("session", session) ?? (isSemantic(type) ? standingSession(writer.agent) : undefined),
    message: name("message_id", message_id),
    occurrence: counted,
    at,
  };
  const key =
    (ownKey === undefined ? undefined : safeId(nameOf("key", ownKey, KEY_MAX), stamp.sha256)) ??
    keyOf(type, id, { body, stamp });
  if (type === TURN && id.session === undefined) throw lineError("session", "is needed for a turn");
  return {
    id: stamp.id,
    type,
    version: stamp.version,
    at: at ?? stamp.now,
    recordedAt: stamp.now,
    writer,
    ...optional("session", id.session),
    ...optional("subject", name("subject", subject)),
    ...optional("key", key),
    payload: body,
  };
}

export function typeOf(given: unknown): string {
  if (typeof given !== "string" || given === "") throw lineError("type", "is required");
  return Object.hasOwn(SHORT, given) ? (SHORT[given] ?? given) : given;
}

/** Separates the header's key, which makes recording twice a no-op, from the event's own fields. */
function splitKey({ key, ...payload }: Payload): { readonly key: unknown; readonly payload: Payload } {
  return { key, payload };
}

function payloadOf(type: string, given: Payload): Payload {
  if (type === TURN) return turnPayload(given);
  return isSemantic(type) ? semanticPayload(given) : given;
}

/** A turn without a role is the user's; a turn without text is empty. */
function turnPayload(given: Payload): Payload {
  const { role = "user", text = "", ...rest } = limitTurnText(given);
  if (typeof text !== "string") throw lineError("text", "must be a text");
  return { role, text, ...rest };
}

/** More than the limit of a turn, so that the cut does not split a secret before redaction finds it. */
const READ_BYTES_MAX = TURN_TEXT_BYTES_MAX + 64 * 1024;

/** A line with its text cut to slightly more than a turn may contain, before anything reads it. The turn says that it was cut. */
export function limitTurnText(line: Payload): Payload {
  const { type = TURN } = line;
  return type === TURN || type === "turn" ? withinBytes(line, READ_BYTES_MAX) : line;
}

/** Cuts a turn that is too long, and states the cut. Secrets are already removed; otherwise the cut could leave half of one. */
const withinLimit = (type: string, body: Payload): Payload =>
  type === TURN ? withinBytes(body, TURN_TEXT_BYTES_MAX) : body;

function withinBytes(line: Payload, max: number): Payload {
  const { text } = line;
  if (typeof text !== "string" || text.length <= max / 3) return line;
  const bytes = byteLength(text);
  if (bytes <= max) return line;
  return { ...line, text: cut(text, max), cut_from_bytes: line.cut_from_bytes ?? bytes };
}

type ParsedLine = { readonly body: Payload; readonly stamp: Stamp };

function keyOf(type: string, id: TurnId, { body, stamp }: ParsedLine): string | undefined {
  if (type === TURN) return turnKey(id, body, stamp);
  const { session, message, at } = id;
  if (session === undefined || !isSemantic(type)) return lifeKey(type, id);
  return semanticKey({ type, session, message, at, body }, stamp);
}

type TurnId = {
  readonly session: string | undefined;
  readonly message: string | undefined;
  /** How often the session had the same content before. A hook and a later import count in the same way. */
  readonly occurrence: unknown;
  readonly at: Instant | undefined;
};

/**
 * The key that makes recording a turn twice a no-op: the host's own message id, or how often the session had the same content before, or
 * the content with its time. A turn with none of these is always new, because a person may say "yes" twice.
 */
function turnKey(id: TurnId, body: Payload, stamp: Stamp): string | undefined {
  if (id.session === undefined) return undefined;
  if (id.message !== undefined) return `turn ${id.session} ${id.message}`;
  if (typeof id.occurrence === "number")
    return `turn ${id.session} ${contentOf(body, stamp.sha256)} ${id.occurrence}`;
  if (id.at === undefined) return undefined;
  const content = stamp.sha256(JSON.stringify([id.at, body.role, body.speaker ?? null, body.text]));
  return `turn ${id.session} ${content.slice(0, 32)} ${stamp.ordinal}`;
}

/** The second compaction of a session has the same key, whether a hook or an import reports it. */
function lifeKey(type: string, { session, occurrence, at }: TurnId): string | undefined {
  if (session === undefined) return undefined;
  if (typeof occurrence === "number") return `${type} ${session} ${occurrence}`;
  return at === undefined ? undefined : `${type} ${session} at ${at}`;
}

/** A hash of the role and the words of a turn. Line breaks and spaces, in which hosts differ, do not change it. */
export function contentOf(turn: Payload, sha256: Sha256): string {
  if (turn.type !== undefined && typeOf(turn.type) !== TURN) return String(turn.type);
  const text = String(turn.text ?? "")
    .replace(/\s+/gu, " ")
    .trim();
  return sha256(JSON.stringify([turn.role ?? "user", text])).slice(0, 32);
}

function instant(value: unknown): Instant {
  const parsed = typeof value === "string" ? parseInstant(value) : undefined;
  if (parsed === undefined) throw lineError("at", "must be an ISO time, like 2026-03-01T12:00:00Z");
  return parsed;
}

function nameOf(field: string, value: unknown, max = NAME_MAX): string {
  if (typeof value === "string" && value.trim() !== "" && value.length <= max) return plainId(value, max);
  throw lineError(field, `must be a text of 1 to ${max} characters`);
}

const optional = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });

/** UTF-8 length of a text in bytes, computed by hand: core has no encoder. */
function byteLength(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}

/** The longest beginning that fits into the limit without splitting a character. */
function cut(text: string, max: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of text) {
    bytes += byteLength(letter);
    if (bytes > max) break;
    end += letter.length;
  }
  return text.slice(0, end);
}

function lineError(field: string, problem: string): MemoryError {
  return new MemoryError("input.invalid", `"${field}" ${problem}.`, { field });
}
