import { claudeLikeHook } from "../claude-like-hook.ts";
import { patchedFiles, resultOf } from "./tool-use.ts";
import { wordsOf } from "./words.ts";

/** Codex. It discards the whole reply if it contains an unknown field. */
export const codexHook = claudeLikeHook({
  host: "codex",
  wordsOf,
  resultOf: (input) => ({ ...resultOf(input.tool_response), files: patchedFiles(input.tool_input) }),
  takesContext: new Set(["SessionStart", "SubagentStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"]),
});
