import { isHostile } from "./items/instruction-like.ts";

/** Names by which the program itself, or a person, is shown. No agent and no token may pass for one of them. */
const RESERVED: readonly string[] = ["user", "person", "cli", "worker", "system", "tidemark", "root"];
export const AGENT_NAME_MAX = 64;
const WORDS_MAX = 4;
/**
 * Controls, invisible characters, marks that turn the direction of writing, brackets, quotes and signs of a shell. Plain names
 * pass first: they are checked at every start, and to make the classes of Unicode takes a millisecond.
 */
const isUnfit = (name: string): boolean =>
  !/^[\w .@/-]+$/.test(name) && /[\p{C}\p{Zl}\p{Zp}<>()[\]{}"'`$;|&\\*?!]/u.test(name);

export const AGENT_NAME_FORM = `one line of 1 to ${AGENT_NAME_MAX} characters and at most ${WORDS_MAX} words, without brackets and quotes`;
export const PERSON_NAME_FORM = `1 to ${AGENT_NAME_MAX} letters, digits, spaces, dots, dashes, underscores and @`;

export const isReserved = (name: string): boolean => RESERVED.includes(name.trim().toLowerCase());

/** True for a name that can be printed in a brief as it is: agents choose it, and other agents read it. */
export function isAgentName(name: string): boolean {
  const spaced = name.split(/\s+/u).length;
  return (
    name !== "" && name.length <= AGENT_NAME_MAX && spaced <= WORDS_MAX && !isUnfit(name) && isCalm(name)
  );
}

/** True for a name that a token can be made for. It holds no slash, so no agent's name behind one is taken for it. */
export const isPersonName = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N} ._@-]+$/u.test(name) && isAgentName(name);

/** What an agent of a person is called on a tape that several people share. A person at the command line is one of them. */
export const agentOfPerson = (person: string | undefined, agent: string): string =>
  person === undefined || agent === person || agent.startsWith(`${person}/`) ? agent : `${person}/${agent}`;

/** The person for whom an agent acts, where its name says so. */
export const personIn = (name: string): string | undefined =>
  name.includes("/") ? name.slice(0, name.indexOf("/")) : undefined;

/** The agent's own name, without the person's. */
export const agentIn = (name: string): string => name.slice(name.indexOf("/") + 1);

/** Short names, by far the most, cannot say enough to be an order: the word tables are not read for them. */
function isCalm(name: string): boolean {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.length < 3 || !(isHostile(name) || isHostile(words.join(" ")));
}
