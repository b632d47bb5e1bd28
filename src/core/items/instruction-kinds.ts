import type { KindName } from "./kinds.ts";

/** Kinds that tell an agent what to do. Whatever is one of these, a person stands behind it. */
const INSTRUCTIONS: readonly string[] = [
  "preference",
  "constraint",
  "decision",
] satisfies readonly KindName[];

export const isInstruction = (kind: unknown): boolean => INSTRUCTIONS.includes(String(kind));
