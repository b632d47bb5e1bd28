import { problemOfGlobs } from "../documents/globs.ts";
import type { Setting } from "./config.ts";

/** Settings that select the documents of the repository. */
export const DOCUMENT_SETTINGS = {
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
} as const satisfies { readonly [name: string]: Setting };
