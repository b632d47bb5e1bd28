import type { Fix } from "../core/suggestion.ts";
/** Something that was wrong before the memory could be used. */
export type OpeningFault = {
  readonly code: string;
  readonly message: string;
  readonly fix?: Fix;
  /** The file that is at fault, where it is one. */
  readonly file?: string;
};

/** What a doctor needs beyond the memory itself. */
export interface Checkup {
  /** What went wrong while the memory was opened and still is; a doctor goes on anyway. */
  faults(): readonly OpeningFault[];
  /** Gives a file that cannot be read another name, so that a new one can be begun. Nothing deletes it. */
  setAside(file: string): string;
  /** Gives the memory's folder back to its owner to write; false when that cannot be done. */
  makeWritable(): boolean;
  /** Where usage lies as a file. */
  readonly usageFile: string;
  readonly versions: { readonly [program: string]: string };
}
