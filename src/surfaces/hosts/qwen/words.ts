import type { Payload } from "../../../core/tape/event.ts";
import { type ToolUseRecord, toolLine, withoutTags } from "../host-records.ts";
import { exitCodeIn } from "../parts.ts";

export const HOST = "qwen";

/** The client's text in place of an answer without text. */
export const NO_WORDS = "[no response text]";

const INJECTED = "qwen:[a-z-]+-context|system-reminder|task-notification";

/** Removes context from hooks and notices of the client, which are in tags, so that only the person's own words remain. */
export const ownWords = (text: string): string => withoutTags(text, INJECTED).trim();

/** A call and its result; the shell prints the exit code below the output. */
export function callLine(use: ToolUseRecord): Payload {
  return toolLine({ ...use, exitCode: use.exitCode ?? exitCodeIn(use.output) });
}
