import type { Store, TapeEnd } from "./store.ts";

/** Opens stores beside the one in use, and says which one the memory is kept in. */
export interface StoreMover {
  /** The store at an address, or the one of the memory folder for "local". The caller closes it. */
  open(to: string): Promise<{ readonly store: Store; readonly name: string }>;
  /** Keeps the database that a move left in the memory folder under another name, so that a new one can be made. */
  setLocalAside(): void;
  /** Changes whenever the memory is moved. */
  identity(): string;
  /** From now on the memory is kept there, up to this end at least. Gives the variable that still says otherwise, if any. */
  settle(to: string, end: TapeEnd): string | undefined;
}
