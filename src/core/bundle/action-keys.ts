import type { ItemRow } from "../items/items-view.ts";
import { mix } from "../mix.ts";
import { type Action, callsIn, commandsNamed, pathsNamed, pathsOf, plainPath } from "./call.ts";

/** Words of a text that are looked at in pairs. */
const PAIRS_MAX = 200;
/** Letters of such a word: a longer one is no program and no part of a command. */
const WORD_MAX = 100;
/** Folders of a path that are looked at. */
const DEPTH_MAX = 12;

/**
 * Keys by which a hook can tell, without opening the memory, that nothing is noted about a tool call: an item that is
 * about a call has a key in common with it. Each stands for a word or two and holds none of them, so that nothing that
 * was forgotten lies in the file they are kept in.
 */
export function keysOfItem(item: ItemRow): string[] {
  const { kind, command, text, related_paths } = item;
  const paths = [
    ...(Array.isArray(related_paths) ? related_paths.map(String) : []).map(plainPath),
    ...pathsNamed(text),
  ];
  const named = typeof command === "string" ? [command] : commandsNamed(text);
  const calls = named.flatMap(callsIn).map(({ program, words: [first = ""] }) => `${program} ${first}`);
  const pairs = typeof command === "string" ? [] : pairsIn(text);
  return [...(kind === "trap" ? [...calls, ...pairs] : []), ...paths.filter(Boolean).map(pathKey)].map(
    hidden,
  );
}

/** The keys that an item may have that is about this call. */
export function keysOfAction(action: Action): string[] {
  const calls = callsIn(action.command ?? "");
  const commands = calls.flatMap(({ program, words }) => ["", ...words].map((word) => `${program} ${word}`));
  return [...new Set([...commands, ...pathsOf(action, calls).flatMap(stretches).map(pathKey)])].map(hidden);
}

const pathKey = (path: string): string => `path ${path}`;

const hidden = (key: string): string => mix(key)[0].toString(36);

function pairsIn(text: string): string[] {
  const words = text
    .split(/\s+/)
    .slice(0, PAIRS_MAX)
    .map((word) => word.slice(0, WORD_MAX).replace(/^[^\w.]+|[^\w]+$/g, ""));
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

/** Every run of folders in a path. */
function stretches(path: string): string[] {
  const parts = path.split("/").slice(0, DEPTH_MAX);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, i) => parts.slice(from, from + i + 1).join("/")),
  );
}
