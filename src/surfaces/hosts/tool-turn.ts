import { fieldsIn } from "../../core/fields.ts";
import { redactedHead, redactedTail } from "../../core/redact/redacted-head.ts";
import type { Payload } from "../../core/tape/event.ts";

/** Maximum length of a tool's input or output in a turn. The host keeps the whole text. */
const SUMMARY_MAX = 4000;

export type ToolUse = {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly output: string;
  readonly isError?: boolean;
  readonly exitCode?: number;
};

/** The fields of a tool turn: the call and its result, both shortened, and the files it touched. */
export function toolFields(use: ToolUse): Payload {
  const files = filesIn(use.input);
  const exit = use.exitCode ?? (use.isError ? 1 : undefined);
  return {
    role: "tool",
    message_id: use.id,
    tool: redactedHead(use.name, 200),
    tool_input: short(inputText(use.input)),
    text: short(use.output),
    ...(files.length === 0 ? {} : { files }),
    ...(exit === undefined ? {} : { exit_code: exit }),
  };
}

/** The middle is cut: a command's first lines say what it is, and its last lines how it ended. */
export function short(text: string): string {
  if (text.length <= SUMMARY_MAX) return text;
  const half = SUMMARY_MAX / 2 - 40;
  return `${redactedHead(text, half)}\n[… ${text.length - 2 * half} characters left out …]\n${redactedTail(text, half)}`;
}

/** A command is shown as it was typed, anything else as JSON. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const { command } = fieldsIn(input);
  if (typeof command === "string") return command;
  return Array.isArray(command) ? command.join(" ") : JSON.stringify(input);
}

const PATH_FIELDS = ["file_path", "path", "filePath", "notebook_path", "absolute_path"];
const FILES_MAX = 50;

function filesIn(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const fields = fieldsIn(input);
  const found = PATH_FIELDS.map((name) => fields[name]).filter(
    (value): value is string => typeof value === "string",
  );
  return [...new Set(found.filter((path) => path !== "" && path.length <= 1000))].slice(0, FILES_MAX);
}
