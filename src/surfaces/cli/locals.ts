import { MemoryError } from "../../core/failure.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { Verb } from "../verbs/verb.ts";
import { completeWords, completionScript, type MemoryWords, SHELLS } from "./completion.ts";
import type { AskedLocal, GlobalFlags, LocalCommand } from "./program.ts";

/** Options for how a server listens and who may reach it. */
const SERVE_OPTIONS = [
  { flag: "port", value: "PORT", help: "Port to listen on (default 8765, or another if it is taken)" },
  {
    flag: "host",
    value: "NAME",
    help: "Address to listen on (default 127.0.0.1); any other needs tokens and TLS",
  },
  { flag: "name", value: "NAMES", help: "Host names that clients use, separated by commas" },
  { flag: "tls-cert", value: "FILE", help: "TLS certificate, in PEM format" },
  { flag: "tls-key", value: "FILE", help: "Its key" },
  { flag: "behind-proxy", help: "Your proxy terminates TLS and is the only client of this port" },
  { flag: "log", value: "FORM", help: "json: a line on standard error for each request, without content" },
] as const;

/** Commands of the command line itself, which no other surface has. */
export const LOCALS: readonly LocalCommand[] = [
  {
    name: "demo",
    summary: "Replay two agent sessions in a temporary project and show the next agent's brief.",
    words: [],
    examples: { "tidemark demo": "changes none of your files" },
  },
  {
    name: "edit",
    summary: "Edit an item in your editor ($VISUAL or $EDITOR): its text and its fields.",
    words: ["<id>"],
    options: [{ flag: "text", value: "TEXT", help: "The new text; no editor is opened" }],
    examples: {
      "tidemark edit dec#1": "nothing is changed unless you save a change",
      'tidemark edit dec#1 --text "We build with pnpm"': "the same without an editor",
    },
  },
  {
    name: "completion",
    summary: `Print a completion script for ${SHELLS.join(", ")}.`,
    words: ["<shell>", "[typed...]"],
    examples: {
      'eval "$(tidemark completion bash)"': "in ~/.bashrc",
      "tidemark completion powershell": "add its output to the file that $PROFILE names",
      "tidemark completion words -- find =--k": "what the scripts ask: words that fit",
    },
  },
  {
    name: "hook",
    summary: "Receive one event from a host, on standard input. Hosts run this command.",
    words: ["<host>", "<event>"],
    examples: { "tidemark help hook": "people rarely run it; init adds it to the hosts' settings" },
  },
  {
    name: "mcp",
    summary: "Run the MCP server of this memory, over standard input and output or HTTP.",
    words: [],
    options: [
      { flag: "http", value: "PORT", help: "Listen on this port instead; clients need a token" },
      { flag: "host", value: "NAME", help: "With --http: address to listen on (default 127.0.0.1)" },
      { flag: "tools", value: "SET", help: "few: the eight that agents need (default); all: every command" },
    ],
    examples: {
      "tidemark mcp": "hosts start this; people rarely do",
      "tidemark mcp --tools all": "for an agent that needs every command",
    },
  },
  {
    name: "open",
    summary: "Open the dashboard of this memory in your browser.",
    words: [],
    options: [
      { flag: "port", value: "PORT", help: "Serve on this port instead of using a running server" },
      { flag: "no-browser", help: "Print the address instead; it works once, for one minute" },
    ],
    examples: { "tidemark open": "runs until Ctrl+C, unless tidemark serve is already running" },
  },
  {
    name: "serve",
    summary: "Serve this memory over HTTP: dashboard, API and MCP tools.",
    words: [],
    options: SERVE_OPTIONS,
    examples: {
      "tidemark serve": "only on this machine; tidemark open shows the dashboard",
      "tidemark serve --host 0.0.0.0 --name memory.example.com --tls-cert c.pem --tls-key k.pem":
        "for a team; everybody needs a token (tidemark token create)",
    },
  },
];

export type LocalPorts = {
  readonly verbs: () => readonly Verb[];
  readonly demo: () => Promise<string>;
  readonly mcp: (options: ServerFlags) => Promise<void>;
  readonly serve: (options: ServerFlags) => Promise<void>;
  readonly open: (options: ServerFlags) => Promise<void>;
  readonly edit: (id: string, flags: GlobalFlags, text?: string) => Promise<string>;
  /** Words of this project's memory that a shell completes. */
  readonly memoryWords: (flags: GlobalFlags) => MemoryWords;
};

/** Flags of the server that is to run. */
export type ServerFlags = Pick<GlobalFlags, "project" | "agent"> & { readonly [flag: string]: unknown };

export async function runLocal(
  { local, words, options, flags }: AskedLocal,
  doors: LocalPorts,
): Promise<string> {
  if (local === "demo") return doors.demo();
  if (local === "edit") return doors.edit(words[0] ?? "", flags, options.text?.toString());
  if (local === "mcp" || local === "serve" || local === "open") {
    await doors[local]({ ...flags, ...options });
    return "";
  }
  if (local === "hook") {
    throw new MemoryError("input.invalid", "Name the hook first, then the flags.", {
      fix: "See: tidemark help hook",
    });
  }
  const [shell = "", ...typed] = words;
  if (shell === "words") {
    const commands = { verbs: doors.verbs(), locals: LOCALS };
    const fitting = await completeWords(typed, commands, doors.memoryWords(flags));
    return fitting.map(({ word, about }) => `${word}\t${about}\n`).join("");
  }
  const script = completionScript(shell);
  if (script !== undefined) return script;
  const close = nearest(shell, SHELLS);
  throw new MemoryError("input.invalid", `There is no completion for "${shell}".`, {
    field: "shell",
    fix: close ? `Did you mean ${close}?` : `Shells: ${SHELLS.join(", ")}.`,
  });
}
