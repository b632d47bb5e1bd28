import { isRecord, type JsonRecord } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { captureLines, type HookCapture, type HostHook, NOTHING_CAPTURED } from "../hook.ts";
import { idOf, lifeLine } from "../host-line.ts";
import { atOf, placeOf, startLine, withoutTags } from "../host-records.ts";
import { callOf } from "../tool-call.ts";
import { HOST, resultLine, turnOf } from "./words.ts";

/**
 * pi has extensions instead of hook commands. Ours (`plugin/pi/tidemark.ts`) calls `tidemark hook pi EVENT`, EVENT being the
 * name under which pi told it, for session_start, before_agent_start, message_end, tool_result, session_before_compact,
 * session_compact, agent_end and session_shutdown, with
 *
 *   { "session": id, "cwd": folder, "input": what pi gave the extension }
 *
 * on standard input, and finds `{ "context": text }` on standard output where there is something for the model.
 */
export const piHook: HostHook = { host: HOST, capture, reply };

function capture(event: string, given: JsonRecord): HookCapture {
  const session = idOf(given.session);
  if (session === undefined) return NOTHING_CAPTURED;
  const input = isRecord(given.input) ? given.input : {};
  const line = (fields: Payload): Payload => ({ host: HOST, session, ...fields });
  switch (event) {
    case "session_start":
      return { lines: [line(startOf(session, given.cwd, input))], wantsBrief: true, isEnd: false };
    case "message_end":
      return captureLines(messageOf(input.message).map(line));
    case "before_agent_start":
      return promptOf(session, input.prompt);
    case "tool_result":
      return {
        ...captureLines([line(resultLine(input, input.input))]),
        call: callOf(session, input.toolName, input.input),
      };
    case "session_compact":
      return { lines: [line(lifeLine(session, "session.compacted"))], wantsBrief: true, isEnd: false };
    case "session_before_compact":
    case "agent_end":
      return { lines: [], wantsBrief: false, isEnd: true };
    case "session_shutdown":
      return { lines: endOf(session, input).map(line), wantsBrief: false, isEnd: true };
    default:
      return NOTHING_CAPTURED;
  }
}

function promptOf(session: string, prompt: unknown): HookCapture {
  const text = typeof prompt === "string" ? withoutTags(prompt, "skill").trim() : "";
  return text === "" ? NOTHING_CAPTURED : { ...NOTHING_CAPTURED, prompt: { session, text } };
}

/** Resuming a session with the client also counts as a start, but that start is known already. */
function startOf(session: string, cwd: unknown, input: JsonRecord): Payload {
  const { reason } = input;
  if (reason === "resume" || reason === "reload") return lifeLine(session, "session.woke", { reason });
  return startLine(session, placeOf({ cwd }));
}

/** Tool results are recorded by their own event, which contains the call's input. */
function messageOf(message: unknown): Payload[] {
  if (!isRecord(message)) return [];
  const { role } = message;
  const lines = role === "user" || role === "assistant" ? turnOf(role, message) : [];
  return lines.map((line) => ({ ...line, ...atOf(message.timestamp) }));
}

/** An extension is also shut down when it is reloaded during a session. */
function endOf(session: string, { reason = "other" }: JsonRecord): Payload[] {
  if (reason === "reload") return [];
  return [lifeLine(session, reason === "new" ? "session.reset" : "session.ended", { reason })];
}

/** Events after which the extension can still add text for the model. */
const TAKES_CONTEXT = wordSet("session_start before_agent_start tool_result session_compact");

function reply(event: string, context: string): string {
  return TAKES_CONTEXT.has(event) && context !== "" ? JSON.stringify({ context }) : "{}";
}
