import { isHostile } from "./items/instruction-like.ts";

/** Names that stand for the program itself or for a person. No agent and no token may have one of them. */
const RESERVED: readonly string[] = ["user", "person", "cli", "worker", "system", "tidemark", "root"];
export const AGENT_NAME_MAX = 64;
const WORDS_MAX = 4;
/**
 * Control characters, invisible characters, bidirectional marks, brackets, quotes and shell characters. Plain names are accepted first:
 * names are checked at every start, and compiling the Unicode classes takes a millisecond.
 */
const isUnfit = (name: string): boolean =>
  !/^[\w .@/-]+$/.test(name) && /[\p{C}\p{Zl}\p{Zp}<>()[\]{}"'`$;|&\\*?!]/u.test(name);

export const AGENT_NAME_FORM = `one line of 1 to ${AGENT_NAME_MAX} characters and at most ${WORDS_MAX} words, without brackets and quotes`;
export const PERSON_NAME_FORM = `1 to ${AGENT_NAME_MAX} letters, digits, spaces, dots, dashes, underscores and @`;

export const isReserved = (name: string): boolean => RESERVED.includes(name.trim().toLowerCase());

/** True for a name that is safe in a brief: agents choose names, and other agents read them. */
export function isAgentName(name: string): boolean {
  const spaced = name.split(/\s+/u).length;
  return (
    name !== "" && name.length <= AGENT_NAME_MAX && spaced <= WORDS_MAX && !isUnfit(name) && isCalm(name)
  );
}

/** True for a name that a token may have. It contains no slash, so that it cannot be mistaken for a person's agent. */
export const isPersonName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N} ._@-]+$/u.test(name) && isAgentName(name);

/** The name of a person's agent on a shared tape. A person at the command line also has such a name. */
export const agentOfPerson = (person: string | undefined, agent: string): string =>
  person === undefined || agent === person || agent.startsWith(`${person}/`) ? agent : `${person}/${agent}`;

/** The person for whom an agent acts, if its name contains the person. */
export const personIn = (name: string): string | undefined =>
  name.includes("/") ? name.slice(0, name.indexOf("/")) : undefined;

/** The agent's own name, without the person's. */
export const agentIn = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Most names are too short to contain an order: the word tables are not loaded for them. */
function isCalm(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.length < 3 || !(isHostile(name) || isHostile(words.join(" ")));
}
