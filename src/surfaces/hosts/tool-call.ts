import type { ToolCall } from "./hook.ts";
import { isRecord } from "./json-lines.ts";

/** Under these names tools take the files they read and write. */
const PATH_FIELDS = ["file_path", "path", "notebook_path", "filePath"];

/** What a tool is about to be called with, as far as something could be known about it. */
export function callOf(session: string, input: unknown): ToolCall {
  const fields = isRecord(input) ? input : {};
  const paths = PATH_FIELDS.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []));
  const command = commandOf(fields.command);
  return { session, ...(command === undefined ? {} : { command }), paths };
}

/** A shell takes its command as a text, or as the words of one. */
function commandOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((word) => typeof word === "string").join(" ") : undefined;
}
