import { tryParseJson } from "../../core/parse-json.ts";
import type { HistorySource, HostRecord } from "../../ports/host.ts";

/** A record of a JSON-lines history: an object and its line number. */
export type JsonRecord = { readonly [field: string]: unknown };

/** The records of a history. A line that is not an object becomes an unreadable record. */
export async function* jsonLines(
  source: HistorySource,
): AsyncGenerator<{ readonly record: JsonRecord; readonly raw: string } | { readonly broken: HostRecord }> {
  let number = 0;
  for await (const raw of source.lines()) {
    number++;
    if (raw.trim() === "") continue;
    const record = objectIn(raw);
    yield record
      ? { record, raw }
      : { broken: { is: "unreadable", why: `line ${number} is not a JSON object` } };
  }
}

/** Reads the records of a history in order. A line that is no record is reported as broken. */
export async function* recordsInLines(
  source: HistorySource,
  recordsOf: (record: JsonRecord, raw: string) => Iterable<HostRecord>,
): AsyncGenerator<HostRecord> {
  for await (const line of jsonLines(source)) {
    if ("broken" in line) yield line.broken;
    else yield* recordsOf(line.record, line.raw);
  }
}

export function objectIn(raw: string): JsonRecord | undefined {
  const value = tryParseJson(raw);
  return isRecord(value) ? value : undefined;
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textField(record: JsonRecord, name: string): string | undefined {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The blocks of a message: hosts write one text, or a list of typed parts. */
export function blocksOf(content: unknown): readonly JsonRecord[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

/** All texts of a message's content, joined. */
export function textIn(content: unknown): string {
  const texts = blocksOf(content).map(
    (block) => textField(block, "text") ?? textField(block, "content") ?? "",
  );
  return texts.filter((text) => text !== "").join("\n");
}
