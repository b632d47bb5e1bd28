import * as z from "zod/mini";
import type { EmptyBrief } from "../../../app/briefing/empty-brief.ts";
import { SETTINGS } from "../../../core/config/config.ts";
import { printable } from "../../../core/text/printable.ts";
import { withHelp } from "../inputs.ts";

import { count } from "./tape-text.ts";

/** The maximum number of tokens of a text for an agent, within the limits of the setting. */
export function budgetInput(setting: "brief.tokens" | "delta.tokens") {
  const { min, max } = SETTINGS[setting];
  return withHelp(
    z.optional(z.coerce.number().check(z.multipleOf(1), z.minimum(min), z.maximum(max))),
    "Maximum number of tokens",
  );
}

/** The text for an agent, unchanged; nothing if it is empty. */
export const agentText = ({ text }: { readonly text: string }): string =>
  text === "" ? "" : printable(text).replace(/\n$/, "");

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
