/** The project's own file of settings. */
export interface Settings {
  /** Writes the file with every setting explained and none set, unless the file exists. */
  writeTemplate(): { readonly path: string; readonly isNew: boolean };
}
