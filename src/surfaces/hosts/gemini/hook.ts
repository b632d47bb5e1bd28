import { isRecord, type JsonRecord } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { captureLines, type HookCapture, type HostHook, NOTHING_CAPTURED, nestedReply } from "../hook.ts";
import { endLine, idOf, lifeLine, promptCapture } from "../host-line.ts";
import { atOf, placeOf, startLine } from "../host-records.ts";
import { callOf } from "../tool-call.ts";
import { answerId, callLine, HOST, NO_WORDS, ownWords, responseText } from "./words.ts";

/**
 * Gemini CLI. It calls PreCompress before every request to the model, whether or not anything is compressed, so
 * compactions come from the history only. It accepts no text before a tool call: notes come after the call.
 */
export const geminiHook: HostHook = { host: HOST, capture, reply };

function capture(event: string, input: JsonRecord): HookCapture {
  const session = idOf(input.session_id);
  if (session === undefined) return NOTHING_CAPTURED;
  const line = (fields: Payload): Payload => ({ host: HOST, session, ...atOf(input.timestamp), ...fields });
  switch (event) {
    case "SessionStart":
      return { lines: [line(startOf(session, input))], wantsBrief: true, isEnd: false };
    case "BeforeAgent": {
      const told = promptCapture(session, input, wordsIn(input.prompt));
      return { ...told, lines: told.lines.map(line) };
    }
    case "AfterTool":
      return {
        ...captureLines([line(toolOf(input))]),
        call: callOf(session, input.tool_name, input.tool_input),
      };
    case "AfterAgent":
      return { lines: answerOf(input).map(line), wantsBrief: false, isEnd: true };
    case "SessionEnd":
      return { lines: [line(endLine(session, input))], wantsBrief: false, isEnd: true };
    default:
      return NOTHING_CAPTURED;
  }
}

function startOf(session: string, input: JsonRecord): Payload {
  if (input.source === "resume") return lifeLine(session, "session.woke", { reason: "resume" });
  return startLine(session, placeOf({ cwd: input.cwd }));
}

const wordsIn = (given: unknown): string => (typeof given === "string" ? ownWords(given) : "");

function answerOf({ prompt, prompt_response }: JsonRecord): Payload[] {
  const text = wordsIn(prompt_response);
  if (text === "" || text === NO_WORDS) return [];
  return [{ type: "turn", role: "assistant", text, message_id: answerId(wordsIn(prompt), text) }];
}

function toolOf(input: JsonRecord): Payload {
  const response = isRecord(input.tool_response) ? input.tool_response : {};
  const call = { name: input.tool_name, input: input.tool_input, output: responseText(response) };
  return callLine({ ...call, isError: isRecord(response.error) });
}

/** Events whose reply may contain context for the model. */
const TAKES_CONTEXT: ReadonlySet<string> = new Set(["SessionStart", "BeforeAgent", "AfterTool"]);

function reply(event: string, context: string): string {
  return TAKES_CONTEXT.has(event) ? nestedReply(event, context) : "{}";
}
