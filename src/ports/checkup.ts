import type { Fix } from "../core/suggestion.ts";
/** Something that was wrong before the memory could be used. */
export type OpeningFault = {
  readonly code: string;
  readonly message: string;
  readonly fix?: Fix;
  /** The file at fault, if there is one. */
  readonly file?: string;
};

/** What a doctor needs beyond the memory itself. */
export interface Checkup {
  /** What went wrong while the memory was opened and has not been repaired. A doctor continues anyway. */
  faults(): readonly OpeningFault[];
  /** Renames a file that cannot be read, so that a new one can be made. Nothing deletes the old file. */
  setAside(file: string): string;
  /** Makes the memory's folder writable for its owner again; false if that is impossible. */
  makeWritable(): boolean;
  /** Where usage lies as a file. */
  readonly usageFile: string;
  readonly versions: { readonly [program: string]: string };
}
