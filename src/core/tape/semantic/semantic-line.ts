import { canonical } from "../canonical.ts";
import type { Sha256 } from "../chain.ts";
import type { Instant, Payload } from "../event.ts";

/** Events whose `key` names the fact that they are about. In all other events `key` makes recording twice a no-op. */
const KEYED: ReadonlySet<string> = new Set(["truth.upserted", "truth.resolved", "verification.recorded"]);

export const hasFactKey = (type: string): boolean => KEYED.has(type);

/** Fields that may be given as one text instead of a list. */
const LISTS = ["evidence", "constraints", "outputs", "failed_checks", "missing_evidence"];

export function semanticPayload(given: Payload): Payload {
  const lists = LISTS.filter((name) => typeof given[name] === "string").map((name) => [name, [given[name]]]);
  return { ...given, ...Object.fromEntries(lists) };
}

/** The session of an event that names no session, so that the worker reads it like any other. */
export const standingSession = (agent: string): string => `direct-${agent}`;

type SemanticLine = {
  readonly type: string;
  readonly session: string;
  readonly message: string | undefined;
  readonly at: Instant | undefined;
  readonly body: Payload;
};

/**
 * The key that makes recording the same event twice a no-op: the program's own id, or the content with its time. Without either, every
 * record is new: a truth may be resolved and later become true again in the same words.
 */
export function semanticKey(
  { type, session, message, at, body }: SemanticLine,
  { sha256, ordinal }: { readonly sha256: Sha256; readonly ordinal: number },
): string | undefined {
  if (message !== undefined) return `${type} ${session} ${message}`;
  if (at === undefined) return undefined;
  return `${type} ${session} ${sha256(canonical([at, body])).slice(0, 32)} ${ordinal}`;
}
