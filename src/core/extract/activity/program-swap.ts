import type { Command } from "./command.ts";
import { isKinProgram } from "./same-but-for.ts";

/** One program in place of another, everything else being equal. */
export type ProgramSwap = { readonly failed: string; readonly passed: string };

/** The programs, where two commands differ in nothing but the word that names theirs. */
export function programSwap(failed: Command, passed: Command): ProgramSwap | undefined {
  const [one = "", ...rest] = failed.base.split(" ");
  const [other = "", ...others] = passed.base.split(" ");
  const isSwap = one !== other && rest.length > 0 && isKinProgram(one, other);
  return isSwap && rest.join(" ") === others.join(" ") ? { failed: one, passed: other } : undefined;
}
