import { cli, core, store } from "./requirement.ts";

/** Robustness against any text or input: nothing is dropped silently, and no text makes the program slow. */
export const WHOLE = {
  "whole.any-text": store(
    "Any text in any field of any event is read as it was hashed, in every store and through the spool.",
  ),
  "whole.salvage-keeps-readable": store(
    "A salvage keeps every event whose words are as they were recorded, and counts those with unusable ids.",
  ),
  "whole.linear": core("No text path takes time out of proportion to the length of its text."),
  "whole.late-input": cli(
    "A hook waits for its input as long as its host waits for the hook, and counts input that does not come whole.",
  ),
} as const;
