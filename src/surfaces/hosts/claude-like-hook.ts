import { type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import type { Payload } from "../../core/tape/event.ts";
import { SUBAGENT } from "../../core/tape/turn-speaker.ts";
import { type HookCapture, type HostHook, NOTHING_CAPTURED, nestedReply } from "./hook.ts";
import { agentLine, agentOf, endLine, idOf, isOfHost, lifeLine, sortedInput, turnLine } from "./host-line.ts";
import { placeOf, startLine, toolLine } from "./host-records.ts";
import { callOf } from "./tool-call.ts";

/** The result of a tool, as its host reports it. */
export type ToolResult = {
  readonly output: string;
  readonly exitCode?: number;
  readonly files?: readonly string[];
};

/** The differences between hosts that copied Claude Code's hooks. */
export type ClaudeLike = {
  readonly host: string;
  /** The person's own words in a prompt; undefined if the client wrote it. */
  readonly wordsOf: (prompt: string) => string | undefined;
  readonly resultOf: (input: JsonRecord, hasFailed: boolean) => ToolResult;
  /** Events whose reply may contain context. At the end of a session, for example, context is an error. */
  readonly takesContext: ReadonlySet<string>;
};

/** Hooks with snake_case on standard input, and context nested under the event's own name. */
export function claudeLikeHook(like: ClaudeLike): HostHook {
  return {
    host: like.host,
    capture: (event, input) => capture(like, event, input),
    reply: (event, context) => (like.takesContext.has(event) ? nestedReply(event, context) : "{}"),
  };
}

function capture(like: ClaudeLike, event: string, input: JsonRecord): HookCapture {
  const session = idOf(input.session_id);
  if (session === undefined) return NOTHING_CAPTURED;
  const told = (lines: readonly Payload[], more: Partial<HookCapture> = {}): HookCapture => ({
    ...NOTHING_CAPTURED,
    lines: lines.map((line) => ({ host: like.host, agent: like.host, ...line })),
    ...more,
  });
  switch (event) {
    case "SessionStart":
      return told(startOf(input, session), { wantsBrief: true });
    case "UserPromptSubmit":
      return told(promptOf(like, input, session), firstPrompt(like, input, session));
    case "PreToolUse":
      return { ...NOTHING_CAPTURED, call: callOf(session, input.tool_name, input.tool_input) };
    case "PostToolUse":
    case "PostToolUseFailure":
      return told([{ session, ...toolOf(like, input, event === "PostToolUseFailure") }]);
    case "SubagentStop":
      return told(
        agentWords(input, session, { role: "assistant", text: textField(input, "last_assistant_message") }),
      );
    case "PreCompact":
      return { ...NOTHING_CAPTURED, isEnd: true };
    case "Stop":
      return told(lastWords(input, session), { isEnd: true });
    case "SessionEnd":
      return told([endLine(session, { reason: textField(input, "reason") })], { isEnd: true });
    default:
      return NOTHING_CAPTURED;
  }
}

/**
 * A session that continues after a pause or a compaction is the same session. A new start is the sign of a compaction, because the event
 * before a compaction also precedes one that fails.
 */
function startOf(input: JsonRecord, session: string): Payload[] {
  const source = textField(input, "source") ?? "startup";
  if (source === "compact")
    return agentOf(input) === undefined ? [lifeLine(session, "session.compacted")] : [];
  if (source === "resume") return [lifeLine(session, "session.woke", { reason: source })];
  return [startLine(session, placeOf({ cwd: input.cwd }))];
}

function promptOf(like: ClaudeLike, input: JsonRecord, session: string): Payload[] {
  const text = isOfHost(input) ? undefined : like.wordsOf(textField(input, "prompt") ?? "");
  if (text === undefined || text.trim() === "") return [];
  return agentOf(input) === undefined
    ? [turnLine(session, "user", text)]
    : agentWords(input, session, { role: "user", text });
}

/** A sub-agent's prompt was written by an agent that already has the brief. */
function firstPrompt(like: ClaudeLike, input: JsonRecord, session: string): Pick<HookCapture, "prompt"> {
  const isTyped = agentOf(input) === undefined && !isOfHost(input);
  const text = isTyped ? like.wordsOf(textField(input, "prompt") ?? "")?.trim() : "";
  return text ? { prompt: { session, text } } : {};
}

/** An agent without a type is the client's own, for example one that summarises before a compaction. */
function agentWords(input: JsonRecord, session: string, said: HookMessage): Payload[] {
  const agent = agentOf(input);
  const { role, text } = said;
  if (agent === undefined || input.agent_type === "" || text === undefined) return [];
  return [agentLine({ session, agent, role, text })];
}

type HookMessage = { readonly role: "user" | "assistant"; readonly text: string | undefined };

function toolOf(like: ClaudeLike, input: JsonRecord, hasFailed: boolean): Payload {
  const { files = [], ...result } = like.resultOf(input, hasFailed);
  const call = { id: input.tool_use_id, name: input.tool_name, input: sortedInput(input.tool_input) };
  return {
    ...toolLine({ ...call, isError: hasFailed, ...result }),
    ...(files.length === 0 ? {} : { files }),
    ...(agentOf(input) === undefined ? {} : { speaker: SUBAGENT }),
  };
}

function lastWords(input: JsonRecord, session: string): Payload[] {
  const text = textField(input, "last_assistant_message");
  if (agentOf(input) !== undefined) return agentWords(input, session, { role: "assistant", text });
  return text === undefined || text.trim() === "" ? [] : [turnLine(session, "assistant", text)];
}
