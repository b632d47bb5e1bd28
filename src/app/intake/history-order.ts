import type { Instant } from "../../core/tape/event.ts";
import { parseInstant } from "../../core/time.ts";
import type { Histories } from "../../ports/histories.ts";
import type { HistoryReader } from "../../ports/host.ts";

export type HistoryFile = { readonly path: string; readonly reader: HistoryReader };

/** Records of a file that are read to find the first one with a time. */
const RECORDS_READ = 200;

/**
 * Files in the order in which their sessions began: a later statement on the tape counts as the newer one, and file names do not tell the
 * time. Files without a time come last.
 */
export async function inOrderOfTime(
  histories: Histories,
  files: readonly HistoryFile[],
): Promise<HistoryFile[]> {
  const timed: { readonly file: HistoryFile; readonly at: Instant }[] = [];
  for (const file of files)
    timed.push({ file, at: (await firstTime(histories, file)) ?? Number.POSITIVE_INFINITY });
  return timed.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ file }) => file);
}

/** A file that cannot be read has no time here. Its import reports why. */
async function firstTime(histories: Histories, { path, reader }: HistoryFile): Promise<Instant | undefined> {
  let read = 0;
  try {
    for await (const record of reader.read(histories.source(path))) {
      const at =
        record.is === "event" && typeof record.line.at === "string"
          ? parseInstant(record.line.at)
          : undefined;
      if (at !== undefined || ++read >= RECORDS_READ) return at;
    }
  } catch {
    return undefined;
  }
  return undefined;
}
