import * as z from "zod/mini";
import { init } from "../../app/host-setup/init.ts";
import { record } from "../../app/intake/record.ts";
import { described } from "./described.ts";
import { fileInput } from "./path-schema.ts";
import { dueLines } from "./text/import-text.ts";
import { initText } from "./text/init-text.ts";
import { statusText } from "./text/status-text.ts";
import { verb } from "./verb.ts";

/** All hosts by name fit, several times over. */
const HOSTS_MAX = 400;

export const initVerb = verb({
  name: "init",
  summary: "Make this project's memory folder, and set up the hosts that should use it.",
  effect: "writes",
  remote: "never",
  isReading: ({ print, remove }) => print || remove,
  input: z.strictObject({
    hosts: described(
      z.optional(z.string().check(z.maxLength(HOSTS_MAX))),
      "Hosts to set up, with commas: claude-code, codex, gemini, qwen, copilot, opencode, pi, cursor, generic; all for those found here",
    ),
    scope: described(
      z._default(z.enum(["user", "project"]), "user"),
      "Whose settings are changed: user, yours for all projects; project, this project's for everybody",
    ),
    print: described(z._default(z.boolean(), false), "Print what would be written, and write nothing"),
    remove: described(
      z._default(z.boolean(), false),
      "Take out again what was put into the hosts' files; the memory stays",
    ),
    import: described(
      z._default(z.boolean(), false),
      "Also take in the earlier sessions of this project that hosts keep; in a terminal this is asked",
    ),
    record: described(
      z.optional(z.enum(["project", "every-repository"])),
      "Where sessions are recorded: project, only where you ran init; every-repository, in every git repository. In a terminal this is asked",
    ),
    yes: described(z._default(z.boolean(), false), "In a terminal: do not ask anything"),
    config: described(
      z._default(z.boolean(), false),
      "Also write .tidemark/config.yaml with every setting explained",
    ),
  }),
  examples: [
    { command: "tidemark init", says: "make .tidemark/; in a terminal also ask which hosts to set up" },
    {
      command: "tidemark init --hosts claude-code,codex",
      says: "hooks, tools and instructions for two hosts",
    },
    { command: "tidemark init --hosts codex --print", says: "look first, or keep it with your dotfiles" },
    { command: "tidemark init --record every-repository", says: "and in every git repository from now on" },
    { command: "tidemark init --import", says: "and begin with what earlier sessions said" },
    { command: "tidemark init --remove", says: "every file as it was before" },
    { command: "tidemark init --config", says: "and a settings file that git does see" },
  ],
  run: init,
  text: initText,
});

export const statusVerb = verb({
  name: "status",
  summary: "Where things stand, and what to do next.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark status", says: "one screen; plain `tidemark` shows the same" }],
  run: async (world) => (await import("../../app/upkeep/status.ts")).status(world),
  text: statusText,
});

export const recordVerb = verb({
  name: "record",
  summary: "Put events on the tape, as JSON lines from a file or a pipe.",
  effect: "writes",
  input: z.strictObject({
    file: described(z._default(fileInput(), "-"), "A file of JSON lines; - is standard input"),
  }),
  words: ["file"],
  examples: [
    {
      command: `echo '{"type":"turn","session":"s1","role":"user","text":"Use pnpm, please"}' | tidemark record -`,
      says: "record one turn",
    },
    {
      command: "tidemark record session.jsonl",
      says: "record a file; a second time adds nothing that has a time or id",
    },
  ],
  run: record,
  text: ({ recorded, known, first_position, last_position, due }, paint) => {
    const where = first_position === undefined ? "" : ` (positions ${first_position} to ${last_position})`;
    const again = known > 0 ? ` ${known} ${known === 1 ? "was" : "were"} on the tape already.` : "";
    const said = `${paint.good("Recorded")} ${recorded} ${recorded === 1 ? "event" : "events"}${where}.${again}`;
    return [said, ...dueLines(due)].join("\n");
  },
});
