import { type FailureCode, MemoryError } from "../../core/failure.ts";
import { type Paint, printable } from "../verbs/paint.ts";

/** How the command line ends: 0 done, 1 something was found, 2 wrong use, 3 the memory cannot be used. */
export function exitCodeOf(error: unknown): 2 | 3 {
  return error instanceof MemoryError && error.code.startsWith("input.") ? 2 : 3;
}

/** The error document that programs read. */
export function failureJson(error: unknown): { error: { code: FailureCode | "bug"; message: string; field?: string; fix?: string } } {
  if (!(error instanceof MemoryError)) return { error: { code: "bug", message: messageOf(error), fix: REPORT } };
  const { code, message, field, fix } = error;
  return { error: { code, message, ...(field === undefined ? {} : { field }), ...(fix === undefined ? {} : { fix }) } };
}

const REPORT = "This is a bug in Tidemark. Nothing half-done was kept. Please report it with the command you ran.";

/** The same for people: what happened, then what to do. */
export function failureText(error: unknown, paint: Paint): string {
  const { message, fix } = failureJson(error).error;
  const head = `${paint.bad("tidemark:")} ${printable(message)}`;
  return fix === undefined ? head : `${head}\n  ${printable(fix)}`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
