import type { Check } from "./diagnosis.ts";
import { foreignText, storeNoteText } from "./foreign-memory.ts";
import { trackedMemory } from "./tracked-memory.ts";

const NAMES_MAX = 20;

/** A memory that came from elsewhere is not read. */
export const foreignCheck: Check = {
  name: "foreign",
  find: async ({ ownership }) => {
    const foreign = ownership?.foreign;
    if (foreign === undefined) return [];
    const names = foreign.entries.slice(0, NAMES_MAX).map((name) => JSON.stringify(name));
    const holds = names.length === 0 ? "" : ` It holds: ${names.join(", ")}.`;
    const instead = foreign.settle === undefined ? " Or move the folder away and start your own memory." : "";
    const message = `${foreignText(foreign)}${holds}${instead}`;
    return [
      {
        code: "memory.foreign",
        level: "error",
        message,
        fix: foreign.settle ?? { verb: "adopt" },
        about: foreign.folder,
      },
    ];
  },
};

/** The user's state folder records where a memory is kept. A file in the project could be anybody's. */
export const storeNoteCheck: Check = {
  name: "store note",
  find: async ({ ownership }) => {
    const file = ownership?.foreignStoreNote();
    if (file === undefined) return [];
    const message = storeNoteText(file);
    return [{ code: "memory.store_note", level: "warn", message, fix: `rm ${JSON.stringify(file)}` }];
  },
};

/** A memory that git tracks is shared with others, who can change it. */
export const trackedCheck: Check = {
  name: "tracked",
  find: async (deps) => {
    const tracked = trackedMemory(deps);
    if (tracked === undefined) return [];
    const message = `Git tracks ${tracked.files} files of the memory: anybody who clones the repository can read them, and a pull can replace them.`;
    return [{ code: "memory.tracked", level: "warn", message, fix: tracked.fix }];
  },
};
