import { everywhere, mcp } from "./requirement.ts";

/** What a reader of the original designs expects of the program; `docs/designs/` says where each is met. */
export const DESIGNS = {
  "designs.resume-without-turns": everywhere(
    "An agent whose session began and ended, whoever recorded it, is told what others changed since then.",
  ),
  "designs.resume-over-mcp": mcp(
    "An agent that only calls tools is told what others changed since its last session, each change once, with every count and the session's id.",
  ),
} as const;
