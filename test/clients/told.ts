/** Finds out from the requests to a model what it was told. */
import type { Exchange } from "./model.ts";

/** The mark in the first line of every text that we give to an agent. */
const OURS = "(tidemark)";

/** Whether a request contains these words in our text. Words of the user, or found by the client itself, do not count. */
export function wasTold(asked: readonly Exchange[], words: string): boolean {
  return asked.some(({ body }) =>
    textsIn(body).some((text) => text.includes(OURS) && text.includes(words) && isAfter(text, words)),
  );
}

/** Whether the words occur after our mark, because clients join our text with others. */
function isAfter(text: string, words: string): boolean {
  return text.indexOf(words, text.indexOf(OURS)) >= 0;
}

/** Texts of the last request that the first one did not contain: answers and tool results. */
export function cameBack(asked: readonly Exchange[]): readonly string[] {
  const conversation = asked.filter(({ question }) => (question?.tools.length ?? 0) > 0);
  const known = new Set(textsIn(conversation[0]?.body));
  return textsIn(conversation.at(-1)?.body).filter((text) => !known.has(text));
}

/** All strings in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
