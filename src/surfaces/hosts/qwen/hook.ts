import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { captureLines, type HookCapture, type HostHook, NOTHING_CAPTURED, nestedReply } from "../hook.ts";
import { agentLine, agentOf, endLine, idOf, lifeLine, promptCapture, turnLine } from "../host-line.ts";
import { atOf, placeOf, startLine } from "../host-records.ts";
import { outputIn } from "../parts.ts";
import { callOf } from "../tool-call.ts";
import { callLine, HOST, NO_WORDS, ownWords } from "./words.ts";

/**
 * Qwen Code: the events of Claude Code. It calls UserPromptSubmit with an empty prompt whenever it continues after a
 * tool, and PreCompact before a compaction that may not happen, so PostCompact is used. It accepts no text before a
 * tool call: notes come after the call.
 */
export const qwenHook: HostHook = { host: HOST, capture, reply };

function capture(event: string, input: JsonRecord): HookCapture {
  const session = idOf(input.session_id);
  if (session === undefined) return NOTHING_CAPTURED;
  const line = (fields: Payload): Payload => ({ host: HOST, session, ...atOf(input.timestamp), ...fields });
  switch (event) {
    case "SessionStart":
      return { lines: [line(startOf(session, input))], wantsBrief: true, isEnd: false };
    case "UserPromptSubmit": {
      const told = promptCapture(session, input, wordsIn(input.prompt)[0] ?? "");
      return { ...told, lines: told.lines.map(line) };
    }
    case "PostToolUse":
    case "PostToolUseFailure":
      return {
        ...captureLines([line(toolOf(input, event === "PostToolUseFailure"))]),
        call: callOf(session, input.tool_name, input.tool_input),
      };
    case "PreCompact":
      return ended([]);
    case "PostCompact":
      return captureLines([line(lifeLine(session, "session.compacted", { trigger: input.trigger }))]);
    case "Stop":
      return ended(answerOf(session, input).map(line));
    case "SubagentStop":
      return ended(subagentOf(session, input).map(line));
    case "SessionEnd":
      return ended([line(endLine(session, input))]);
    default:
      return NOTHING_CAPTURED;
  }
}

const ended = (lines: readonly Payload[]): HookCapture => ({ lines, wantsBrief: false, isEnd: true });

/** A session that continues after a pause or a compaction is the same session. */
function startOf(session: string, input: JsonRecord): Payload {
  const { source } = input;
  if (source === "resume" || source === "compact")
    return lifeLine(session, "session.woke", { reason: source });
  return startLine(session, placeOf({ cwd: input.cwd }));
}

/** The spoken words, if any. */
function wordsIn(given: unknown): string[] {
  const text = typeof given === "string" ? ownWords(given) : "";
  return text === "" || text === NO_WORDS ? [] : [text];
}

function answerOf(session: string, input: JsonRecord): Payload[] {
  if (agentOf(input) !== undefined) return subagentOf(session, input);
  return wordsIn(input.last_assistant_message).map((text) => turnLine(session, "assistant", text));
}

function subagentOf(session: string, input: JsonRecord): Payload[] {
  const agent = agentOf(input) ?? "agent";
  return wordsIn(input.last_assistant_message).map((text) =>
    agentLine({ session, agent, role: "assistant", text }),
  );
}

/** The call's own id is `tool_call_id`. `tool_use_id` is generated for the hook. */
function toolOf(input: JsonRecord, isError: boolean): Payload {
  const response = isRecord(input.tool_response) ? input.tool_response : {};
  return callLine({
    id: input.tool_call_id,
    name: input.tool_name,
    input: input.tool_input,
    output: textField(input, "error") ?? outputIn(response.llmContent),
    isError,
  });
}

/** Events whose reply may contain text for the model without any other effect. */
const TAKES_CONTEXT = wordSet("SessionStart UserPromptSubmit PostToolUse PostToolUseFailure");

function reply(event: string, context: string): string {
  return TAKES_CONTEXT.has(event) ? nestedReply(event, context) : "{}";
}
