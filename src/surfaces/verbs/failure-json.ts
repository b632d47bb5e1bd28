import { type FailureCode, MemoryError } from "../../core/failure.ts";

/** The error document that programs read. */
export function failureJson(error: unknown): {
  error: { code: FailureCode | "bug"; message: string; field?: string; fix?: string };
} {
  if (!(error instanceof MemoryError))
    return { error: { code: "bug", message: messageOf(error), fix: REPORT } };
  const { code, message, field, fix } = error;
  return {
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      ...(fix === undefined ? {} : { fix }),
    },
  };
}

const REPORT =
  "This is a bug in Tidemark. Nothing half-done was kept. Please report it with the command you ran.";

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
