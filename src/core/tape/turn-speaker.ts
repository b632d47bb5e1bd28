import type { Recorded, TurnEvent } from "./event.ts";

export const isTurn = (event: Recorded): event is TurnEvent => event.type === "turn.recorded";

/** The host name of events that an agent recorded itself. No recorded line can set it. */
export const AGENT_RECORD_HOST = "agent-record";
/**
 * The author of a turn's words. Hosts record many turns under the role of the user that no person wrote: prompts of sub-agents, results of
 * tools, summaries and notices of the host. Every check whether a person said something must use this.
 */
export type TurnSpeaker = "person" | "agent" | "subagent" | "tool" | "host" | "nobody";

/** The name in a turn that was written by or to a sub-agent, whatever its role. No person sees such turns. */
export const SUBAGENT = "subagent";

const SUBAGENT_NAMES = new Set<string>([SUBAGENT, "sub-agent", "agent", "assistant", "sidechain"]);

/** Beginnings of texts that a host records as the user's. Nothing in such a turn was written by a person. */
const HOST_TEXT =
  /^\s*(?:This session is being continued from a previous conversation|Caveat: The messages below|\[Request interrupted|\[(?:Tool|Hook) |(?:Pre|Post|Session|Subagent|User)?\w{0,20} ?hook (?:feedback|blocking error|stopped)|# AGENTS\.md instructions|<user_instructions>|<environment_context>|<INSTRUCTIONS>|<(?:local-command-\w+|bash-(?:stdout|stderr)|task-notification|subagent_notification|turn_aborted|user-prompt-submit-hook|teammate-message|conversation_summary|compact_summary)\b|<(?:state_snapshot|compressed_history|context_summary|handoff_summary)\b|Another (?:language model|LLM|model|agent) (?:started|has|had|was)\b|You are (?:performing|creating|writing) a (?:context checkpoint|handoff summary|compact)|Your task is to create a detailed summary of|(?:[#*]{1,4}\s*)?(?:context|conversation|session|compaction|handoff|history|progress|thinking)[ -](?:checkpoint|compaction|hand-?off|summary)\b|(?:[#*]{1,4}\s*)?(?:summary|recap) of (?:the )?(?:conversation|session|work|progress|previous|earlier)\b|Base directory for this skill:|Please analyze this codebase and create)/i;

/** Things that run on a schedule or by machine, and the messages that they send. */
const BY_ITSELF =
  "(?:schedul(?:ed|er)|recurring|periodic|cron|timer|automat(?:ed|ic)|auto-?generated|system|background|heartbeat|webhook|monitor(?:ing)?|hook|bot|ci)";
const SENT =
  "(?:task|job|prompt|message|reminder|notification|notice|run|trigger|check(?:-in)?|event|alert|update|context|output|result|instruction|wake-?up|continuation|follow-?up|feedback|note)s?";
/** A label by which a host, a scheduler or a bot marks its own message: "[Scheduled task] …", "Automated reminder: …". */
const LABELLED = new RegExp(
  `^\\s*(?:[*_#>]{1,3}\\s*)?(?:[\\[(<【]\\s*(?:\\p{So}\\s*)?${BY_ITSELF}(?:[ _-]${SENT})?\\s*[\\])>:|·–—】-]|(?:this is an? )?(?:scheduled (?:task|prompt|run)|(?:automated|automatic|auto-generated|system) (?:message|prompt|reminder|notification|notice)|heartbeat|hook (?:output|feedback))\\s*(?:\\([^)\\n]{0,60}\\))?[:.\\n])`,
  "iu",
);

/** The beginning of each such label. It is checked first, because the full pattern takes long to compile. */
const LABEL_START = /^[\s*_#>]*(?:[[(<【]|this is |schedul|auto|system|heartbeat|hook)/iu;

/** Beginnings of an agent's prompt to a sub-agent. */
const TO_SUBAGENT =
  /^\s*(?:(?:you are|you're|act as|acting as|you act as)\b[^.\n]{0,80}?\b(?:sub-?agent|child agent|worker agent|background agent|task agent|helper agent|teammate agent)|(?:you have|you've) been (?:spawned|delegated|launched|dispatched|started) (?:as|by|to)\b|(?:\[|<)?(?:sub-?agent|delegated) (?:task|prompt|instructions)\b)/i;

/** Number of characters at the beginning of a text that are checked. */
const HEAD_MAX = 400;

type TurnFields = {
  readonly role?: unknown;
  readonly speaker?: unknown;
  readonly tool?: unknown;
  readonly text?: unknown;
  readonly own?: unknown;
};

/** The speaker of a turn. A forgotten turn, or one that contains our own output, has the speaker "nobody". */
export function turnSpeaker(payload: TurnFields | null | undefined): TurnSpeaker {
  const { role, speaker, tool, text, own } = payload ?? {};
  if (own || typeof text !== "string") return "nobody";
  if (role === "tool" || (role === "user" && tool !== undefined)) return "tool";
  if (role !== "user" && role !== "assistant") return "host";
  if (isSubagentName(speaker)) return "subagent";
  if (role === "assistant") return "agent";
  const head = text.slice(0, HEAD_MAX);
  if (TO_SUBAGENT.test(head)) return "subagent";
  return HOST_TEXT.test(head) || (LABEL_START.test(head) && LABELLED.test(head)) ? "host" : "person";
}

export const isSubagentName = (speaker: unknown): boolean =>
  typeof speaker === "string" && SUBAGENT_NAMES.has(speaker.toLowerCase());

/** Whether a person wrote the turn. */
export const isPersonTurn = (payload: TurnFields | null | undefined): boolean =>
  turnSpeaker(payload) === "person";
