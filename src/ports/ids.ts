/** Makes names that sort by time of making and never repeat: `pln_01k9…`. */
export interface Ids {
  next(prefix: string): string;
}
