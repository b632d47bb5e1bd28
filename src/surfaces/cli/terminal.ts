import type { Progress } from "../../app/runtime/deps.ts";
import type { Keys } from "../../ports/keys.ts";
import { type Paint, PLAIN } from "../verbs/text/paint.ts";

/** The terminal of the command line. Tests pass their own. */
export type Terminal = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly isOutTty: boolean;
  readonly isErrTty: boolean;
  /** The width of the screen; undefined if the output is no terminal. */
  readonly columns?: number;
  readonly env: { readonly [name: string]: string | undefined };
  /** The keys of a person at the terminal; absent if input or output is not a terminal. */
  readonly keys?: () => Promise<Keys>;
  readonly style: (format: "bold" | "dim" | "green" | "red", text: string) => string;
};

/** Colours are used only in a terminal, unless turned off. Lines are fitted to the width of a terminal. */
export function paintFor(terminal: Terminal, isColourOff: boolean): Paint {
  const { env } = terminal;
  const width = terminal.isOutTty && terminal.columns ? Math.max(terminal.columns, COLUMNS_MIN) : PLAIN.width;
  const isOff = isColourOff || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  if (isOff || (!terminal.isOutTty && !env.FORCE_COLOR)) return { ...PLAIN, width };
  return {
    width,
    strong: (text) => terminal.style("bold", text),
    faint: (text) => terminal.style("dim", text),
    good: (text) => terminal.style("green", text),
    bad: (text) => terminal.style("red", text),
  };
}

/** The same terminal, with long lines broken between words if a person reads them. */
export function fittedTerminal(terminal: Terminal, { isExact }: { readonly isExact: boolean }): Terminal {
  const { columns, isOutTty, isErrTty } = terminal;
  if (columns === undefined || isExact) return terminal;
  const width = Math.max(columns, COLUMNS_MIN);
  const fit = (line: string): string => (widthOf(line) > width ? brokenLine(line, width) : line);
  const fitting = (write: Terminal["out"]) => (text: string) => write(text.split("\n").map(fit).join("\n"));
  const [out, err] = [
    isOutTty ? fitting(terminal.out) : terminal.out,
    isErrTty ? fitting(terminal.err) : terminal.err,
  ];
  return { ...terminal, out, err };
}

/** A long line continues below the column where its text began. A command stays on one line if it fits. */
function brokenLine(line: string, width: number): string {
  const [hang = ""] = /^ *(?:│ )?(?:[-+] |\S+(?: \S+)*? {2,})?/.exec(line.replace(ESCAPES, "")) ?? [];
  const indent = hang.length > width / 2 ? "    " : hang.replace(/[^│]/g, " ");
  let [done, used] = ["", 0];
  for (const [part] of line.matchAll(/\s*(?:`?tidemark (?:[^`.]|\.\S)+[`.,)]*(?=\s|$)|\S+)|\s+$/gu)) {
    const pieces = widthOf(part.trim()) <= width - indent.length ? [part] : (part.match(/\s*\S+/gu) ?? []);
    for (const piece of pieces) {
      const start = used + piece.search(/\S|$/u);
      const isOver = start > indent.length && used + widthOf(piece.trimEnd()) > width;
      const shown = isOver ? `${indent}${piece.trimStart()}` : piece;
      done += isOver ? `\n${shown}` : shown;
      used = isOver ? widthOf(shown) : used + widthOf(piece);
    }
  }
  return done;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character.
const ESCAPES = /\x1b\[[\d;]*[A-Za-z]|\r/g;
/** Characters that take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const MARKS = /\p{Mn}/gu;

const widthOf = (text: string): number =>
  Array.from(text.replace(ESCAPES, "").replace(WIDE, "xx").replace(MARKS, "")).length;

/** A pane that is nearly closed must not turn every line into a column of words. */
const COLUMNS_MIN = 40;

const BAR_WIDTH = 24;
/** Often enough to look alive, and seldom enough to cost nothing. */
const REDRAW_MS = 100;

export type ProgressBar = { readonly progress: Progress; readonly done: () => void };

/** A progress bar on one line of standard error, erased when the work is done; nothing if the output is no terminal. */
export function progressFor(terminal: Terminal, now: () => number): ProgressBar {
  if (!terminal.isErrTty) return { progress: () => {}, done: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    progress: ({ what, done, total }) => {
      if (now() - drawnAt < REDRAW_MS && done < total) return;
      drawnAt = now();
      // A line that the screen broke could not be erased.
      const line = barLine(what, done, total).slice(0, (terminal.columns ?? Number.POSITIVE_INFINITY) - 1);
      terminal.err(`\r\x1b[2K${line}`);
    },
    done: () => {
      if (drawnAt > 0) terminal.err("\r\x1b[2K");
    },
  };
}

function barLine(what: string, done: number, total: number): string {
  if (total <= 0) return `${what} ${done}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
  return `${what} ${bar} ${Math.floor(share * 100)} %  ${done}/${total}`;
}
