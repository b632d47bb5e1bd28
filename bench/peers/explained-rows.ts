import type { Table } from "../table.ts";

/** Reasons why another server is better in a row, by the beginning of the row's name. */
const EXPLAINED: { readonly [row: string]: string } = {
  "start to list of tools":
    "Ours finds the project and its repository, checks whose memory it is and opens a database; one that is a single JSON file opens nothing.",
  "keep one statement":
    "Ours takes out secrets, links the statement into a hash chain and compares it with those that are kept; the row on flushing says whose acknowledgement outlives a power cut.",
  "find, p95":
    "Ours ranks all that is kept by words, time, place and status; the rows above say how often each then finds what holds.",
  "memory of the server":
    "Ours loads its schemas and the word tables of ten languages, and keeps pages of its index at hand.",
  "bytes on disk":
    "Ours keeps every event with its hashes, a search index and views that are folded from the events, and can undo each change; the others keep the text.",
  "tokens of the tool list":
    "Ours also describes review, tasks and handoffs; the shorter lists only add, read and search.",
};

/** Rows in which a higher value is better; in all others a lower one is. */
const MORE_IS_BETTER = /^(?:what holds|the same where)/;

type LostRow = {
  readonly what: string;
  readonly own: number;
  readonly best: number;
  /** Empty if no reason is given. */
  readonly why: string;
};

/** Rows in which another server is better than ours, which is the first column. */
export function rowsLost({ rows }: Table): LostRow[] {
  return rows.flatMap(([what = "", own = "", ...others]) => {
    const numbers = others.filter((one) => typeof one === "number" && !Number.isNaN(one)).map(Number);
    if (typeof own !== "number" || numbers.length === 0) return [];
    const isMore = MORE_IS_BETTER.test(String(what));
    const best = isMore ? Math.max(...numbers) : Math.min(...numbers);
    const isLost = isMore ? best > own : best < own;
    return isLost ? [{ what: String(what), own, best, why: reasonOf(String(what)) }] : [];
  });
}

const reasonOf = (what: string): string =>
  Object.entries(EXPLAINED).find(([row]) => what.startsWith(row))?.[1] ?? "";

export const explainedTable = (table: Table): Table => ({
  title: "Rows in which another is ahead, and why",
  columns: ["what", "ours", "the best of the others", "why"],
  rows: rowsLost(table).map(({ what, own, best, why }) => [what, own, best, why]),
});
