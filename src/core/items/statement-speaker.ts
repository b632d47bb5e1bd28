import { personIn } from "../agent-name.ts";
import { isInstruction } from "./instruction-kinds.ts";
import type { ItemRow } from "./items-view.ts";

/**
 * The author of a statement, as shown in brackets behind its line: `user`, `user ana`, `agent codex`, `program ci`, `tool`. People have
 * names if several share a memory.
 */
export function statementSpeaker(item: ItemRow): string {
  const { origin, kind } = item;
  if (origin === undefined || origin === "user") return userCalled(item.said_by);
  // An order is in effect only if a person or a program of theirs gave it, or a person accepted it.
  if (origin === "agreed" || (isInstruction(kind) && origin !== "program"))
    return `${userCalled(personIn(item.created_by))} agreed`;
  if (origin !== "agent" && origin !== "program") return String(origin);
  return `${origin} ${typeof item.said_by === "string" ? item.said_by : item.created_by}`;
}

const userCalled = (name: unknown): string => (typeof name === "string" ? `user ${name}` : "user");
