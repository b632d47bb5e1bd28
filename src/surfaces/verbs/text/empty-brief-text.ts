import type { EmptyBrief } from "../../../app/briefing/empty-brief.ts";
import { count } from "./tape-text.ts";

/** The text shown instead of an empty brief: the state of the memory and the next step. */
export function emptyBriefText({ has_memory, sessions, due, waiting }: EmptyBrief): string {
  const state = has_memory
    ? `The brief is empty: ${count(sessions, "session")} recorded, no items extracted yet.`
    : "The brief is empty: there is no memory here yet.";
  return [state, ...nextSteps({ due, waiting })].join("\n");
}

function nextSteps({ due, waiting }: Pick<EmptyBrief, "due" | "waiting">): string[] {
  if (due > 0) return [`${count(due, "session")} to read: tidemark worker --once`];
  if (waiting > 0) return [`${waiting} to review: tidemark review`];
  return [
    "Next: tidemark import               import this project's earlier sessions",
    '      tidemark remember "…"         record what the next agent should know',
  ];
}
