import { core, mcp } from "./requirement.ts";

/** Access that a repository, a client or an input must never get. */
export const HOSTILE_GIT = {
  "hostile.programs": core(
    "Git is started in one place only, and few files start a program at all; each is listed with its reason.",
  ),
  "hostile.overrides": core(
    "Every program that a repository's settings name is overridden by the user's own value, or by none.",
  ),
  "hostile.deep-json": core(
    "JSON that others wrote is read in one place, which refuses a value that is nested too deeply.",
  ),
  "hostile.named-files": mcp("No tool reads or writes a file that its caller names."),
} as const;
