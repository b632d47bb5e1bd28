import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { type HookCapture, type HostHook, NOTHING_CAPTURED } from "../hook.ts";
import { agentOf, idOf, lifeLine } from "../host-line.ts";
import { atOf, placeOf, startLine } from "../host-records.ts";
import { callOf } from "../tool-call.ts";
import { HOST, isOver, recordPart } from "./parts.ts";

/**
 * opencode has plugins instead of hook commands. Ours calls `tidemark hook opencode EVENT` with
 *
 *   { "session": id, "isSubagent": true, "directory": folder, "message": {…}, "part": {…}, "at": milliseconds }
 *
 * on standard input, where EVENT is
 *   session.created   on the bus event of that name
 *   session.resumed   on the first `chat.message` of a session that was not created in this process
 *   part              on every bus event `message.part.updated`, with its part and time, and the newest
 *                     `message.updated` of the part's message
 *   prompt            on every `chat.message`, with its `text`
 *   tool              on `tool.execute.after`, with the call's `input`
 *   compacting        on `experimental.session.compacting`
 *   session.compacted, session.idle, session.deleted   on the bus events of those names
 *
 * `session` is the session at the root of a sub-agent's own, and then `isSubagent` is true: the plugin knows that
 * from `session.created` and `session.updated`. Standard output is `{ "context": text }` where there is something
 * for the model: the plugin adds it to the system prompt, and to the output of a tool. The plugin itself is
 * `plugin/opencode/tidemark.js`.
 */
export const opencodeHook: HostHook = { host: HOST, capture, reply };

function capture(event: string, input: JsonRecord): HookCapture {
  const session = idOf(input.session);
  if (session === undefined) return NOTHING_CAPTURED;
  const isSubagent = input.isSubagent === true || agentOf(input) !== undefined;
  switch (event) {
    case "session.created":
      return isSubagent
        ? NOTHING_CAPTURED
        : brief(startLine(session, placeOf({ cwd: input.directory })), input);
    case "session.resumed":
      return isSubagent
        ? NOTHING_CAPTURED
        : brief(lifeLine(session, "session.woke", { reason: "resume" }), input);
    case "part":
      return { ...NOTHING_CAPTURED, lines: partOf(input, session, isSubagent) };
    case "prompt":
      return isSubagent ? NOTHING_CAPTURED : promptOf(session, input.text);
    case "tool":
      return { ...NOTHING_CAPTURED, call: callOf(session, undefined, input.input) };
    case "session.compacted":
      return isSubagent ? NOTHING_CAPTURED : { ...NOTHING_CAPTURED, session, wantsBrief: true };
    case "compacting":
    case "session.idle":
      return { ...NOTHING_CAPTURED, isEnd: true };
    case "session.deleted":
      return isSubagent
        ? NOTHING_CAPTURED
        : {
            ...NOTHING_CAPTURED,
            lines: [hookLine(lifeLine(session, "session.ended", { reason: "deleted" }), input)],
            isEnd: true,
          };
    default:
      return NOTHING_CAPTURED;
  }
}

const hookLine = (line: Payload, input: JsonRecord): Payload => ({ host: HOST, ...atOf(input.at), ...line });

const brief = (line: Payload, input: JsonRecord): HookCapture => ({
  lines: [hookLine(line, input)],
  wantsBrief: true,
  isEnd: false,
});

function promptOf(session: string, text: unknown): HookCapture {
  const words = typeof text === "string" ? text.trim() : "";
  return words === "" ? NOTHING_CAPTURED : { ...NOTHING_CAPTURED, prompt: { session, text: words } };
}

/** A part is recorded once it is complete: when the call or the answer has ended. */
function partOf(input: JsonRecord, session: string, isSubagent: boolean): Payload[] {
  const { part, message, at } = input;
  if (!isRecord(part) || !isRecord(message) || !isWhole(part, message)) return [];
  const tale = recordPart({ id: part.id, part, message, session, isSubagent, at });
  return tale !== undefined && "line" in tale ? [{ host: HOST, ...tale.line }] : [];
}

function isWhole(part: JsonRecord, message: JsonRecord): boolean {
  const type = textField(part, "type");
  if (type === "tool") return isOver(part);
  if (type === "text" && message.role !== "user")
    return isRecord(part.time) && typeof part.time.end === "number";
  return type === "text" || type === "compaction";
}

/** Events after which the plugin can still add text for the model. */
const TAKES_CONTEXT = wordSet("session.created session.resumed session.compacted prompt tool");

function reply(event: string, context: string): string {
  return TAKES_CONTEXT.has(event) && context !== "" ? JSON.stringify({ context }) : "{}";
}
