import { find } from "../../app/items/find.ts";
import { topics } from "../../app/items/topics.ts";
import type { WorkerDeps } from "../../app/runtime/deps.ts";
import type { MemoryWords } from "./completion.ts";

/** More words than anybody reads in a shell. */
const WORDS_MAX = 200;

/** Bash executes parts of a completed word, such as `$(…)`, and anybody may have named a topic. So only plain words are completed. */
const PLAIN_WORD = /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u;

/** The words that a shell offers while a person types: labels of live items, the last changed first, or topics. */
export async function completedWords(
  deps: WorkerDeps,
  what: Parameters<MemoryWords>[0],
): Promise<readonly string[]> {
  if (what === "items")
    return (await find(deps, { limit: WORDS_MAX, offset: 0 })).items.map(({ label }) => label);
  const { topics: known } = await topics(deps, { limit: WORDS_MAX });
  return known.flatMap(({ topic }) => (PLAIN_WORD.test(topic) ? [topic] : []));
}
