import type { Setting } from "./config.ts";

/** Keeps the memory in the project's own folder, regardless of other settings. */
export const LOCAL_STORE = "local";

/**
 * Where the memory is stored. These settings are personal: a repository that could set them could send a stranger's sessions to its own
 * server.
 */
export const STORE_SETTINGS = {
  "store.url": {
    summary:
      "Address of a team's PostgreSQL database (default: each memory is a file in its project's folder).",
    env: "TIDEMARK_STORE",
    type: "text",
    min: 1,
    max: 1_000,
    example: "postgres://USER:PASSWORD@HOST:5432/DATABASE",
    isPersonal: true,
    isSecret: true,
    form: {
      says: `an address that starts with postgres://, or "${LOCAL_STORE}"`,
      problemOf: (text: string) =>
        text === LOCAL_STORE || /^postgres(ql)?:\/\//.test(text)
          ? undefined
          : "it starts with something else",
    },
  },
  "store.wait_ms": {
    summary: "How long a writer waits for the write lock or a lost server, in milliseconds.",
    env: "TIDEMARK_WAIT_MS",
    type: "number",
    min: 100,
    max: 60_000,
    default: 10_000,
  },
} as const satisfies { readonly [name: string]: Setting };
