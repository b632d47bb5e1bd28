import { redact } from "./redact.ts";

/** Number of characters before and after a cut that are searched: longer than any token with its name. */
const SEAM = 1024;
/** Maximum length of a token, half of which may be at the end of the searched text. */
const TOKEN_MAX = 512;

/**
 * The beginning of a text. It is cut only after the secret across the cut was removed, because half a token is not recognised. Secrets
 * before the cut stay complete, for the caller that redacts the result.
 */
export function redactedHead(text: string, max: number): string {
  if (text.length <= max) return text;
  const from = Math.max(0, max - SEAM);
  const to = max + SEAM;
  const seam = redact(text.slice(from, to)).text;
  return (
    text.slice(0, from) +
    seam.slice(0, Math.max(0, Math.min(max - from, seam.length - (to < text.length ? TOKEN_MAX : 0))))
  );
}

/** The same for the end of a text. */
export function redactedTail(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.length - max;
  const [from, to] = [Math.max(0, cut - SEAM), cut + SEAM];
  const seam = redact(text.slice(from, to)).text;
  const kept = Math.min(Math.min(to, text.length) - cut, seam.length - (from > 0 ? TOKEN_MAX : 0));
  return seam.slice(seam.length - kept) + text.slice(to);
}
