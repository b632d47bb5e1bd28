import { MemoryError } from "../../core/failure.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { Verb } from "../verbs/verb.ts";
import { COMPLETED_WORDS, type CompletedWords, completionScript, SHELLS } from "./completion.ts";
import type { AskedLocal, GlobalFlags, LocalCommand } from "./program.ts";

/** How a server listens, and who reaches it. */
const SERVE_OPTIONS = [
  { flag: "port", value: "PORT", help: "Where to listen (default 8765, or another where that is taken)" },
  {
    flag: "host",
    value: "NAME",
    help: "Address to listen on (default 127.0.0.1); any other needs tokens and TLS",
  },
  { flag: "name", value: "NAMES", help: "Names by which clients call this server, with commas" },
  { flag: "tls-cert", value: "FILE", help: "Certificate for TLS, in PEM form" },
  { flag: "tls-key", value: "FILE", help: "Its key" },
  { flag: "behind-proxy", help: "A proxy of yours ends TLS and is the only one that reaches this port" },
  { flag: "log", value: "FORM", help: "json: a line on standard error for each request, without content" },
] as const;

/** Commands about the command line itself, which no other surface has. */
export const LOCALS: readonly LocalCommand[] = [
  {
    name: "demo",
    summary: "Play two agent sessions in a throw-away project and show what the next agent is told.",
    words: [],
    examples: [{ command: "tidemark demo", says: "touches nothing of yours" }],
  },
  {
    name: "edit",
    summary: "Edit an item in your editor ($VISUAL or $EDITOR): its text and its fields.",
    words: ["<id>"],
    examples: [{ command: "tidemark edit dec#1", says: "nothing is changed unless you save a change" }],
  },
  {
    name: "completion",
    summary: `Print a completion script for ${SHELLS.join(", ")}; or the words that one completes: ${COMPLETED_WORDS.join(", ")}.`,
    words: ["<shell>"],
    examples: [{ command: 'eval "$(tidemark completion bash)"', says: "in ~/.bashrc" }],
  },
  {
    name: "hook",
    summary: "Hear one event of an agent's host; hosts run this, with the event on standard input.",
    words: ["<host>", "<event>"],
    examples: [{ command: "tidemark help hook", says: "people seldom run it; init wires it into hosts" }],
  },
  {
    name: "mcp",
    summary: "Serve this memory to an agent's host, over standard input and output or over HTTP.",
    words: [],
    options: [
      { flag: "http", value: "PORT", help: "Listen on this port instead; a token is needed to be let in" },
      { flag: "host", value: "NAME", help: "With --http: where to listen (default 127.0.0.1)" },
      { flag: "tools", value: "SET", help: "few: the eight that agents need (default); all: every verb" },
    ],
    examples: [
      { command: "tidemark mcp", says: "what a host starts; people seldom do" },
      { command: "tidemark mcp --tools all", says: "for an agent that shall have every verb" },
    ],
  },
  {
    name: "open",
    summary: "Show the page of this memory in your browser; serves it on this machine where needed.",
    words: [],
    options: [
      { flag: "port", value: "PORT", help: "Serve on this port instead of using a server that runs already" },
      { flag: "no-browser", help: "Print the address instead; it works once, within a minute" },
    ],
    examples: [{ command: "tidemark open", says: "until Ctrl+C, unless tidemark serve runs already" }],
  },
  {
    name: "serve",
    summary: "Serve this memory over HTTP: a page for people, an API for programs, tools for agents.",
    words: [],
    options: SERVE_OPTIONS,
    examples: [
      { command: "tidemark serve", says: "on this machine alone; tidemark open shows the page" },
      {
        command: "tidemark serve --host 0.0.0.0 --name memory.example.com --tls-cert c.pem --tls-key k.pem",
        says: "for a team; everybody needs a token of tidemark token create",
      },
    ],
  },
];

export type LocalDoors = {
  readonly verbs: () => readonly Verb[];
  readonly demo: () => Promise<string>;
  readonly mcp: (options: ServerFlags) => Promise<void>;
  readonly serve: (options: ServerFlags) => Promise<void>;
  readonly open: (options: ServerFlags) => Promise<void>;
  readonly edit: (id: string, flags: GlobalFlags) => Promise<string>;
  /** Labels of items, or topics, of this project. */
  readonly completed: (what: CompletedWords, flags: GlobalFlags) => Promise<readonly string[]>;
};

/** What the command line says of the server that is to run. */
export type ServerFlags = Pick<GlobalFlags, "project" | "agent"> & { readonly [flag: string]: unknown };

export async function runLocal(
  { local, words, options, flags }: AskedLocal,
  doors: LocalDoors,
): Promise<string> {
  if (local === "demo") return doors.demo();
  if (local === "edit") return doors.edit(words[0] ?? "", flags);
  if (local === "mcp" || local === "serve" || local === "open") {
    await doors[local]({ ...flags, ...options });
    return "";
  }
  if (local === "hook") {
    throw new MemoryError("input.invalid", "Name the hook first: flags do not stand before it.", {
      fix: "See: tidemark help hook",
    });
  }
  const shell = words[0] ?? "";
  const what = COMPLETED_WORDS.find((each) => each === shell);
  if (what) return (await doors.completed(what, flags)).map((word) => `${word}\n`).join("");
  const script = completionScript(shell, doors.verbs(), LOCALS);
  if (script !== undefined) return script;
  const close = nearest(shell, SHELLS);
  throw new MemoryError("input.invalid", `There is no completion for "${shell}".`, {
    field: "shell",
    fix: close ? `Did you mean ${close}?` : `Shells: ${SHELLS.join(", ")}.`,
  });
}
