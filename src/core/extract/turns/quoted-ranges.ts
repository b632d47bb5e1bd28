/** Places in a text, the last one not included. */
export type QuotedRange = { readonly from: number; readonly to: number };

/** What closes a quotation that each mark opens. */
const CLOSING: { readonly [open: string]: string } = {
  "«": "»",
  "“": "”",
  "„": "“”",
  "「": "」",
  "『": "』",
  "《": "》",
  '"': '"',
};

/** A quotation that is longer than this was not meant as one: a mark is missing. */
const QUOTATION_MAX = 8_000;

/** Quotations that reach over the end of a line: within one line a sentence knows its own. */
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
  // Without its closing mark a quotation reaches to the end; a straight one may be no quotation at all.
  if (open?.isOverLine && open.close !== '"') ranges.push({ from: open.at, to: text.length });
  return ranges;
}

const isSpace = (letter: string | undefined): boolean => letter === undefined || /[\s(:：—–-]/.test(letter);

/** A straight mark opens at the beginning of a word and closes at the end of one: inches and code do neither. */
const isOpening = (text: string, at: number): boolean =>
  text[at] !== '"' || (isSpace(text[at - 1]) && !isSpace(text[at + 1]));
const isClosing = (text: string, at: number): boolean =>
  text[at] !== '"' ||
  (!isSpace(text[at - 1]) && (text[at + 1] === undefined || /[\s.,;:!?)]/.test(text[at + 1] ?? "")));
