import { redact } from "./redact.ts";

/** So much of a text before and behind a cut is searched: more than any token and its name have. */
const SEAM = 1024;
/** The end of what was searched may be half of a token too. */
const TOKEN_MAX = 512;

/**
 * The beginning of a text, cut only after the secret that lies across the cut is out of it: nobody knows half a token
 * for one. Secrets before the cut stay whole, for whoever redacts the result.
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
