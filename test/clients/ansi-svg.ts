/** Turns the output of `tmux capture-pane -e` into an SVG picture of the terminal. */

type Style = {
  readonly color: string;
  readonly back: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
};
type Run = Style & { readonly text: string; readonly column: number };

const [WIDTH, HEIGHT, MARGIN, BAR] = [8.4, 18, 16, 28];
const [INK, PAPER] = ["#d8dee9", "#1b1f27"];
const PLAIN: Style = { color: INK, back: "", isBold: false, isDim: false };

/** Escape sequences that set colours and styles (SGR). */
const STYLING = new RegExp(`(${"\u001b"}\\[[0-9;]*m)`);

/** The sixteen ANSI colours; the bright ones begin at index 8. */
const NAMED = [
  ..."#3b4252 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d8dee9".split(" "),
  ..."#7f8794 #ff7b86 #b5e08d #ffd58a #82c4ff #dd9cf0 #7fd8e2 #ffffff".split(" "),
];

/** Draws a terminal window with `columns` columns that shows the captured lines. */
export function svgOf(captured: string, { columns, title }: { columns: number; title: string }): string {
  const lines = captured.replace(/\s+$/, "").split("\n");
  const width = Math.ceil(columns * WIDTH + 2 * MARGIN);
  const height = BAR + lines.length * HEIGHT + 2 * MARGIN;
  const body = lines.flatMap((line, row) => runsOf(line).map((run) => drawn(run, row))).filter(Boolean);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
    ...["#e06c75", "#e5c07b", "#98c379"].map(
      (fill, i) => `<circle cx="${MARGIN + 6 + i * 18}" cy="18" r="5.5" fill="${fill}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">`,
    ...body,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** Splits a line into runs of text with the same style. */
export function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let style = PLAIN;
  let column = 0;
  for (const piece of line.split(STYLING)) {
    if (piece.startsWith("\u001b[")) style = styled(style, piece.slice(2, -1).split(";").map(Number));
    else if (piece !== "") {
      runs.push({ ...style, text: piece, column });
      column += [...piece].length;
    }
  }
  return runs;
}

/** The captured text without escape sequences. */
export function wordsOf(captured: string): string {
  const lines = captured.split("\n").map((line) => runsOf(line).map(({ text }) => text));
  return lines.map((texts) => texts.join("")).join("\n");
}

function styled(style: Style, codes: readonly number[]): Style {
  let next = style;
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0;
    if (code === 38 || code === 48) {
      const { color, length } = parseColor(codes.slice(i + 1));
      next = code === 38 ? { ...next, color } : { ...next, back: color };
      i += length;
    } else next = named(next, code);
  }
  return next;
}

function named(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 7) return { ...style, color: PAPER, back: INK };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 27) return { ...style, color: INK, back: "" };
  if (code === 39) return { ...style, color: INK };
  if (code === 49) return { ...style, back: "" };
  const place = NAMED[(code % 10) + (code >= 90 ? 8 : 0)] ?? INK;
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return { ...style, color: place };
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return { ...style, back: place };
  return style;
}

/** A colour given by number or by red, green and blue, and how many codes it used. */
function parseColor([way, ...rest]: readonly number[]): { readonly color: string; readonly length: number } {
  if (way === 2) return { color: hex(rest.slice(0, 3)), length: 4 };
  const n = rest[0] ?? 0;
  if (n < 16) return { color: NAMED[n] ?? INK, length: 2 };
  if (n >= 232)
    return { color: hex([8 + (n - 232) * 10, 8 + (n - 232) * 10, 8 + (n - 232) * 10]), length: 2 };
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  const cube = n - 16;
  const parts = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level);
  return { color: hex(parts), length: 2 };
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, "0")).join("")}`;

function drawn({ text, column, color, back, isBold, isDim }: Run, row: number): string {
  if (text.trim() === "" && back === "") return "";
  const [x, top] = [round(MARGIN + column * WIDTH), BAR + MARGIN + row * HEIGHT];
  const width = round([...text].length * WIDTH);
  const behind =
    back === "" ? "" : `<rect x="${x}" y="${top}" width="${width}" height="${HEIGHT}" fill="${back}"/>`;
  const weight = `${isBold ? ' font-weight="bold"' : ""}${isDim ? ' opacity="0.65"' : ""}`;
  const size = `textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `${behind}<text x="${x}" y="${top + 13}" ${size} fill="${color}"${weight}>${escaped(text)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
