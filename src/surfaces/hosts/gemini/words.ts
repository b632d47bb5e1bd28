import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { digest } from "../host-line.ts";
import { type ToolUseRecord, toolLine, withoutTags } from "../host-records.ts";
import { exitCodeIn, outputIn } from "../parts.ts";

export const HOST = "gemini";

/** Text that the client adds at the start of a conversation. */
export const PREAMBLE = "<session_context>";
/** The model's answer that the client adds to a summary which replaces a conversation. */
export const THANKS = "Got it. Thanks for the additional context!";
/** The client's text in place of an answer without text. */
export const NO_WORDS = "[no response text]";

/** The user's own words. Context from hooks stands between tags among them, in the history and in the next hook's input. */
export const ownWords = (text: string): string => withoutTags(text, "hook_context").trim();

/** Characters that the client removes from an answer before it stores it. Spaces differ too: hooks get one between chunks. */
const NOT_KEPT = /[\s\u200b-\u200f\ufeff]+/gu;

/**
 * The name of an answer. Hooks get everything that the model said after a prompt as one text, joined from its chunks. The history has one
 * message for each request, without some characters. Only the letters are the same in both, so the name is made from the letters, together
 * with the prompt's: the same text may answer something else.
 */
export function answerId(prompt: string, answer: string): string {
  const letters = (text: string) => withoutComments(text.replace(NOT_KEPT, ""));
  return `answer ${digest(`${letters(prompt)}\0${letters(answer)}`)}`;
}

/** Searches for each end mark once: if one is missing, none follows. */
function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let from = text.indexOf("<!--"); from >= 0; from = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", from + 4);
    if (end < 0) break;
    kept += text.slice(at, from);
    at = end + 3;
  }
  return kept + text.slice(at);
}

/** The folder named in the client's preamble. */
export function folderIn(preamble: string): string | undefined {
  const listed = /\*\*Workspace Directories:\*\*\n\s*- (.+)/.exec(preamble)?.[1];
  return (listed ?? /working in the directory: (.+)/.exec(preamble)?.[1])?.trim();
}

/**
 * A call and its result. The client does not give its hooks the id of a call, so the history's id is not used either: both distinguish
 * calls by how often the same result came before.
 */
export function callLine(use: Omit<ToolUseRecord, "id" | "exitCode">): Payload {
  const output = ownWords(use.output.replace(/^<untrusted_context>\n?|\n?<\/untrusted_context>/g, ""));
  return toolLine({ ...use, id: undefined, output, exitCode: exitCode(use.name, output) });
}

/** The shell reports how a command ended only if it failed. */
function exitCode(tool: unknown, output: string): number | undefined {
  const printed = exitCodeIn(output);
  if (printed !== undefined || tool !== "run_shell_command") return printed;
  const isWhole = output.startsWith("Output: ") && !/^(Error|Signal): /m.test(output);
  return isWhole ? 0 : undefined;
}

/** A tool's output for the model, or why it has none. */
export function responseText(response: JsonRecord): string {
  const error = isRecord(response.error) ? textField(response.error, "message") : undefined;
  return error ?? outputIn(response.llmContent);
}
