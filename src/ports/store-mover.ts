import type { Store } from "./store.ts";

/** Opens stores beside the one in use, and says which one the memory is kept in. */
export interface StoreMover {
  /** The store at an address, or the one of the memory folder for "local". The caller closes it. */
  open(to: string): Promise<{ readonly store: Store; readonly name: string }>;
  /** From now on the memory is kept there. Gives the variable that still says otherwise, where one does. */
  settle(to: string): string | undefined;
}
