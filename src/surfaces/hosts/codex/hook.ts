import { claudeLikeHook } from "../claude-like-hook.ts";
import { patchedFiles, resultOf } from "./tool-use.ts";
import { wordsOf } from "./words.ts";

/** Codex. It drops the whole reply when there is anything in it that it does not know. */
export const codexHook = claudeLikeHook({
  host: "codex",
  wordsOf,
  resultOf: (input) => ({ ...resultOf(input.tool_response), files: patchedFiles(input.tool_input) }),
  takesContext: new Set(["SessionStart", "SubagentStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"]),
});
