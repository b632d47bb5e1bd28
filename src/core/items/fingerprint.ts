import { canonical } from "../tape/canonical.ts";
import type { Sha256 } from "../tape/chain.ts";

/** The identity of a statement's content: two ways to write the same words in one kind and topic are one. */
export function fingerprint(
  sha256: Sha256,
  statement: { readonly kind: string; readonly topic?: unknown; readonly text: string },
): string {
  const topic = typeof statement.topic === "string" ? normalizeText(statement.topic) : "";
  return sha256(canonical([statement.kind, topic, normalizeText(statement.text)])).slice(0, 32);
}

/**
 * The identity of the words alone, whatever kind and topic they are filed under: what must not come back must not
 * come back as something else.
 */
export const wordsPrint = (sha256: Sha256, text: string): string =>
  sha256(canonical(["words", normalizeText(text)])).slice(0, 32);

/** Folds case, width, spacing and closing punctuation; letters of every script stay what they are. */
function normalizeText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/(?<![.!。！\s])[.!。！\s]+$/u, "")
    .trim();
}
