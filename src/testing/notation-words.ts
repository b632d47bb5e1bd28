import { MemoryError } from "../core/failure.ts";
import { fieldsIn } from "../core/fields.ts";
import type { Instant } from "../core/tape/event.ts";
import { parseInstant } from "../core/time.ts";

/** Facts written as a JSON object, and the rest of the line. */
export type NotedFields = { readonly [field: string]: unknown };

const UNIT_MS: { readonly [unit: string]: number } = {
  w: 7 * 86_400_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
};

export function invalid(problem: string): MemoryError {
  return new MemoryError("input.invalid", problem, { field: "notation" });
}

/** `3d` from the start of the tape, or an ISO instant. */
export function parseMoment(word: string, start: Instant): Instant {
  const span = /^(\d+)(w|d|h|ms|m|s)$/.exec(word);
  const at = span ? start + Number(span[1]) * (UNIT_MS[span[2] ?? ""] ?? 0) : parseInstant(word);
  if (at === undefined || Number.isNaN(new Date(at).getTime()))
    throw invalid(`"${word}" is not a time; write it like 3d, 90s or 2026-01-31T09:00Z`);
  return at;
}

/** Splits off the first word of a line. */
export function firstWord(line: string): { readonly word: string; readonly rest: string } {
  const match = /^(\S*)\s*([\s\S]*)$/u.exec(line);
  return { word: match?.[1] ?? "", rest: match?.[2] ?? "" };
}

/** Splits off a JSON object at the start of a line, if there is one. */
export function firstFields(line: string): { readonly fields: NotedFields; readonly rest: string } {
  if (!line.startsWith("{")) return { fields: {}, rest: line };
  const end = endOfObject(line);
  const fields = fieldsIn(parseJson(line.slice(0, end)));
  return { fields, rest: line.slice(end).trim() };
}

function endOfObject(line: string): number {
  let depth = 0;
  for (const { 0: found, index } of line.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gu)) {
    if (found === "{") depth++;
    if (found === "}") depth--;
    if (depth === 0) return index + found.length;
  }
  throw invalid("the { is never closed");
}

/** A text as written, or as a JSON string if plain letters would be misread. */
export function parseText(written: string): string {
  if (!written.startsWith('"')) return written;
  const text = parseJson(written);
  if (typeof text !== "string") throw invalid("a text that begins with a quote must be one JSON string");
  return text;
}

/** Splits off the name at the end of a line: `… = jwt`. */
export function lastName(line: string): { readonly text: string; readonly name?: string } {
  const match = /^([\s\S]*?)\s+=\s+([\p{L}\p{N}_-]+)$/u.exec(line);
  return match ? { text: match[1] ?? "", name: match[2] ?? "" } : { text: line };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`this is not JSON: ${text} (${cause instanceof Error ? cause.message : cause})`);
  }
}
