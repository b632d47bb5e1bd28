import { mix } from "../mix.ts";
import { cutAt } from "../text/shorten.ts";

/**
 * Characters that no id may contain: controls, line separators, marks that change the writing direction, and lone surrogates. Letters of
 * every script, combining marks and joined emoji are allowed.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Longest name of a session, an agent, a host, a message or a subject. */
export const NAME_MAX = 200;

/** Characters that a database or a UTF-8 file does not return unchanged: NUL, and lone surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

const hasUnsafe = new RegExp(UNSAFE.source, "u");
const hasUnstorable = new RegExp(UNSTORABLE.source, "u");

/**
 * The one grammar of ids: of sessions, agents, hosts, messages, tool calls, subjects and keys. A valid id is unchanged. In any other id
 * each unsafe character is escaped (`%u0000`), and an id that is then too long ends in a digest of the whole id. So the same input always
 * gives the same id, and no event is dropped because of its id.
 */
export function plainId(given: string, max: number = NAME_MAX): string {
  const id = hasUnsafe.test(given) ? given.replace(UNSAFE, writtenOut) : given;
  if (id.length <= max) return id;
  const digest = mix(id).map(hex).join("");
  return `${cutAt(id, max - digest.length - 1)}~${digest}`;
}

/** An id as every store returns it, for ids that do not pass through `plainId`. */
export function storableId(id: string): string {
  return hasUnstorable.test(id) ? id.replace(UNSTORABLE, writtenOut) : id;
}

const writtenOut = (letter: string): string => `%u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

const hex = (word: number): string => word.toString(16).padStart(8, "0");
