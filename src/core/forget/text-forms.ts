/** Longest piece that is searched for whole: a longer text may be split over several pages of a database. */
const PIECE_CHARS_MAX = 160;

/**
 * The ways in which a text may be written in a file of ours: as it is, on one line, and as JSON (also JSON inside
 * JSON, as in the log of rejected input), HTML and URLs write it. Longest first, so that a replacement leaves no rest.
 */
export function formsOf(text: string): readonly string[] {
  const oneLine = text.replace(/\s+/g, " ").trim();
  const plain = [text, oneLine];
  const json = plain.map(asJson);
  const all = [...plain, ...json, ...json.map(asJson), ...plain.map(asHtml), ...plain.flatMap(asUrl)];
  return [...new Set(all)].filter((form) => form.trim() !== "").sort((a, b) => b.length - a.length);
}

const asJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const HTML_NAMES: { readonly [sign: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => HTML_NAMES[sign] ?? sign);

function asUrl(text: string): string[] {
  try {
    return [encodeURIComponent(text), encodeURIComponent(text).replaceAll("%20", "+")];
  } catch {
    // Half a surrogate pair cannot stand in a URL.
    return [];
  }
}

/** A form itself, or of a long one its beginning, its middle and its end. */
export function piecesOf(form: string): readonly string[] {
  if (form.length <= PIECE_CHARS_MAX) return [form];
  const last = form.length - PIECE_CHARS_MAX;
  return [0, Math.floor(last / 2), last].map((start) => form.slice(start, start + PIECE_CHARS_MAX));
}
