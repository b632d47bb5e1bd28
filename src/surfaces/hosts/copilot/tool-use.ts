import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import { tryParseJson } from "../../../core/parse-json.ts";
import type { ToolUseRecord } from "../host-records.ts";

/** The line that Copilot adds below a command's output. */
const EXIT = /\n?<(?:shellId: [^>\n]{1,80} completed|exited) with exit code (-?\d{1,9})>\s*$/;

export type CopilotResult = Pick<ToolUseRecord, "output" | "isError" | "exitCode">;

/** The output of a tool, without the line about its exit code. */
export function resultOf(text: string, isError: boolean): CopilotResult {
  const code = EXIT.exec(text)?.[1];
  const output = code === undefined ? text : text.replace(EXIT, "");
  return { output, isError, ...(code === undefined ? {} : { exitCode: Number(code) }) };
}

/** A tool's arguments. Some versions write them as text. */
export function argumentsOf(given: unknown): unknown {
  if (typeof given !== "string") return given;
  const value = tryParseJson(given);
  return isRecord(value) ? value : given;
}

/**
 * Copilot does not give hooks the id of a call. The history contains what hooks get, with the same time in milliseconds, so tool and time
 * identify the call in both.
 */
export function hookedId(input: JsonRecord): string | undefined {
  const { timestamp } = input;
  const name = textField(input, "toolName");
  if (name === undefined || typeof timestamp !== "number") return undefined;
  return `hook ${timestamp} ${name.slice(0, 100)}`;
}
