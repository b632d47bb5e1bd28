import * as z from "zod/mini";
import { MemoryError } from "../failure.ts";
import { isItemAct } from "../items/item.ts";
import { isKind, statusesOf } from "../items/kinds.ts";
import { parseJsonOr } from "../parse-json.ts";
import { iso } from "../time.ts";
import { canonical } from "./canonical.ts";
import { PAYLOAD_BYTES_MAX } from "./catalogue.ts";
import { invalid, REPORT_INPUT, refusalReason } from "./check.ts";
import type { Payload, StoredEvent } from "./event.ts";

/** One event as a line of an export. The same event always gives the same bytes. */
export function exportLine(event: StoredEvent): string {
  const { writer, recordedAt, payloadHash, ...rest } = event;
  return canonical({
    ...rest,
    ...writer,
    at: iso(event.at),
    recorded_at: iso(recordedAt),
    payload_hash: payloadHash,
  });
}

const HASH = z.string().check(z.regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits"));
const INSTANT = z
  .string()
  .check(z.refine((text) => isInstant(text), "must be an ISO instant such as 2030-01-31T09:00:00.000Z"));
const isInstant = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && iso(Date.parse(text)) === text;

const LINE = z.strictObject({
  position: z.int().check(z.positive()),
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  version: z.int().check(z.positive()),
  at: INSTANT,
  recorded_at: INSTANT,
  agent: z.string(),
  host: z.string(),
  process: z.string(),
  worktree: z.string(),
  session: z.optional(z.string().check(z.minLength(1))),
  subject: z.optional(z.string().check(z.minLength(1))),
  key: z.optional(z.string().check(z.minLength(1))),
  payload: z.nullable(z.record(z.string(), z.unknown())),
  payload_hash: HASH,
  hash: HASH,
});

/** The event of an exported line. An invalid line is refused, and the error names the field. */
export function eventOfLine(text: string): StoredEvent {
  const line = LINE.safeParse(parseJsonOr(text, notJson), REPORT_INPUT);
  if (!line.success) throw invalid(line.error.issues, "event");
  const {
    at,
    recorded_at,
    agent,
    host,
    process,
    worktree,
    session,
    subject,
    key,
    payload_hash,
    payload,
    ...rest
  } = line.data;
  const event: StoredEvent = {
    ...rest,
    at: Date.parse(at),
    recordedAt: Date.parse(recorded_at),
    writer: { agent, host, process, worktree },
    ...(session === undefined ? {} : { session }),
    ...(subject === undefined ? {} : { subject }),
    ...(key === undefined ? {} : { key }),
    payload,
    payloadHash: payload_hash,
  };
  if (payload !== null) checkPayload(event, payload);
  return event;
}

function checkPayload(event: StoredEvent, payload: Payload): void {
  if (canonical(payload).length > PAYLOAD_BYTES_MAX)
    throw badLine("payload", `is longer than ${PAYLOAD_BYTES_MAX} characters`);
  const refusal = refusalReason({ ...event, payload });
  if (refusal !== undefined) {
    const field = /"([^"]+)"/.exec(refusal)?.[1];
    throw new MemoryError("input.invalid", refusal, field === undefined ? {} : { field });
  }
  if (isItemAct(event.type)) checkItem(event, Object(payload.item));
}

/** Views trust the items on the tape, so an item that Tidemark could not have written is refused here. */
function checkItem(event: StoredEvent, item: { readonly [field: string]: unknown }): void {
  const { id, kind, status, text } = item;
  if (typeof id !== "string" || id !== event.subject) throw badLine("item.id", "must be the event's subject");
  if (typeof kind !== "string" || !isKind(kind))
    throw badLine("item.kind", "is not a kind that this Tidemark knows");
  if (typeof status !== "string" || !statusesOf(kind).includes(status)) {
    throw badLine("item.status", `must be one of ${statusesOf(kind).join(", ")}`);
  }
  if (typeof text !== "string" || text === "") throw badLine("item.text", "must not be empty");
  for (const name of ["created_at", "last_seen_at", "changed_at"]) {
    const at = item[name];
    if (typeof at !== "string" || !isInstant(at)) throw badLine(`item.${name}`, "must be an ISO instant");
  }
}

const badLine = (field: string, problem: string): MemoryError =>
  new MemoryError("input.invalid", `"${field}" ${problem}.`, { field });

const notJson = (cause: unknown): MemoryError =>
  new MemoryError("input.invalid", "It is not JSON.", { cause, field: "line" });
