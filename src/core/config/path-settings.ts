import { problemOfGlobs } from "../documents/globs.ts";
import { problemOfIgnoreList } from "../recording/ignore-list.ts";
import type { Setting } from "./config.ts";

/** Settings that select documents of the repository, and folders in which nothing is recorded. */
export const PATH_SETTINGS = {
  "documents.enabled": {
    summary: "Whether documents of the repository are indexed for recall.",
    env: "TIDEMARK_DOCUMENTS_ENABLED",
    type: "switch",
    default: true,
  },
  "documents.paths": {
    summary: "Globs of the tracked Markdown files that are documents, separated by commas.",
    env: "TIDEMARK_DOCUMENTS_PATHS",
    type: "text",
    min: 1,
    max: 1_000,
    form: {
      says: 'globs separated by commas, like "README.md, docs/**/*.md"',
      problemOf: problemOfGlobs,
    },
    default:
      "README.md, ARCHITECTURE.md, CONTRIBUTING.md, docs/**/*.md, **/adr/**/*.md, **/decisions/**/*.md",
  },
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
