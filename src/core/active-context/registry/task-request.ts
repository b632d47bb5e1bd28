/** The task that a prompt switches to: by id, or a new one by its description. */
export type TaskRequest = {
  readonly id?: string;
  readonly words: string;
  /** Whether the prompt explicitly asks to switch to this id. */
  readonly isSwitch?: true;
  /** Whether the prompt explicitly asks for a new task. */
  readonly isNew?: true;
};

/** Only the start of a prompt counts; later on, tasks are mostly just mentioned. UTF-8 is not a task id. */
const TURNS_TO =
  /^(?:(?:please|now|let'?s|ok(?:ay)?),?\s+){0,3}(?:switch(?:\s+back)?\s+to|continue(?:\s+with)?|go\s+on\s+with|go\s+back\s+to|back\s+to|resume|pick\s+up|work\s+on|start(?:\s+with)?)\s+(?:the\s+)?(?:task\s+|ticket\s+)?(?!(?:utf|ucs|sha|md|aes|rsa|iso|rfc|ecma|es|http|tls|latin|cp|base|gpt|python|node|java|vue|react)-)([A-Za-z][A-Za-z0-9_]{0,30}-\d{1,9})\b/i;
const SWITCHES = /^(?:(?:please|now|let'?s|ok(?:ay)?),?\s+){0,3}switch(?:\s+back)?\s+to\s/i;
const NEW_TASK = /^(?:new|next|another)\s+task\s*:\s*(\S.*)/i;
const LEADING_ID = /^[A-Za-z][A-Za-z0-9_]{0,30}-\d{1,9}\b/;
const WORDS_MAX = 500;

export function taskRequestIn(prompt: string): TaskRequest | undefined {
  const line = prompt.trimStart().split("\n", 1)[0]?.slice(0, WORDS_MAX) ?? "";
  const id = TURNS_TO.exec(line)?.[1];
  if (id !== undefined) return { id, words: line, ...(SWITCHES.test(line) ? { isSwitch: true } : {}) };
  const words = NEW_TASK.exec(line)?.[1];
  if (words === undefined) return undefined;
  const [named] = LEADING_ID.exec(words) ?? [];
  return { words, isNew: true, ...(named === undefined ? {} : { id: named }) };
}
