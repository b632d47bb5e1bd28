import { problemOfIgnoreList } from "../recording/ignore-list.ts";
import type { Setting } from "./config.ts";

/** Where nothing is ever recorded. */
export const RECORDING_SETTINGS = {
  "recording.ignore": {
    summary:
      "Patterns of folders in which nothing is recorded, separated by commas. A plain name matches every folder of that name.",
    env: "TIDEMARK_IGNORE",
    type: "text",
    isPersonal: true,
    min: 1,
    max: 4_000,
    form: {
      says: 'patterns separated by commas, like "~/clients/**, secret-*"',
      problemOf: problemOfIgnoreList,
    },
    example: "~/clients/**, secret-*",
  },
} as const satisfies { readonly [name: string]: Setting };
