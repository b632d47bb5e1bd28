import { problemOfGlobs } from "../documents/globs.ts";
import type { Setting } from "./config.ts";

/** Which documents of the repository can be recalled. */
export const DOCUMENT_SETTINGS = {
  "documents.enabled": {
    summary: "Whether documents of the repository are read, so that they can be recalled.",
    env: "TIDEMARK_DOCUMENTS_ENABLED",
    type: "switch",
    default: true,
  },
  "documents.paths": {
    summary: "Which Markdown files that git tracks are documents, with commas between the globs.",
    env: "TIDEMARK_DOCUMENTS_PATHS",
    type: "text",
    min: 1,
    max: 1_000,
    form: {
      says: 'globs with commas between them, like "README.md, docs/**/*.md"',
      problemOf: problemOfGlobs,
    },
    default:
      "README.md, ARCHITECTURE.md, CONTRIBUTING.md, docs/**/*.md, **/adr/**/*.md, **/decisions/**/*.md",
  },
} as const satisfies { readonly [name: string]: Setting };
