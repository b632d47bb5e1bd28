import type { MemoryNotes } from "../../../ports/memory-notes.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";

/** One line for each item. A larger file is not ours. */
const BYTES_MAX = 64 * 1024 * 1024;

export function memoryNotes(memoryDir: string): MemoryNotes {
  const memory = ownedFolder(memoryDir);
  return {
    read: (name) => memory.read(name, BYTES_MAX)?.toString("utf8"),
    write: (name, text) => {
      if (memory.exists()) memory.replace(name, text);
    },
  };
}
