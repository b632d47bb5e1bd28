import { textField } from "../../../app/intake/json-lines.ts";
import { wordSet } from "../../../core/text/word-set.ts";
import { claudeLikeHook } from "../claude-like-hook.ts";
import { failureOf, resultOf } from "./tool-result.ts";
import { wordsOf } from "./words.ts";

/** Claude Code. Context in the reply to Stop would make the model go on, so none is given there. */
export const claudeCodeHook = claudeLikeHook({
  host: "claude-code",
  wordsOf,
  resultOf: (input, hasFailed) =>
    hasFailed ? failureOf(textField(input, "error") ?? "") : resultOf(input.tool_response),
  takesContext: wordSet(
    "SessionStart SubagentStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PostToolBatch",
  ),
});
