import type { FilePlace } from "../core/forget/file-families.ts";
import type { TextFinder } from "../core/forget/text-finder.ts";

/** A file below one of the folders that Tidemark writes to. */
export type OurFile = {
  readonly path: string;
  readonly place: FilePlace;
  /** Relative to its place, with forward slashes. */
  readonly name: string;
  /** A database that was in use before the memory was moved to a server. */
  readonly isLeftBehind?: true;
};

/**
 * Every file that Tidemark wrote for this project, to look for words in them and to take the words out. Links are not
 * followed, and what is not a regular file is left alone.
 *
 * A text file is read as text, and searched for base64. Any other is searched for bytes, in UTF-8, UTF-16 and base64.
 */
export interface OurFiles {
  list(): Promise<readonly OurFile[]>;
  /** Which of the files contain the words. */
  holding(files: readonly OurFile[], finder: TextFinder): Promise<readonly OurFile[]>;
  /** True when a file elsewhere, or one in a folder, holds it; undefined when it cannot be read or is too large. */
  holdsAt(path: string, finder: TextFinder): Promise<boolean | undefined>;
  /** Overwrites every occurrence with asterisks in place. Nothing else of the file changes, nor does its length. */
  overwrite(file: OurFile, finder: TextFinder): Promise<void>;
  /** Deletes a file. */
  remove(file: OurFile): Promise<void>;
  /** The text of a file; undefined for one that is not text, is too large, or is gone. */
  text(file: OurFile): Promise<string | undefined>;
  /**
   * Notes that a copy of the memory is about to be written outside, so that it can be named later. Refuses a path on which
   * a link of the project leads out of the project.
   */
  noteCopy(path: string): Promise<void>;
  /** Copies that were noted, the last ones first. Some may be gone since. */
  copies(): Promise<readonly string[]>;
  /** Takes copies that are gone and whose path holds what is looked for off that list. */
  dropGoneCopies(finder: TextFinder): Promise<void>;
}
