import type { Payload } from "../tape/event.ts";

/** The lines between which everything is ours. They hold no character that a host escapes. */
export const OWN_BEGIN = "--- tidemark: what this project remembers ---";
export const OWN_END = "--- tidemark: end ---";

/**
 * Takes our own words out of a turn. What a host hands back to us, or an agent reads from us, must not
 * come in again as if somebody had said it: a memory that reads itself believes everything in the end.
 */
export function withoutOwn(line: Payload): Payload {
  if (line.type !== "turn") return line;
  const text = String(line.text ?? "");
  const rest = strip(text);
  if (isOwnTool(line) || (rest !== text && rest === "")) return { ...line, own: true };
  return rest === text ? line : { ...line, text: rest };
}

function strip(text: string): string {
  let rest = text;
  for (;;) {
    const begin = rest.indexOf(OWN_BEGIN);
    if (begin < 0) return rest === text ? text : bare(rest);
    const end = rest.indexOf(OWN_END, begin);
    rest = rest.slice(0, begin) + (end < 0 ? "" : rest.slice(end + OWN_END.length));
  }
}

/** What a host wraps around injected text means nothing without it. */
function bare(text: string): string {
  return text
    .replace(/<(\/?)(hook_context|system-reminder|system_reminder|qwen:[a-z-]*context)[^>]*>/g, "")
    .trim();
}

/** Calls of our own tools, and our own command on a shell. */
function isOwnTool(line: Payload): boolean {
  if (line.role !== "tool") return false;
  const tool = String(line.tool ?? "");
  return /(^|_)tidemark(_|$)/.test(tool) || /^\s*(?:npx\s+)?tidemark\s/.test(String(line.tool_input ?? ""));
}
