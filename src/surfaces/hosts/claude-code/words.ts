import { withoutTags } from "../host-records.ts";

/** Blocks that the client adds to what a person typed. */
const INJECTED = "system-reminder|ide_opened_file|ide_selection|ide_diagnostics";

/** The beginning of a message that the client wrote in the user's name. */
const OF_CLIENT =
  /^\s*(?:<(?:local-command-\w+|bash-(?:stdout|stderr|notification)|task-notification|user-prompt-submit-hook|teammate-message|tick)\b|\[Request interrupted by user|Caveat: The messages below were generated)/;

/** A person's own words in a message; undefined if the client wrote it. */
export function wordsOf(prompt: string): string | undefined {
  const text = withoutTags(prompt, INJECTED);
  if (OF_CLIENT.test(text)) return undefined;
  const said = commandIn(text) ?? (text === prompt ? text : text.trim());
  return said.trim() === "" ? undefined : said;
}

/** The client's text above and below a summary, for the model that continues. */
const PREAMBLE = /^This session is being continued from a previous conversation[^\n]*\n+/;
const AFTERWORD =
  /(?<!\n)\n+(?:If you need specific details from before compaction|Please continue the conversation from where)[\s\S]*$/;

/** The model's own summary of the compacted turns. */
export function summaryIn(text: string): string {
  return withoutTags(text, INJECTED).replace(PREAMBLE, "").replace(AFTERWORD, "").trim();
}

/** A slash command or a shell line is shown as typed. */
function commandIn(text: string): string | undefined {
  const name = taggedText(text, "command-name");
  if (name !== undefined && /^\s*<command-/.test(text))
    return `${name} ${taggedText(text, "command-args") ?? ""}`.trim();
  const line = /^\s*<bash-input>/.test(text) ? taggedText(text, "bash-input") : undefined;
  return line === undefined ? undefined : `! ${line}`;
}

function taggedText(text: string, tag: string): string | undefined {
  const from = text.indexOf(`<${tag}>`);
  const end = from < 0 ? -1 : text.indexOf(`</${tag}>`, from);
  return end < 0 ? undefined : text.slice(from + tag.length + 2, end).trim();
}
