import { printable } from "../../core/text/printable.ts";
import { failureJson } from "../verbs/failure-json.ts";
import type { Paint } from "../verbs/text/paint.ts";

/** A failure as text: what happened, then what to do. */
export function failureText(error: unknown, paint: Paint): string {
  const { message, fix } = failureJson(error).error;
  const fixes = fix === undefined ? [] : printable(fix).split("\n");
  return [`${paint.bad("tidemark:")} ${printable(message)}`, ...fixes.map((line) => `  ${line}`)].join("\n");
}
