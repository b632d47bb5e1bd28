import { isRecord, type JsonRecord, textField } from "../../../app/intake/json-lines.ts";
import type { Payload } from "../../../core/tape/event.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { type HookCapture, type HostHook, NOTHING_CAPTURED } from "../hook.ts";
import { agentLine, agentOf, idOf, lifeLine, turnLine } from "../host-line.ts";
import { placeOf, startLine, toolLine } from "../host-records.ts";
import { callOf } from "../tool-call.ts";
import { argumentsOf, hookedId, resultOf } from "./tool-use.ts";

const HOST = "copilot";

const TAKES_CONTEXT = wordSet("sessionStart userPromptSubmitted preToolUse postToolUse");

/** Copilot CLI: camelCase on standard input, context at the top level of the reply. */
export const copilotHook: HostHook = {
  host: HOST,
  capture,
  reply: (event, context) =>
    context !== "" && TAKES_CONTEXT.has(event) ? JSON.stringify({ additionalContext: context }) : "{}",
};

/**
 * A sub-agent's events carry its own id and do not name the session that it belongs to. So only its last message is taken here; the history
 * contains the rest. The end of a turn has no text.
 */
function capture(event: string, input: JsonRecord): HookCapture {
  const session = sessionOf(input);
  if (session === undefined || (agentOf(input) !== undefined && event !== "subagentStop"))
    return NOTHING_CAPTURED;
  const told = (lines: readonly Payload[], more: Partial<HookCapture> = {}): HookCapture => ({
    ...NOTHING_CAPTURED,
    lines: lines.map((line) => ({ host: HOST, agent: HOST, ...line })),
    ...more,
  });
  switch (event) {
    case "sessionStart":
      return told([startOf(input, session)], { wantsBrief: true });
    case "userPromptSubmitted":
      return told(promptOf(input, session), firstPrompt(input, session));
    case "preToolUse":
      return { ...NOTHING_CAPTURED, call: callOf(session, input.toolName, argumentsOf(input.toolArgs)) };
    case "postToolUse":
    case "postToolUseFailure":
      return told([toolOf(input, session)]);
    case "preCompact":
      return told([lifeLine(session, "session.compacted", { trigger: input.trigger })], {
        session,
        owesBrief: true,
      });
    case "subagentStop":
      return told(agentWords(input, session));
    case "agentStop":
      return told([], { isEnd: true });
    case "sessionEnd":
      return told([lifeLine(session, "session.ended", { reason: input.reason })], { isEnd: true });
    default:
      return NOTHING_CAPTURED;
  }
}

/** The name of the history's folder is the session's id, even if a nested agent speaks. */
function sessionOf(input: JsonRecord): string | undefined {
  const path = textField(input, "transcriptPath") ?? "";
  return idOf(/[\\/]session-state[\\/]([^\\/]+)[\\/]events\.jsonl$/.exec(path)?.[1]) ?? idOf(input.sessionId);
}

function startOf(input: JsonRecord, session: string): Payload {
  if (input.source === "resume") return lifeLine(session, "session.woke", { reason: input.source });
  return startLine(session, placeOf({ cwd: input.cwd }));
}

function promptOf(input: JsonRecord, session: string): Payload[] {
  const text = textField(input, "prompt") ?? "";
  return text.trim() === "" ? [] : [turnLine(session, "user", text)];
}

function firstPrompt(input: JsonRecord, session: string): Pick<HookCapture, "prompt"> {
  const text = textField(input, "prompt")?.trim();
  return text ? { prompt: { session, text } } : {};
}

function toolOf(input: JsonRecord, session: string): Payload {
  const result = isRecord(input.toolResult) ? input.toolResult : {};
  const error = isRecord(input.error) ? textField(input.error, "message") : textField(input, "error");
  const hasFailed =
    error !== undefined || (result.resultType !== undefined && result.resultType !== "success");
  const use = {
    id: hookedId(input),
    name: input.toolName,
    input: argumentsOf(input.toolArgs),
    ...resultOf(textField(result, "textResultForLlm") ?? error ?? "", hasFailed),
  };
  return { session, ...toolLine(use) };
}

function agentWords(input: JsonRecord, session: string): Payload[] {
  const agent = idOf(input.agentId);
  const text = textField(input, "response");
  return agent === undefined || text === undefined
    ? []
    : [agentLine({ session, agent, role: "assistant", text })];
}
