import { canonical } from "../tape/canonical.ts";
import type { Sha256 } from "../tape/chain.ts";

/** Identifies a statement's content: spellings of the same words in one kind and topic have one fingerprint. */
export function fingerprint(
  sha256: Sha256,
  statement: { readonly kind: string; readonly topic?: unknown; readonly text: string },
): string {
  const topic = typeof statement.topic === "string" ? normalizeText(statement.topic) : "";
  return sha256(canonical([statement.kind, topic, normalizeText(statement.text)])).slice(0, 32);
}

/** Identifies the words alone, without kind and topic: a rejected statement must not come back under another kind or topic. */
export const wordsPrint = (sha256: Sha256, text: string): string =>
  sha256(canonical(["words", normalizeText(text)])).slice(0, 32);

/** Normalizes case, width, spacing and closing punctuation; letters of every script stay unchanged. */
function normalizeText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(/(?<![.!。！\s])[.!。！\s]+$/u, "")
    .trim();
}
