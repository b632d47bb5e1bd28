import type { KindName } from "../core/items/kinds.ts";
import type { HistoryReader, HistorySource, HostEnvironment } from "./host.ts";

/** The histories that hosts keep on this machine. Reading them never changes them. */
export interface Histories {
  /** Every host whose history can be read. Loaded on demand. */
  readers(): Promise<readonly HistoryReader[]>;
  /** Every tool whose memory can be imported. Loaded on demand. */
  importers(): Promise<readonly MemoryImporter[]>;
  readonly where: HostEnvironment;
  /** Files below a folder, or the file itself; nothing when there is no such path. Links are not followed. */
  files(path: string): AsyncIterable<string>;
  /** The first line of a text file; "" for anything else. */
  head(path: string): Promise<string>;
  source(path: string): HistorySource;
  /** Changes whenever the file does. */
  stamp(path: string): Promise<string>;
  /** True when a folder belongs to this project: its root, a worktree of it, or below one of them. */
  isOfProject(cwd: string): boolean;
}

/** A statement or a piece of work that another tool remembers. */
export type ForeignStatement = {
  readonly kind: KindName;
  readonly text: string;
  readonly topic?: string | undefined;
  /** Files or folders that the statement is about, relative to the project's root. */
  readonly paths?: readonly string[] | undefined;
  /** When it was written, according to the tool. */
  readonly at?: string | undefined;
  /** Further fields of the kind. */
  readonly fields?: { readonly [name: string]: unknown } | undefined;
  /** The status of a plan, if the tool records one. */
  readonly status?: string | undefined;
};

/** One entry of another tool's memory: a statement, or why it cannot be imported. */
export type ForeignEntry = {
  /** Where it stands in its file: "line 12", or the id that the tool gives it. */
  readonly entry: string;
} & ({ readonly statement: ForeignStatement } | { readonly refused: string });

/** Where to look for memories of other tools. */
export type ImportPlace = HostEnvironment & {
  /** The root of the project, whose name is its last part. */
  readonly root: string;
  /** Markdown files that git tracks, relative to the root. */
  readonly tracked: readonly string[];
};

/** Reads the memory of one tool. Every entry of a file is either a statement or refused with a reason, so that the counts of an import add up. */
export interface MemoryImporter {
  readonly tool: string;
  /** Files and folders in which the tool keeps its memory of this project, whether they exist or not. */
  places(where: ImportPlace): readonly string[];
  /** True for a file, at one of these places or named by a person, that is this tool's. `head` is its first line. */
  recognises(path: string, head: string): boolean;
  read(source: HistorySource, where: ImportPlace): AsyncIterable<ForeignEntry>;
}
