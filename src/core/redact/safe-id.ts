import { redact } from "./redact.ts";

/** Ids that hosts draw, by far the most: they are not searched. */
const DRAWN =
  /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:toolu|tooluse|msg|call|ses|evt|req|resp|chatcmpl|prt|run|agent)[_-][A-Za-z0-9]{1,28}|.{0,11})$/s;
/** Half of what a digest has: enough to keep the ids of one project apart, too little to stand for the secret. */
const DIGEST_LENGTH = 12;

/**
 * An id of a session, a call, a message or an agent as it may be kept. One that is or holds a secret becomes another
 * one, the same for the same id, so that what belongs together stays together.
 */
export function safeId(id: string, sha256: (text: string) => string): string {
  if (DRAWN.test(id) || redact(id).found.length === 0) return id;
  return `redacted-${sha256(id).slice(0, DIGEST_LENGTH)}`;
}
