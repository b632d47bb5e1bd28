/** A range of a text; the end is exclusive. */
export type QuotedRange = { readonly from: number; readonly to: number };

/** The closing mark of each opening mark. */
const CLOSING: { readonly [open: string]: string } = {
  "«": "»",
  "“": "”",
  "„": "“”",
  "「": "」",
  "『": "』",
  "《": "》",
  '"': '"',
};

/** A longer quotation was not meant as one: a mark is missing. */
const QUOTATION_MAX = 8_000;

/** Quotations that continue over the end of a line. Those within a line are handled with its sentence. */
export function quotedRanges(text: string): QuotedRange[] {
  const ranges: QuotedRange[] = [];
  let open: { readonly at: number; readonly close: string; isOverLine: boolean } | undefined;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? "";
    if (open === undefined) {
      const close = CLOSING[letter];
      if (close !== undefined && isOpening(text, i)) open = { at: i, close, isOverLine: false };
    } else if (open.close.includes(letter) && isClosing(text, i)) {
      if (open.isOverLine) ranges.push({ from: open.at, to: i + 1 });
      open = undefined;
    } else if (letter === "\n") {
      open.isOverLine = true;
    } else if (i - open.at > QUOTATION_MAX) {
      open = undefined;
    }
  }
  // Without its closing mark a quotation extends to the end; a straight mark may not be a quotation at all.
  if (open?.isOverLine && open.close !== '"') ranges.push({ from: open.at, to: text.length });
  return ranges;
}

const isSpace = (letter: string | undefined): boolean => letter === undefined || /[\s(:：—–-]/.test(letter);

/** Whether a straight mark opens a quotation: it opens at the start of a word and closes at the end of one. Inches and code do neither. */
const isOpening = (text: string, at: number): boolean =>
  text[at] !== '"' || (isSpace(text[at - 1]) && !isSpace(text[at + 1]));
const isClosing = (text: string, at: number): boolean =>
  text[at] !== '"' ||
  (!isSpace(text[at - 1]) && (text[at + 1] === undefined || /[\s.,;:!?)]/.test(text[at + 1] ?? "")));
