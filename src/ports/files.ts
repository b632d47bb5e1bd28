export type Written = { readonly bytes: number; readonly sha256: string };

/** Files a person named: exports to write, records to read. */
export interface Files {
  /** The lines of a file without their ends, read as a stream; `-` is standard input. */
  lines(path: string): AsyncIterable<string>;
  /** Writes a file whole or not at all, making its folder; readable by its owner only. */
  write(path: string, chunks: AsyncIterable<string> | Iterable<string>): Promise<Written>;
  read(path: string): Promise<string | undefined>;
  /** SHA-256 of a file's bytes; undefined when there is no such file. */
  digest(path: string): Promise<string | undefined>;
  /** Names in a folder, sorted; undefined when there is no such folder. */
  list(folder: string): Promise<readonly string[] | undefined>;
  /** Paths below a folder of the memory that hold these bytes: the proof that something is gone. */
  containing(folder: string, text: string): Promise<readonly string[]>;
}
