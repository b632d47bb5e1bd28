import type { HistoryReader, HistorySource, HostEnvironment } from "./host.ts";

/** The histories that hosts keep on this machine, and how to look at them without touching them. */
export interface Histories {
  /** Every host whose history can be read; loaded when somebody asks. */
  readers(): Promise<readonly HistoryReader[]>;
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
