/** How a text begins that Codex puts into the user's mouth: where it runs, instructions, what its agents report. */
const OF_CLIENT =
  /^\s*(?:<(?:environment_context|user_instructions|subagent_notification|turn_aborted|skill|hook_prompt|user_shell_command|permissions instructions|collaboration_mode|image_resize_notice|goal_context|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;

/** Editors put what is open before the person's own words, and this heading between them. */
const REQUEST = /^# Context from my IDE setup:[\s\S]*?^## My request for Codex:\s*/m;

/** A person's own words in a message of theirs; nothing when the client spoke in their name. */
export function wordsOf(prompt: string): string | undefined {
  if (OF_CLIENT.test(prompt)) return undefined;
  const text = prompt.replace(REQUEST, "");
  return text.trim() === "" ? undefined : text;
}
