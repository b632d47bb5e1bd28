import { cli, everywhere, mcp, store } from "./requirement.ts";

/** What a reader of the original designs expects of the program; `docs/designs/` says where each is met. */
export const DESIGNS = {
  "designs.resume-without-turns": everywhere(
    "An agent whose session began and ended, whoever recorded it, is told what others changed since then.",
  ),
  "designs.resume-over-mcp": mcp(
    "An agent that only calls tools is told what others changed since its last session, each change once, with every count and the session's id.",
  ),
  "designs.stated-at-once": cli(
    "A fact that a program states, by a hook or by `record`, is a unit for whoever asks next, without a worker.",
  ),
  "designs.off-delays": store(
    "While reading is off nothing counts as read, and what was recorded meanwhile is read once it is on.",
  ),
} as const;
