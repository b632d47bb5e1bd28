import { isRecord, type JsonRecord } from "../../app/intake/json-lines.ts";
import type { Pressure } from "../../core/bundle/intent.ts";
import type { Payload } from "../../core/tape/event.ts";

/** The information in one call of a hook. */
export type HookCapture = {
  /** What happened, as `tidemark record` takes it. Lines that are `counted` have no id in common with the history. */
  readonly lines: readonly Payload[];
  /** The session must get its brief in the reply. */
  readonly wantsBrief: boolean;
  /** The session lost its brief and cannot receive text now: the brief is repeated with the next prompt. */
  readonly owesBrief?: boolean;
  /** A turn or a session has ended: a worker should read it. */
  readonly isEnd: boolean;
  /** The session that gets the brief, if no line names it. */
  readonly session?: string;
  /** A person's request. At the first request, a session is told what is known about it. */
  readonly prompt?: Prompt;
  /** How full the context is, according to the host. */
  readonly pressure?: Pressure | undefined;
  /** A tool is about to be called, or was called if the host accepts no text before. Notes about the call are given. */
  readonly call?: ToolCall;
};

/** From this percentage on, a host's context counts as nearly full. */
const HIGH_PERCENT = 75;
const CRITICAL_PERCENT = 90;

/** How full the context is, from the field that hosts use for it; undefined if the host does not say. */
export function reportedPressure({ context_window }: JsonRecord): Pressure | undefined {
  const used = isRecord(context_window) ? context_window.used_percentage : undefined;
  if (typeof used !== "number") return undefined;
  return used >= CRITICAL_PERCENT ? "critical" : used >= HIGH_PERCENT ? "high" : "none";
}

export type Prompt = { readonly session: string; readonly text: string };

export type ToolCall = {
  readonly session: string;
  readonly command?: string;
  /** As the host names them, usually as absolute paths. */
  readonly paths: readonly string[];
  /** The text that the tool writes into them. */
  readonly text?: string;
  /** The tool only reads. */
  readonly isReading?: true;
};

export const NOTHING_CAPTURED: HookCapture = { lines: [], wantsBrief: false, isEnd: false };

export const captureLines = (lines: readonly Payload[]): HookCapture => ({ ...NOTHING_CAPTURED, lines });

/** How one host calls hooks, and which reply it accepts. */
export type HostHook = {
  readonly host: string;
  readonly capture: (event: string, input: JsonRecord) => HookCapture;
  /** The whole standard output for an event; `context` is "" if there is nothing to tell. */
  readonly reply: (event: string, context: string) => string;
};

/** Longest context in a reply: above 10,000 characters hosts cut the context or replace it with a file. */
const CONTEXT_MAX = 9500;
/** Terminal controls, bidirectional overrides and invisible characters; line ends and tabs stay. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Context without characters that could harm a host or a terminal. */
export function safeContext(text: string): string {
  return text.replace(UNSEEN, "").slice(0, CONTEXT_MAX);
}

/** The reply that most hosts accept. With any further field, some of them would discard it. */
export function nestedReply(event: string, context: string): string {
  return context === ""
    ? "{}"
    : JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });
}
