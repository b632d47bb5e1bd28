import type { Check } from "./diagnosis.ts";

/** A folder that cannot be written is noticed while the memory is opened, before any other check. */
export const folderCheck: Check = {
  name: "folder",
  find: async ({ checkup }) =>
    (checkup?.faults() ?? [])
      .filter(({ code }) => isOfFolder(code))
      .map(({ code, message, fix }) => ({
        code,
        level: "error",
        message,
        fix: code === READ_ONLY ? { verb: "doctor", options: { fix: true } } : (fix ?? { verb: "status" }),
      })),
  mend: async ({ checkup, project }, found) => {
    if (checkup === undefined || !found.some(({ code }) => code === READ_ONLY)) return [];
    return checkup.makeWritable() ? [`${project.memoryDir} can be written again.`] : [];
  },
};

/** The open store was opened before this was repaired. */
export const READ_ONLY = "store.read_only";

export const isOfFolder = (code: string): boolean => code.startsWith("store.");
