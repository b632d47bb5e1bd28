import { createReadStream } from "node:fs";
import { linesOf } from "../src/adapters/files/project/user-files.ts";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../src/adapters/sqlite/foreign-rows.ts";
import type { HistoryReader, HistorySource } from "../src/ports/host.ts";
import { HISTORY_READERS } from "../src/surfaces/hosts/readers.ts";

export type Read = {
  /** Non-empty lines, or rows of a database. */
  readonly lines: number;
  readonly records: number;
  /**
   * Lines that the reader ignored silently: reported neither as event, nor left out, unknown or unreadable.
   */
  readonly dropped: number;
};

/** Reads one history as an import does, and counts the lines for which the reader reports nothing. */
export async function readWhole(host: string, path: string): Promise<Read> {
  const reader = HISTORY_READERS.find((one) => one.host === host);
  if (!reader) throw new Error(`There is no reader for ${host}.`);
  const count = { lines: 0, records: 0, dropped: 0 };
  let said = 0;
  for await (const _ of reader.read(
    countingSource(path, { count, said: () => said, begin: () => (said = 0) }),
  )) {
    said++;
    count.records++;
  }
  return count;
}

export const isHistory = (host: string, path: string): boolean =>
  HISTORY_READERS.some((reader: HistoryReader) => reader.host === host && reader.isHistory(path));

type Watch = {
  readonly count: { lines: number; dropped: number };
  readonly said: () => number;
  readonly begin: () => void;
};

/** Counts a line as dropped if the reader asks for the next one without a report on it. */
function countingSource(path: string, { count, said, begin }: Watch): HistorySource {
  return {
    path,
    lines: async function* () {
      for await (const line of linesOf(path, createReadStream(path))) {
        begin();
        yield line;
        if (line.trim() === "") continue;
        count.lines++;
        if (said() === 0) count.dropped++;
      }
    },
    rows: async function* (sql) {
      const isOfParts = /\bJOIN part\b/.test(sql);
      for await (const row of foreignRows(await chooseDriver(), path, sql)) {
        begin();
        yield row;
        if (!isOfParts) continue;
        count.lines++;
        if (said() === 0) count.dropped++;
      }
    },
  };
}
