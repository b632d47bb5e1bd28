/** The beginning of a text that Codex adds in the user's name: its environment, instructions, reports of its agents. */
const OF_CLIENT =
  /^\s*(?:<(?:environment_context|user_instructions|subagent_notification|turn_aborted|skill|hook_prompt|user_shell_command|permissions instructions|collaboration_mode|image_resize_notice|goal_context|INSTRUCTIONS)\b|# AGENTS\.md instructions)/;

/** Editors add the list of open files before the person's own words, with a heading between them. */
const IDE_SETUP = /^# Context from my IDE setup:/m;
const REQUEST = "\n## My request for Codex:";

/** A person's own words in a message; undefined if the client wrote it. */
export function wordsOf(prompt: string): string | undefined {
  if (OF_CLIENT.test(prompt)) return undefined;
  const text = withoutSetup(prompt);
  return text.trim() === "" ? undefined : text;
}

function withoutSetup(prompt: string): string {
  const from = prompt.search(IDE_SETUP);
  const end = from < 0 ? -1 : prompt.indexOf(REQUEST, from);
  return end < 0 ? prompt : prompt.slice(0, from) + prompt.slice(end + REQUEST.length).trimStart();
}
