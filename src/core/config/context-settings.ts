import { LANGUAGES } from "../active-context/document/titles.ts";
import { problemOfFolder } from "../active-context/registry/file-names.ts";
import type { Setting } from "./config.ts";

/** Where the active context lies, in which language it is begun, and whether a prompt switches it. */
export const CONTEXT_SETTINGS = {
  "context.folder": {
    summary: "Folder of the active context, relative to the worktree's root.",
    env: "TIDEMARK_CONTEXT_FOLDER",
    type: "text",
    min: 1,
    max: 200,
    form: { says: "a folder below the project's root, like ai_memory", problemOf: problemOfFolder },
    default: "ai_memory",
  },
  "context.switch_on_request": {
    summary:
      "Whether a user's prompt that starts with `switch to ID` switches the active context to that task automatically.",
    env: "TIDEMARK_CONTEXT_SWITCH_ON_REQUEST",
    type: "switch",
    default: false,
  },
  "context.language": {
    summary: "Language of a new active context; headings and field names are the same in every language.",
    env: "TIDEMARK_CONTEXT_LANGUAGE",
    type: "choice",
    choices: LANGUAGES,
    default: "en",
  },
} as const satisfies { readonly [name: string]: Setting };
