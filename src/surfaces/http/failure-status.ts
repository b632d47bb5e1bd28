import type { AccessRole } from "../../core/access/roles.ts";
import { type FailureCode, MemoryError } from "../../core/failure.ts";
import { remoteFailureJson } from "../verbs/failure-json.ts";
import { jsonResponse } from "./refusal.ts";

/** Failures whose status does not follow from the first word of their code. */
const STATUS: { readonly [code in FailureCode]?: number } = {
  "input.unknown_id": 404,
  "input.tombstone": 410,
  "input.needs_person": 403,
  "input.forbidden": 403,
  "input.illegal_transition": 409,
  "input.conflict": 409,
  "input.nothing_to_undo": 409,
  "input.already_reviewed": 409,
  "input.recording_off": 409,
  "input.not_stale": 409,
  "input.config": 500,
  "store.busy": 503,
};

const BY_FIRST_WORD: { readonly [word: string]: number } = { input: 400, model: 502, embedder: 502 };

function statusOf(code: FailureCode | "bug"): number {
  if (code === "bug") return 500;
  return STATUS[code] ?? BY_FIRST_WORD[code.split(".")[0] ?? ""] ?? 500;
}

/** How a failed verb answers. */
export function failureResponse(error: unknown, role: AccessRole): Response {
  const told = remoteFailureJson(error, role);
  const retry = error instanceof MemoryError && error.retryable ? { "Retry-After": "1" } : {};
  return jsonResponse(told, statusOf(told.error.code), retry);
}
