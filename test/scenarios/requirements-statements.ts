import { core } from "./requirement.ts";

/** Statements from a person's turns: each can be read without its conversation, and is kept once. */
export const STATEMENTS_KEPT = {
  "statements.alone": core(
    "A choice is kept with its subject, what was chosen and what was not; a sentence that points back with the one it points to.",
  ),
  "statements.beside": core(
    "A statement is kept with the short sentences of its turn that no other statement is made of, each of them once.",
  ),
  "statements.fragment": core("A value whose subject is nowhere to be found becomes no unit."),
  "statements.own-question": core(
    "The subject before a statement is the question that it answers, never a request of the person before it.",
  ),
  "statements.passing": core(
    "A favour, something imagined, something that is waved off and another's opinion in quotes are not kept.",
  ),
  "statements.once": core("A statement said again in nearly the same words confirms the unit that says it."),
  "statements.copied": core(
    "Text that agents are told has no HTML entities, and a command in it can be copied; what a host could take for its own tag cannot close it.",
  ),
} as const;
