/** Shorter base64 could be part of anything, such as a hash. */
const BASE64_MIN = 8;
/** Length of the pieces of a long text. They are overwritten one by one if the text spans several pages of a database. */
const CHUNK_CHARS = 64;

/** A text as bytes: in UTF-8, in UTF-16 of both orders, and in base64 at each of its three alignments. */
export function patternsOf(text: string): Buffer[] {
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(little).swap16();
  return [Buffer.from(text, "utf8"), little, big, ...base64PatternsOf(text)];
}

/** A text in base64 at each of its three alignments. */
export function base64PatternsOf(text: string): Buffer[] {
  const utf8 = Buffer.from(text, "utf8");
  return [0, 1, 2].flatMap((shift) => base64Of(utf8, shift));
}

/** The base64 characters that encode only these bytes, whatever surrounds them. */
function base64Of(bytes: Buffer, shift: number): Buffer[] {
  const all = Buffer.concat([Buffer.alloc(shift), bytes]);
  const start = Math.ceil((shift * 8) / 6);
  const end = Math.floor((all.length * 8) / 6);
  const letters = all.toString("base64").slice(start, end);
  if (letters.length < BASE64_MIN) return [];
  const forUrls = letters.replaceAll("+", "-").replaceAll("/", "_");
  return [...new Set([letters, forUrls])].map((each) => Buffer.from(each, "latin1"));
}

/** A long text as a whole and in pieces, a short one unchanged. */
export function chunksOf(text: string): string[] {
  if (text.length <= 2 * CHUNK_CHARS) return [text];
  const count = Math.floor(text.length / CHUNK_CHARS);
  const pieces = Array.from({ length: count }, (_, i) => text.slice(i * CHUNK_CHARS, (i + 1) * CHUNK_CHARS));
  return [text, ...pieces, text.slice(-CHUNK_CHARS)].filter((piece) => piece.trim() !== "");
}
