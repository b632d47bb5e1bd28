import type { AccessRole } from "../../core/access/roles.ts";
import { cutEchoes, type FailureCode, MemoryError, messageOf } from "../../core/failure.ts";
import { fixText } from "./command-line.ts";

/** The error document that programs read. */
export type FailureDocument = {
  error: { code: FailureCode | "bug"; message: string; field?: string; fix?: string };
};

export function failureJson(error: unknown): FailureDocument {
  if (!(error instanceof MemoryError))
    return { error: { code: "bug", message: cutEchoes(messageOf(error)), fix: REPORT } };
  const { code, message, field, fix } = error;
  return {
    error: {
      code,
      message,
      ...(field === undefined ? {} : { field }),
      ...(fix === undefined ? {} : { fix: cutEchoes(fixText(fix)) }),
    },
  };
}

const REPORT =
  "This is a bug in Tidemark. Nothing half-done was kept. Please report it with the command you ran.";

/** The same for a remote caller. Details of an internal failure may name the server's files, so only an admin reads them. */
export function remoteFailureJson(error: unknown, role: AccessRole): FailureDocument {
  const told = failureJson(error);
  const { code } = told.error;
  const isInside = code === "bug" || !code.startsWith("input.") || code === "input.config";
  return isInside && role !== "admin" ? { error: { code, message: INSIDE, fix: ASK_ADMIN } } : told;
}

const INSIDE = "The memory cannot be used now.";
const ASK_ADMIN = "Ask whoever runs this server to run: tidemark doctor";
