import type { KindName } from "./kinds.ts";

/** Kinds that tell an agent what to do. A person has confirmed every item of these kinds. */
const INSTRUCTIONS: readonly string[] = [
  "preference",
  "constraint",
  "decision",
] satisfies readonly KindName[];

export const isInstruction = (kind: unknown): boolean => INSTRUCTIONS.includes(String(kind));
