import { isRecord, type JsonRecord, textField, textIn } from "../../../app/intake/json-lines.ts";
import type { ToolResult } from "../claude-like-hook.ts";

/** A tool's result. The hook and the transcript contain the same object, so both give the same text. */
export function resultOf(response: unknown): ToolResult {
  const output = outputOf(response);
  return isRecord(response) && hasSucceeded(response) ? { output, exitCode: 0 } : { output };
}

/** A failed command has its exit code in its first line. */
export function failureOf(error: string): ToolResult {
  const code = /^(?:Error: )?Exit code (\d{1,9})\b/.exec(error)?.[1];
  return code === undefined ? { output: error } : { output: error, exitCode: Number(code) };
}

/** True for a command that was not interrupted and whose exit code the client did not interpret. */
function hasSucceeded(response: JsonRecord): boolean {
  const isCommand = typeof response.stdout === "string" && typeof response.stderr === "string";
  return (
    isCommand &&
    response.interrupted !== true &&
    !response.returnCodeInterpretation &&
    !response.backgroundTaskId
  );
}

function outputOf(response: unknown): string {
  if (typeof response === "string" || Array.isArray(response)) return textIn(response);
  if (!isRecord(response)) return "";
  if ("stdout" in response || "stderr" in response) return linesOf([response.stdout, response.stderr]);
  if (isRecord(response.file)) return textField(response.file, "content") ?? "";
  if (Array.isArray(response.structuredPatch)) return patchIn(response);
  const said = textIn(response.content) || textField(response, "result");
  if (said !== undefined) return said;
  return Array.isArray(response.filenames) ? linesOf(response.filenames) : JSON.stringify(response);
}

const linesOf = (parts: readonly unknown[]): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join("\n");

/** An edit is shown by its changed lines. A new file's text is already in the call. */
function patchIn(response: JsonRecord): string {
  const hunks = Array.isArray(response.structuredPatch) ? response.structuredPatch.filter(isRecord) : [];
  const lines = hunks.flatMap((hunk) => (Array.isArray(hunk.lines) ? hunk.lines : []));
  return lines.length > 0 ? linesOf(lines) : linesOf([response.type, response.filePath]);
}
