import type { Instant } from "../core/tape/event.ts";

export type WrittenFile = { readonly bytes: number; readonly sha256: string };

/** The beginning of a text, up to the limit asked for. */
export type TextHead = { readonly text: string; readonly isCut: boolean };

/** Files a person named: exports to write, records to read. */
export interface Files {
  /** The lines of a file without their ends, read as a stream; `-` is standard input. */
  lines(path: string): AsyncIterable<string>;
  /** Writes a file whole or not at all, making its folder; readable by its owner only. */
  write(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<WrittenFile>;
  read(path: string): Promise<string | undefined>;
  /** SHA-256 of a file's bytes; undefined when there is no such file. */
  digest(path: string): Promise<string | undefined>;
  /** Names in a folder, sorted; undefined when there is no such folder. */
  list(folder: string): Promise<readonly string[] | undefined>;
  /** When a regular file below a root was last changed; undefined for anything else, and for a link that leads out of the root. */
  changedAt(root: string, path: string): Promise<Instant | undefined>;
  /** The first bytes of such a file, up to a limit; undefined also if they are not UTF-8 text. */
  beginning(root: string, path: string, bytes: number): Promise<TextHead | undefined>;
}
