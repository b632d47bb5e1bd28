import { MemoryError } from "../../core/failure.ts";
import { failureJson } from "../verbs/failure-json.ts";
import { flow, type Paint, printable } from "../verbs/text/paint.ts";

/** How the command line ends: 0 done, 1 something was found, 2 wrong use, 3 the memory cannot be used. */
export function exitCodeOf(error: unknown): 2 | 3 {
  return error instanceof MemoryError && error.code.startsWith("input.") ? 2 : 3;
}

/** A failure for people: what happened, then what to do. */
export function failureText(error: unknown, paint: Paint): string {
  const { message, fix } = failureJson(error).error;
  const name = "tidemark: ";
  const head = { text: `${paint.bad(name.trimEnd())} `, width: name.length };
  const [first = "", ...rest] = printable(message).split("\n");
  const fixes = fix === undefined ? [] : printable(fix).split("\n");
  const under = [...rest, ...fixes.map((line) => `  ${line}`)].map((line) =>
    flow(NOTHING, line, { indent: "  ", width: paint.width }),
  );
  return [flow(head, first, { indent: "  ", width: paint.width }), ...under].join("\n");
}

const NOTHING = { text: "", width: 0 };
