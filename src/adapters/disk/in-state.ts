import { MemoryError } from "../../core/failure.ts";
import { codeOf } from "./disk-failure.ts";
import type { OwnedFolder } from "./owned-folder.ts";

/** Does something in the user's state folder, and explains a failure. */
export function inState<T>(state: OwnedFolder, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (cause instanceof MemoryError || codeOf(cause) === undefined) throw cause;
    throw new MemoryError(
      "store.read_only",
      `Your state folder ${state.path} cannot be used (${String(codeOf(cause))}), and Tidemark keeps a memory only if it can record that it is yours.`,
      {
        cause,
        fix: `Make it writable for you, or name another one: XDG_STATE_HOME=/a/folder/of/yours tidemark …`,
      },
    );
  }
}
