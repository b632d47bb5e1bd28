import { problemOfIgnoreList } from "../recording/ignore-list.ts";
import type { Setting } from "./config.ts";

/** Where nothing is ever recorded. */
export const RECORDING_SETTINGS = {
  "recording.ignore": {
    summary:
      "Folders in which nothing is ever recorded, with commas between the patterns. A folder's name means every folder of that name.",
    env: "TIDEMARK_IGNORE",
    type: "text",
    isPersonal: true,
    min: 1,
    max: 4_000,
    form: {
      says: 'patterns with commas between them, like "~/clients/**, secret-*"',
      problemOf: problemOfIgnoreList,
    },
    example: "~/clients/**, secret-*",
  },
} as const satisfies { readonly [name: string]: Setting };
