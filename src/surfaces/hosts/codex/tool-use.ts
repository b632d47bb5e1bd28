import { isRecord, type JsonRecord, textField, textIn } from "../../../app/intake/json-lines.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import type { ToolResult } from "../claude-like-hook.ts";
import { sortedInput } from "../host-line.ts";

export type CodexCall = { readonly id: unknown; readonly name: string; readonly input: unknown };

/** Names of the shell tool in different versions of Codex. Hooks call all of them Bash. */
const SHELLS = wordSet("exec_command shell shell_command local_shell container.exec");

/** A call in the history, with the tool name and the input that a hook would get. */
export function callIn(payload: JsonRecord): CodexCall {
  const name = fullName(payload);
  const input = payload.input ?? parsed(payload.arguments) ?? payload.action;
  const id = payload.call_id ?? payload.id;
  if (payload.type === "local_shell_call" || SHELLS.has(name))
    return { id, name: "Bash", input: commandIn(input) };
  return { id, name, input: sortedInput(input) };
}

/** Tools of an MCP server have a namespace; the client's own tools have bare names. */
function fullName(payload: JsonRecord): string {
  const name = textField(payload, "name") ?? "unknown";
  const space = textField(payload, "namespace") ?? "";
  return space.startsWith("mcp__") && !name.startsWith("mcp__") ? `${space}__${name}` : name;
}

function parsed(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function commandIn(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const command = input.cmd ?? input.command;
  const isWrapped =
    Array.isArray(command) &&
    command.length === 3 &&
    /^-l?c$/.test(typeof command[1] === "string" ? command[1] : "");
  return { command: isWrapped ? command[2] : command };
}

const HEADER_MAX = 400;

/** The output without the lines that Codex adds above it, and the exit code from those lines. */
export function resultOf(output: unknown): ToolResult {
  const text = outputText(output);
  const told = parsed(text);
  if (isRecord(told) && typeof told.output === "string" && isRecord(told.metadata)) {
    return { output: told.output, ...exitCode(told.metadata.exit_code) };
  }
  const end = /(?:^|\n)Output:\n/.exec(text.slice(0, HEADER_MAX));
  const header = end ? text.slice(0, end.index) : "";
  const code = /^(?:Process exited with code|Exit code:) (-?\d{1,9})$/m.exec(header)?.[1];
  if (!end || !/^Wall time: /m.test(header)) return { output: text };
  return {
    output: text.slice(end.index + end[0].length),
    ...exitCode(code === undefined ? undefined : Number(code)),
  };
}

function exitCode(code: unknown): { readonly exitCode?: number } {
  return typeof code === "number" && Number.isSafeInteger(code) ? { exitCode: code } : {};
}

function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  if (Array.isArray(output)) return textIn(output);
  if (!isRecord(output)) return output === undefined || output === null ? "" : JSON.stringify(output);
  return textField(output, "content") ?? (textIn(output.content) || JSON.stringify(output));
}

const FILES_MAX = 50;

/** The files that a patch names. */
export function patchedFiles(input: unknown): string[] {
  const text = isRecord(input) ? (input.command ?? input.patch ?? input.input) : input;
  if (typeof text !== "string") return [];
  const named = [...text.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,1000})$/gm)].map(
    ([, path = ""]) => path.trim(),
  );
  return [...new Set(named.filter((path) => path !== ""))].slice(0, FILES_MAX);
}
