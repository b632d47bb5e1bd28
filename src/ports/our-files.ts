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
 * Every file that Tidemark wrote for this project, to search it for words and to erase them. Links are not followed, and only regular files
 * are touched. A text file is searched as text and for base64. Any other file is searched for bytes, in UTF-8, UTF-16 and base64.
 */
export interface OurFiles {
  list(): Promise<readonly OurFile[]>;
  /** Which of the files contain the words. */
  holding(files: readonly OurFile[], finder: TextFinder): Promise<readonly OurFile[]>;
  /** Whether a file elsewhere, or one in a folder, contains the words; undefined if it cannot be read or is too large. */
  holdsAt(path: string, finder: TextFinder): Promise<boolean | undefined>;
  /** Overwrites every occurrence with asterisks. The rest of the file and its length stay the same. */
  overwrite(file: OurFile, finder: TextFinder): Promise<void>;
  /** Deletes a file. */
  remove(file: OurFile): Promise<void>;
  /** The text of a file; undefined for one that is not text, is too large, or is gone. */
  text(file: OurFile): Promise<string | undefined>;
  /**
   * Records that a copy of the memory is about to be written outside, so that it can be named later. Refuses a path on which a link of the
   * project leads out of the project.
   */
  noteCopy(path: string): Promise<void>;
  /** Recorded copies, newest first. Some may no longer exist. */
  copies(): Promise<readonly string[]>;
  /** Removes copies from that list that no longer exist and whose path contains the words. */
  dropGoneCopies(finder: TextFinder): Promise<void>;
}
