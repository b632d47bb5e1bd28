import { redact } from "./redact.ts";

/** Forms of generated ids. They are by far the most frequent and are not searched. */
const DRAWN =
  /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|(?:toolu|tooluse|msg|call|ses|evt|req|resp|chatcmpl|prt|run|agent)[_-][A-Za-z0-9]{1,28}|.{0,11})$/s;
/** Half the length of a digest: enough to distinguish the ids of one project, too little to reveal the secret. */
const DIGEST_LENGTH = 12;

/**
 * An id of a session, a call, a message or an agent in a form that may be stored. An id that is or contains a secret is replaced, always by
 * the same id, so that related events stay related.
 */
export function safeId(id: string, sha256: (text: string) => string): string {
  if (DRAWN.test(id) || redact(id).found.length === 0) return id;
  return `redacted-${sha256(id).slice(0, DIGEST_LENGTH)}`;
}
