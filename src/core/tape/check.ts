import * as z from "zod/mini";
import { MemoryError } from "../failure.ts";
import { nearest } from "../text/nearest.ts";
import { canonical } from "./canonical.ts";
import { CATALOGUE, PAYLOAD_BYTES_MAX } from "./catalogue.ts";
import type { Draft, EventDraft, Payload } from "./event.ts";
import { newestOf } from "./read.ts";
import { isKnownType } from "./versions.ts";

/** Refuses an event that does not match its schema, and names the field. The returned draft may be put on the tape. */
export function checkDraft(draft: Draft): EventDraft {
  const kind = Object.hasOwn(CATALOGUE, draft.type) ? CATALOGUE[draft.type] : undefined;
  if (!kind) throw unknownType(draft.type, Object.keys(CATALOGUE));
  if (draft.version !== kind.version) {
    throw new MemoryError(
      typeof draft.version === "number" && draft.version > kind.version ? "tape.newer" : "input.invalid",
      `"${draft.type}" version ${JSON.stringify(draft.version)} cannot be recorded; this Tidemark writes version ${kind.version}.`,
      { field: "version" },
    );
  }
  const parsed = kind.payload.safeParse(draft.payload, REPORT_INPUT);
  if (!parsed.success) throw invalid(parsed.error.issues, draft.type);
  const checked = { ...draft, payload: withinCap(parsed.data, draft.type) };
  if (isKnown(checked)) return checked;
  throw new Error(`bug: ${draft.type} is in the catalogue and has no version`);
}

/** Called after the payload was checked against the schema of the type. */
const isKnown = (draft: Draft): draft is EventDraft => isKnownType(draft.type);

/**
 * Why an event that another process left for us cannot be put on the tape; undefined if it can. An event from a newer Tidemark throws
 * instead: it must stay in its file until this program is updated.
 */
export function refusalReason(draft: Draft): string | undefined {
  const header = HEADER.safeParse(draft, REPORT_INPUT);
  if (!header.success) return invalid(header.error.issues, "event").message;
  // This comes first, because it throws if the event is from a newer Tidemark.
  const { payload } = newestOf(draft);
  const parsed = CATALOGUE[draft.type]?.payload.safeParse(payload, REPORT_INPUT);
  return parsed && !parsed.success ? invalid(parsed.error.issues, draft.type).message : undefined;
}

/** The range of instants that a JavaScript `Date` can represent. */
const instant = z.int().check(z.minimum(-8.64e15), z.maximum(8.64e15));

const HEADER = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  version: z.int().check(z.positive()),
  at: instant,
  recordedAt: instant,
  writer: z.object({ agent: z.string(), host: z.string(), process: z.string(), worktree: z.string() }),
  session: z.optional(z.string()),
  subject: z.optional(z.string()),
  key: z.optional(z.string()),
  payload: z.record(z.string(), z.unknown()),
});

export function unknownType(type: string, known: readonly string[]): MemoryError {
  const close = nearest(type, known);
  return new MemoryError("input.invalid", `There is no event type "${type}".`, {
    field: "type",
    fix: close ? `Did you mean "${close}"?` : `Types: ${known.join(", ")}.`,
  });
}

/** Includes the input in the issues, so that a missing field differs from a wrong one. */
export const REPORT_INPUT = { reportInput: true } as const;

/** Only the first problem, starting with the field's name: one clear sentence is better than a list. */
export function invalid(issues: readonly z.core.$ZodIssue[], what: string, hints: Hints = {}): MemoryError {
  const issue = issues[0];
  const field = fieldOf(issue);
  const problem = issue ? problemOf(issue) : "is not valid";
  const close = issue?.code === "unrecognized_keys" ? nearest(field, hints.known ?? []) : undefined;
  const fix = close === undefined ? hints.fix : `Did you mean "${close}"?`;
  return new MemoryError("input.invalid", `${what}: ${field ? `"${field}" ` : "the input "}${problem}.`, {
    ...(field ? { field } : {}),
    ...(fix ? { fix } : {}),
  });
}

/** Field names that the user may have meant, and where to look them up. */
export type Hints = { readonly known?: readonly string[]; readonly fix?: string };

/** The problem with a field, as text that follows the field's name. */
function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is needed" : `must be ${article(issue.expected)}`;
    case "invalid_union":
      return `must be ${[...new Set(issue.errors.flat().map(expectedOf))].join(" or ")}`;
    case "too_small":
      return issue.origin === "string"
        ? tooShort(Number(issue.minimum))
        : `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `is longer than ${issue.maximum} characters`;
      return issue.origin === "array"
        ? `has more than ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "not_multiple_of":
      return "must be a whole number";
    case "unrecognized_keys":
      return "is not a known field";
    default:
      return lower(issue.message);
  }
}

const tooShort = (least: number): string =>
  least === 1 ? "must not be empty" : `must have at least ${least} characters`;

const expectedOf = (issue: z.core.$ZodIssue): string =>
  issue.code === "invalid_type" ? article(issue.expected) : "something else";

function article(type: string): string {
  const words: { readonly [type: string]: string } = {
    int: "a whole number",
    string: "a text",
    array: "a list",
    record: "an object",
  };
  return words[type] ?? `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}

function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return "";
  if (issue.code === "unrecognized_keys") return issue.keys[0] ?? "";
  return issue.path.join(".");
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function withinCap(payload: Payload, type: string): Payload {
  const length = canonical(payload).length;
  if (length <= PAYLOAD_BYTES_MAX) return payload;
  throw new MemoryError(
    "input.invalid",
    `${type}: the event is ${length} characters long; at most ${PAYLOAD_BYTES_MAX} can be recorded.`,
    { field: "payload" },
  );
}
