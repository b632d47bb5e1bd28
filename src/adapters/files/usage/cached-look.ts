import type { OwnedFolder } from "../../disk/owned-folder.ts";

/** Reads a file once for every change of it. Each change is a new file under the old name, so its inode, size and time distinguish it. */
export function cachedLook<State>(
  memory: OwnedFolder,
  name: string,
  lookAt: (memory: OwnedFolder) => State,
): () => State {
  let last: { readonly print: string; readonly look: State } | undefined;
  return () => {
    const print = printOf(memory, name);
    if (last?.print !== print) last = { print, look: lookAt(memory) };
    return last.look;
  };
}

function printOf(memory: OwnedFolder, name: string): string {
  try {
    const found = memory.look(name);
    return found === undefined ? "none" : [found.ino, found.size, found.mtimeMs, found.mode].join(" ");
  } catch (cause) {
    return String(cause);
  }
}
