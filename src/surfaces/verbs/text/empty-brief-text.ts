import type { EmptyBrief } from "../../../app/briefing/empty-brief.ts";
import { count } from "./tape-text.ts";

/** What is there instead of a brief, and the next step that fits it. */
export function emptyBriefText({ has_memory, sessions, due, waiting }: EmptyBrief): string {
  const state = has_memory
    ? `Nothing to tell an agent yet: ${count(sessions, "session")} recorded, no item kept.`
    : "Nothing to tell an agent: there is no memory here yet.";
  return [state, ...nextSteps({ due, waiting })].join("\n");
}

function nextSteps({ due, waiting }: Pick<EmptyBrief, "due" | "waiting">): string[] {
  if (due > 0) return [`${count(due, "session")} to read: tidemark worker --once`];
  if (waiting > 0) return [`${waiting} to decide on: tidemark review`];
  return [
    "Next: tidemark import               take in this project's earlier sessions",
    '      tidemark remember "…"         say what the next agent should know',
  ];
}
