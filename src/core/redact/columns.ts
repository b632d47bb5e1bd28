import type { SecretSpan } from "./rule.ts";
import { kindOfName } from "./secret-names.ts";
import { isPlaceholder, isSecretValue, looksTyped } from "./value.ts";

/** Rows of one table that are read; a longer one is a file of data. */
const ROWS_MAX = 500;
const LINE_MAX = 4096;
/** Cells of one line. */
const CELLS_MAX = 64;

/** Lines that were read for a table, and the last one that was checked. */
type SeenLines = { readonly done: Set<number>; readonly last: { start: number; end: number } };

type Cell = { readonly start: number; readonly end: number };

/**
 * Values below the head of a column that names a secret: Markdown, drawn, comma-separated and tab-separated tables.
 * `at` is where the name stands; every line is read for one table only.
 */
export function columnSecrets(text: string, at: number, { done, last }: SeenLines): SecretSpan[] {
  // A line without end is walked over once, not for every name in it.
  if (at >= last.start && at <= last.end) return [];
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const next = text.indexOf("\n", at);
  [last.start, last.end] = [from, next < 0 ? text.length : next];
  if (done.has(from)) return [];
  done.add(from);
  const line = lineAt(text, from + openedAt(text, from, at));
  const copied = line === undefined ? undefined : copiedColumns(text, line);
  const head = copied ?? line;
  const mark = head === undefined ? undefined : copied === undefined ? markOf(text, head) : /,/g;
  if (head === undefined || mark === undefined) return [];
  const cells = cellsOf(text, head, mark);
  if (isRow(text, from, { mark, count: cells.length })) return [];
  const columns = cells.flatMap(({ start, end }, i) => {
    const name = text.slice(start, end);
    const kind = /^[\p{L}\w .'/#*`"-]{2,40}$/u.test(name)
      ? kindOfName(name.replace(/[*`"]/g, ""))
      : undefined;
    return kind === undefined ? [] : [{ column: i, kind }];
  });
  if (columns.length === 0) return [];
  const spans: SecretSpan[] = [];
  const rowMark = copied === undefined ? mark : /\t/g;
  let row = lineAt(text, (line?.end ?? head.end) + 1);
  for (let rows = 0; rows < ROWS_MAX && row !== undefined; rows++, row = lineAt(text, row.end + 1)) {
    const drawn = /^[\s|│├┼┤─+:=-]*$/.test(text.slice(row.start, row.end));
    if (drawn && row.end > row.start) continue;
    done.add(row.start);
    const values = cellsOf(text, row, rowMark);
    if (values.length !== cells.length) break;
    for (const { column, kind } of columns) {
      const cell = values[column];
      const value = cell === undefined ? "" : text.slice(cell.start, cell.end);
      // Blanks part words too: there a value has to look like a password by itself.
      const isTyped = mark.source === " {2,}" ? looksTyped : isTypedCell;
      const isSecret = kind === "password" ? isTyped(value) : isSecretValue(value, { kind, style: "quoted" });
      if (cell !== undefined && isSecret) spans.push({ ...cell, rule: `named-${kind}` });
    }
  }
  return spans;
}

/** The names of the columns that a dump of PostgreSQL lists before their rows. */
function copiedColumns(text: string, { start, end }: Cell): Cell | undefined {
  const found = /^COPY [^\n(]{1,120}\(([^()\n]{1,2000})\) FROM stdin/.exec(text.slice(start, end));
  if (found?.[1] === undefined) return undefined;
  const from = start + found[0].indexOf("(") + 1;
  return { start: from, end: from + found[1].length };
}

/** In a record the table begins behind the quote that opens its text. */
function openedAt(text: string, from: number, at: number): number {
  const start = Math.max(from, at - LINE_MAX);
  const opened = /^[\s\S]*["']\s?:\s?\\{0,3}["']/.exec(text.slice(start, at))?.[0].length;
  return opened === undefined ? 0 : start - from + opened;
}

/** Whether the line above is a row of the same table, so that this one is no head. */
function isRow(
  text: string,
  from: number,
  { mark, count }: { readonly mark: RegExp; readonly count: number },
): boolean {
  if (from === 0) return false;
  const above = lineAt(text, text.lastIndexOf("\n", from - 2) + 1);
  if (above === undefined || /^[\s|+:=-]*$/.test(text.slice(above.start, above.end))) {
    // Below the rule under a head there are only rows.
    return (
      above !== undefined &&
      /^[^+]*\|[^+]*$/.test(text.slice(above.start, above.end)) &&
      text.slice(above.start, above.end).includes("-")
    );
  }
  return cellsOf(text, above, mark).length === count;
}

const isTypedCell = (value: string): boolean =>
  value.length >= 4 &&
  !/\s/.test(value) &&
  !isPlaceholder(value) &&
  (/[\d!#%*+~?@$^&_]/.test(value.slice(1)) || isSecretValue(value, { kind: "password", style: "quoted" }));

function lineAt(text: string, start: number): Cell | undefined {
  if (start > text.length) return undefined;
  const next = text.indexOf("\n", start);
  const end = next < 0 ? text.length : next;
  return end - start > LINE_MAX || end === start ? undefined : { start, end };
}

/** What parts the cells of a head. A comma or a tab does only where every cell is a name. */
function markOf(text: string, { start, end }: Cell): RegExp | undefined {
  const line = text.slice(start, end);
  if ((line.match(/[|│]/g)?.length ?? 0) >= 2 && /^[^(){}=;]*$/.test(line)) return /[|│]{1,2}/g;
  for (const mark of [/\t/g, /,/g, /;/g, / {2,}/g]) {
    const cells = line.split(mark);
    if (
      cells.length >= 2 &&
      cells.every((cell) => /^\s{0,24}["']?[\p{L}_][\p{L}\w .-]{0,30}["']?\s{0,3}$/u.test(cell))
    )
      return mark;
  }
  return undefined;
}

function cellsOf(text: string, { start, end }: Cell, mark: RegExp): Cell[] {
  const cells: Cell[] = [];
  let from = start;
  const line = text.slice(start, end);
  for (const found of line.matchAll(mark)) {
    cells.push(trimCell(text, from, start + found.index));
    from = start + found.index + found[0].length;
    if (cells.length >= CELLS_MAX) break;
  }
  cells.push(trimCell(text, from, end));
  return cells;
}

function trimCell(text: string, from: number, to: number): Cell {
  let [start, end] = [from, to];
  while (start < end && /[\s"'`*]/.test(text[start] ?? "")) start++;
  while (end > start && /[\s"'`]/.test(text[end - 1] ?? "")) end--;
  return { start, end };
}

const HEAD_CELL =
  /<th\b[^<>]{0,200}>\s{0,40}(?:<[a-z]{1,6}>)?([^<>]{1,60})(?:<\/[a-z]{1,6}>)?\s{0,40}<\/th>\s{0,80}(<\/tr>)?/giy;
const BODY_CELL = /<td\b[^<>]{0,200}>\s{0,40}(?:<[a-z]{1,6}>)?([^<>]{0,256})/gi;

/** The same for tables of HTML. */
export function htmlColumnSecrets(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (let at = text.search(/<th\b/i); at >= 0; ) {
    const names: string[] = [];
    HEAD_CELL.lastIndex = at;
    for (let found = HEAD_CELL.exec(text); found && names.length < CELLS_MAX; found = HEAD_CELL.exec(text)) {
      names.push(found[1] ?? "");
      at = HEAD_CELL.lastIndex;
      if (found[2] !== undefined) break;
    }
    const next = text.indexOf("<th", at + 1);
    const end = next < 0 ? text.length : next;
    const kinds = names.map(kindOfName);
    if (kinds.some((kind) => kind !== undefined)) {
      BODY_CELL.lastIndex = at;
      for (let i = 0; i < ROWS_MAX * names.length; i++) {
        const found = BODY_CELL.exec(text);
        if (found === null || found.index >= end) break;
        const value = (found[1] ?? "").trim();
        const kind = kinds[i % names.length];
        const start = found.index + found[0].lastIndexOf(value);
        if (kind !== undefined && value !== "" && isTypedCell(value))
          spans.push({ start, end: start + value.length, rule: `named-${kind}` });
      }
    }
    at = next;
  }
  return spans;
}
