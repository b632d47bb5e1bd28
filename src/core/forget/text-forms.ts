/** Maximum length of a piece that is searched as a whole: a longer text may be split over several pages of a database. */
const PIECE_CHARS_MAX = 160;

/**
 * The ways in which a text may be written in a file of ours: as it is, on one line, and as JSON (also nested, as in the log of rejected
 * input), HTML and URLs write it. The longest form comes first, so that a replacement leaves no remainder.
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
    // Half a surrogate pair cannot be encoded in a URL.
    return [];
  }
}

/** A form itself or, if it is long, its beginning, middle and end. */
export function piecesOf(form: string): readonly string[] {
  if (form.length <= PIECE_CHARS_MAX) return [form];
  const last = form.length - PIECE_CHARS_MAX;
  return [0, Math.floor(last / 2), last].map((start) => form.slice(start, start + PIECE_CHARS_MAX));
}
