/** What a model was told, read from the very requests that reached it. */
import type { Exchange } from "./model.ts";

/** How everything that we tell an agent begins. */
const OURS = "(tidemark)";

/** Whether some request carried these words in a text of ours. What its user said, and what a client found by itself, is none. */
export function wasTold(asked: readonly Exchange[], words: string): boolean {
  return asked.some(({ body }) =>
    textsIn(body).some((text) => text.includes(OURS) && text.includes(words) && isAfter(text, words)),
  );
}

/** The words occur in our own part of the text: clients join it with others. */
function isAfter(text: string, words: string): boolean {
  return text.indexOf(words, text.indexOf(OURS)) >= 0;
}

/** Texts of the last request that the first one did not have: answers and results of tools. */
export function cameBack(asked: readonly Exchange[]): readonly string[] {
  const conversation = asked.filter(({ question }) => (question?.tools.length ?? 0) > 0);
  const known = new Set(textsIn(conversation[0]?.body));
  return textsIn(conversation.at(-1)?.body).filter((text) => !known.has(text));
}

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
