import type { KindName } from "./kinds.ts";

/** Kinds that tell an agent what to do. Whatever is one of these, a person stands behind it. */
const INSTRUCTIONS: readonly string[] = [
  "preference",
  "constraint",
  "decision",
] satisfies readonly KindName[];

export const isInstruction = (kind: unknown): boolean => INSTRUCTIONS.includes(String(kind));

/** Origins that speak for a person: their own words, their agreement, or a program they let record it. */
const PERSONAL: readonly string[] = ["user", "agreed", "program"];

/**
 * May words of this origin become a unit of this kind? What came out of a tool, a page, a file or an agent alone
 * can tell what is so and what bites; it can not give orders.
 */
export const mayState = (kind: string, origin: string): boolean =>
  !isInstruction(kind) || PERSONAL.includes(origin);
