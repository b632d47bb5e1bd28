import type { Payload } from "../core/tape/event.ts";

/** One record of a host's own history, reduced to what a memory needs. */
export type HostRecord =
  /** Something that happened, in the form that `tidemark record` takes. */
  | { readonly is: "event"; readonly line: Payload }
  /** A kind of record that we know and do not need. */
  | { readonly is: "left_out"; readonly type: string }
  /** A kind of record that we do not know. It is kept unchanged. */
  | { readonly is: "unknown"; readonly type: string; readonly raw: string; readonly session?: string }
  /** Not a record: an incomplete or broken line. */
  | { readonly is: "unreadable"; readonly why: string };

/** A history file that is being read. It is never written to. */
export type HistorySource = {
  readonly path: string;
  readonly lines: () => AsyncIterable<string>;
  /** The rows of a query, for hosts that keep a database. */
  readonly rows: (sql: string) => AsyncIterable<{ readonly [column: string]: unknown }>;
};

/** Where hosts keep their files for a user. */
export type HostEnvironment = {
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
};

/** Reads one host's history. Each host has a folder of its own, and all readers pass the same fixtures test. */
export interface HistoryReader {
  readonly host: string;
  /** Folders in which the host keeps its history, whether they exist or not. */
  folders(where: HostEnvironment): readonly string[];
  /** True for a path below one of those folders that is a history. */
  isHistory(path: string): boolean;
  /** True when a file found anywhere looks like this host's. `head` is its first line, or "" for a database. */
  recognises(path: string, head: string): boolean;
  read(source: HistorySource): AsyncIterable<HostRecord>;
}
