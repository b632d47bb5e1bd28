import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { digest } from "../host-line.ts";
import { type ToolUseRecord, toolLine, withoutTags } from "../host-records.ts";
import { exitCodeIn, outputIn } from "../parts.ts";

export const HOST = "gemini";

/** Text that the client adds at the start of a conversation. */
export const PREAMBLE = "<session_context>";
/** What the client lets the model answer to a summary that replaces a conversation. */
export const THANKS = "Got it. Thanks for the additional context!";
/** What the client puts in place of an answer without words. */
export const NO_WORDS = "[no response text]";

/** The user's own words: hooks' context stands between tags among them, in the history and in the next hook's input. */
export const ownWords = (text: string): string => withoutTags(text, "hook_context").trim();

/** What the client takes out of an answer before it keeps it. Spaces differ too: hooks get one between chunks. */
const NOT_KEPT = /[\s\u200b-\u200f\ufeff]+/gu;

/**
 * The name of an answer. Hooks are told all that the model said after a prompt as one text, put together from the
 * chunks it came in; the history has a message for each request, without some signs. Of both only the letters are
 * the same, so the letters name it, with those of the prompt: the same may be said in answer to something else.
 */
export function answerId(prompt: string, answer: string): string {
  const letters = (text: string) => withoutComments(text.replace(NOT_KEPT, ""));
  return `answer ${digest(`${letters(prompt)}\0${letters(answer)}`)}`;
}

/** Looks for each end once: where one is missing there is none further down. */
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

/** The folder that the preamble says the client works in. */
export function folderIn(preamble: string): string | undefined {
  const listed = /\*\*Workspace Directories:\*\*\n\s*- (.+)/.exec(preamble)?.[1];
  return (listed ?? /working in the directory: (.+)/.exec(preamble)?.[1])?.trim();
}

/**
 * A call and its result. The client tells its hooks no id of the call, so neither does the history: both tell calls
 * apart by how often the same came back before.
 */
export function callLine(use: Omit<ToolUseRecord, "id" | "exitCode">): Payload {
  const output = ownWords(use.output.replace(/^<untrusted_context>\n?|\n?<\/untrusted_context>/g, ""));
  return toolLine({ ...use, id: undefined, output, exitCode: exitCode(use.name, output) });
}

/** The shell says how a command ended only when it failed. */
function exitCode(tool: unknown, output: string): number | undefined {
  const printed = exitCodeIn(output);
  if (printed !== undefined || tool !== "run_shell_command") return printed;
  const isWhole = output.startsWith("Output: ") && !/^(Error|Signal): /m.test(output);
  return isWhole ? 0 : undefined;
}

/** What a tool gave the model, or why it gave nothing. */
export function responseText(response: JsonRecord): string {
  const error = isRecord(response.error) ? textField(response.error, "message") : undefined;
  return error ?? outputIn(response.llmContent);
}
