import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { SUBAGENT } from "../../../core/tape/turn-speaker.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { idOf } from "../host-line.ts";
import { atOf, cutOffLine, type LeftOut, leftOut, toolLine } from "../host-records.ts";

export const HOST = "opencode";

/** A part of a message, its message, and its session. */
export type MessagePart = {
  readonly id: unknown;
  readonly part: JsonRecord;
  readonly message: JsonRecord;
  readonly session: string;
  readonly isSubagent: boolean;
  readonly at: unknown;
};

/** Parts about the course of the work, without words of the conversation. */
const BOOKKEEPING = wordSet("step-start step-finish reasoning snapshot patch file agent retry subtask");

/** The result for a part: an event, a known part that is left out, or undefined for an unknown one. */
export type PartResult = { readonly line: Payload } | LeftOut | undefined;

/**
 * The history and our plugin record parts in the same form, each under opencode's own id. A text that is not written yet is empty, and is
 * recorded later.
 */
export function recordPart(given: MessagePart): PartResult {
  const type = textField(given.part, "type") ?? "";
  if (type === "text") return textOf(given);
  if (type === "tool") return { line: { ...whose(given), ...toolOf(given.part) } };
  if (type === "compaction") return { line: compactionOf(given) };
  return BOOKKEEPING.has(type) ? leftOut(`part/${type}`) : undefined;
}

/** The bus reports a compaction more than once. Its id identifies it. */
function compactionOf({ id, session, at }: MessagePart): Payload {
  const known = idOf(id);
  const identity = known === undefined ? { counted: true } : { key: `session.compacted ${known}` };
  return { type: "session.compacted", session, ...identity, ...atOf(at) };
}

function textOf(given: MessagePart): PartResult {
  const { part, message, id } = given;
  const text = textField(part, "text")?.trim() ?? "";
  if (text === "") return leftOut("part/text, empty");
  if (part.synthetic === true || part.ignored === true) return leftOut("part/text, synthetic");
  const role = message.role === "user" ? "user" : message.summary === true ? "system" : "assistant";
  const known = idOf(id);
  const identity = known === undefined ? { counted: true } : { message_id: known };
  const said = role === "user" ? unquotePrompt(text) : text;
  return { line: { type: "turn", role, text: said, ...identity, ...whose(given) } };
}

/** `opencode run "…"` adds quotes around a prompt of several words. With the quotes, the person would seem to quote somebody. */
function unquotePrompt(text: string): string {
  const inner = /^"((?:[^"\\]|\\.)+)"$/su.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll('\\"', '"');
}

function toolOf(part: JsonRecord): Payload {
  const state = isRecord(part.state) ? part.state : {};
  const metadata = isRecord(state.metadata) ? state.metadata : {};
  const use = { id: part.callID, name: part.tool, input: state.input };
  if (!isOver(part)) return cutOffLine(use);
  const isError = state.status === "error";
  const output = (isError ? textField(state, "error") : textField(state, "output")) ?? "";
  return toolLine({ ...use, output, isError, exitCode: metadata.exit });
}

/** True for a call that has ended. */
export function isOver({ state }: JsonRecord): boolean {
  return isRecord(state) && (state.status === "completed" || state.status === "error");
}

const whose = ({ session, isSubagent, at }: MessagePart) => ({
  session,
  ...(isSubagent ? { speaker: SUBAGENT } : {}),
  ...atOf(at),
});
