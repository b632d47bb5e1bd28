import { MemoryError } from "../../core/failure.ts";
import { printable } from "../../core/text/printable.ts";
import { failureJson } from "../verbs/failure-json.ts";
import type { Paint } from "../verbs/text/paint.ts";

/** Exit codes of the command line: 0 done, 1 something was found, 2 wrong use, 3 the memory cannot be used. */
export function exitCodeOf(error: unknown): 2 | 3 {
  return error instanceof MemoryError && error.code.startsWith("input.") ? 2 : 3;
}

/** A failure as text: what happened, then what to do. */
export function failureText(error: unknown, paint: Paint): string {
  const { message, fix } = failureJson(error).error;
  const fixes = fix === undefined ? [] : printable(fix).split("\n");
  return [`${paint.bad("tidemark:")} ${printable(message)}`, ...fixes.map((line) => `  ${line}`)].join("\n");
}
