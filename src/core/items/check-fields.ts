import { MemoryError } from "../failure.ts";
import { fieldsIn } from "../fields.ts";
import { nearest } from "../text/nearest.ts";
import { isInvisible } from "../text/printable.ts";
import { parseInstant } from "../time.ts";
import { type Field, type PlanStep, STATEMENT_MAX, STEP_STATUSES } from "./field.ts";
import { type KindName, kindOf } from "./kinds.ts";

type Fields = { readonly [name: string]: unknown };

/** Checks the statement of an item: trimmed, not empty, and not as long as a document. */
export function checkText(text: unknown, name = "text"): string {
  if (typeof text !== "string" || isInvisible(text)) throw invalid(name, "must not be empty");
  const trimmed = text.trim();
  if (trimmed.length > STATEMENT_MAX) {
    throw invalid(name, `is ${trimmed.length} characters long; at most ${STATEMENT_MAX} fit in one item`);
  }
  return trimmed;
}

/** Checks the fields of a new item: known to the kind, well formed, none missing. */
export function checkNew(kind: KindName, given: Fields): Fields {
  const { fields } = kindOf(kind);
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && given[name] === undefined) throw invalid(name, `is needed for a ${kind}`);
  }
  return checkAll(kind, given);
}

/** Checks fields to change on an item: as for a new item, but fixed fields are refused. A null clears a field. */
export function checkPatch(kind: KindName, given: Fields): Fields {
  const { fields } = kindOf(kind);
  for (const name of Object.keys(given)) {
    if (fields[name]?.fixed) throw invalid(name, `of a ${kind} is set once and cannot be changed`);
    if (given[name] === null && fields[name]?.required) throw invalid(name, `of a ${kind} cannot be empty`);
  }
  return checkAll(kind, given);
}

function checkAll(kind: KindName, given: Fields): Fields {
  const { fields } = kindOf(kind);
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) throw unknownField(kind, name);
    if (value !== undefined) out[name] = value === null ? null : checkOne(name, field, value);
  }
  return out;
}

function unknownField(kind: KindName, name: string): MemoryError {
  const known = Object.keys(kindOf(kind).fields);
  const close = nearest(name, known);
  return new MemoryError("input.invalid", `A ${kind} has no field "${name}".`, {
    field: name,
    fix: close ? `Did you mean "${close}"?` : `Fields: ${["text", ...known].join(", ")}.`,
  });
}

function checkOne(name: string, field: Field, value: unknown): unknown {
  switch (field.type) {
    case "text":
      return checkLine(name, field, value);
    case "choice":
      return checkChoice(name, field.choices ?? [], value);
    case "number":
      return checkNumber(name, field, value);
    case "instant":
      return checkInstant(name, value);
    case "list":
      return checkList(name, field, value).map((entry) =>
        checkLine(name, { ...field, max: STATEMENT_MAX }, entry),
      );
    case "steps":
      return checkList(name, field, value).map((entry) => checkStep(name, entry));
  }
}

function checkLine(name: string, field: Field, value: unknown): string {
  if (typeof value !== "string" || isInvisible(value)) throw invalid(name, "must be a non-empty text");
  if (value.length > (field.max ?? STATEMENT_MAX))
    throw invalid(name, `is longer than ${field.max} characters`);
  return value.trim();
}

function checkChoice(name: string, choices: readonly string[], value: unknown): string {
  if (typeof value === "string" && choices.includes(value)) return value;
  const close = typeof value === "string" ? nearest(value, choices) : undefined;
  throw invalid(name, `must be one of ${choices.join(", ")}`, close && `Did you mean "${close}"?`);
}

function checkNumber(name: string, field: Field, value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
  if (typeof number === "number" && number >= min && number <= max) return number;
  throw invalid(name, `must be a number from ${min} to ${max}`);
}

function checkInstant(name: string, value: unknown): string {
  const parsed = typeof value === "string" ? parseInstant(value) : undefined;
  if (parsed === undefined)
    throw invalid(name, "must be a time, like 2026-03-01, 2026-03-01T12:00Z, 3d or tomorrow");
  return new Date(parsed).toISOString();
}

function checkList(name: string, field: Field, value: unknown): readonly unknown[] {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > (field.max ?? 0))
    throw invalid(name, `has ${entries.length} entries; at most ${field.max} fit`);
  return entries;
}

/** A step is written as `text` or `status: text`; programs may also pass `{text, status}`. */
function checkStep(name: string, value: unknown): PlanStep {
  if (typeof value === "string") {
    const status = STEP_STATUSES.find((known) => value.startsWith(`${known}:`));
    return {
      text: checkText(status ? value.slice(status.length + 1) : value, name),
      status: status ?? "todo",
    };
  }
  const { text, status = "todo", ...rest } = fieldsIn(value);
  if (Object.keys(rest).length > 0) throw invalid(name, "may only have text and status in each step");
  return { text: checkText(text, name), status: checkChoice(`${name}.status`, STEP_STATUSES, status) };
}

function invalid(field: string, problem: string, fix?: string): MemoryError {
  return new MemoryError("input.invalid", `"${field}" ${problem}.`, { field, ...(fix ? { fix } : {}) });
}
