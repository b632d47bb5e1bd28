import { isRecord, type JsonRecord } from "../../app/intake/json-lines.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import type { ModelReply } from "../../ports/model.ts";

/** An agent's output as one JSON value; a list is returned as `list`. */
export function jsonIn(output: string): JsonRecord & { readonly list?: readonly unknown[] } {
  const value = tryParseJson(output.trim());
  return Array.isArray(value) ? { list: value } : recordIn(value);
}

/** An agent's output as one JSON object a line. Other lines are left out. */
export const jsonLinesIn = (output: string): JsonRecord[] =>
  output.split("\n").flatMap((line) => (line.startsWith("{") ? [jsonIn(line)] : []));

export const recordIn = (value: unknown): JsonRecord => (isRecord(value) ? value : {});

/** A count of tokens, or undefined if none is given. */
export function countIn(value: unknown, name: string): number | undefined {
  const count = recordIn(value)[name];
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** The reply with this text; undefined if there is no text. */
export function replyOf(text: unknown, tokensIn?: number, tokensOut?: number): ModelReply | undefined {
  return typeof text === "string" && text.trim() !== "" ? { text, tokensIn, tokensOut } : undefined;
}
