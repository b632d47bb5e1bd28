import * as z from "zod/mini";
import { init } from "../../app/host-setup/init.ts";
import { record } from "../../app/intake/record.ts";
import { AGENT_HOSTS } from "../../core/agent-hosts.ts";
import { choice, flag, optionalText, withHelp } from "./inputs.ts";
import { fileInput } from "./path-schema.ts";
import { dueLines } from "./text/import-text.ts";
import { initText } from "./text/init-text.ts";
import { count } from "./text/tape-text.ts";
import { verb } from "./verb.ts";

/** Long enough for the names of all hosts. */
const HOSTS_MAX = 400;

export const initVerb = verb({
  name: "init",
  summary: "Create this project's memory and set up the coding agents that use it.",
  effect: "writes",
  alsoWrites: ["files", "settings"],
  remote: "never",
  isReading: ({ print, remove }) => print || remove,
  input: z.strictObject({
    hosts: optionalText(
      `Hosts to set up, separated by commas: ${AGENT_HOSTS.join(", ")}, cursor, generic; "all" sets up those found here`,
      { max: HOSTS_MAX },
    ),
    scope: withHelp(
      z._default(z.enum(["user", "project"]), "user"),
      "Which settings to change: user (yours, for all projects) or project (this project's, for everybody)",
    ),
    print: flag("Print the changes without writing them"),
    remove: flag("Remove Tidemark from the hosts' files; the memory stays"),
    import: flag("Also import earlier sessions of this project (asked in a terminal)"),
    record: choice(
      ["project", "every-repository"],
      "Where to record sessions: project (only where you ran init) or every-repository (asked in a terminal)",
    ),
    yes: flag("Ask no questions"),
    config: flag("Also write .tidemark/config.yaml, with every setting explained"),
  }),
  examples: {
    "tidemark init": "creates .tidemark/; in a terminal, asks which hosts to set up",
    "tidemark init --hosts claude-code,codex": "sets up hooks, tools and instructions for two hosts",
    "tidemark init --hosts codex --print": "shows the changes, for example for your dotfiles",
    "tidemark init --record every-repository": "records in every git repository from now on",
    "tidemark init --import": "starts with the earlier sessions",
    "tidemark init --remove": "restores every file of the hosts",
    "tidemark init --config": "also writes a settings file that you can commit",
  },
  run: init,
  text: initText,
});

export const recordVerb = verb({
  name: "record",
  summary: "Record events from JSON lines, in a file or on standard input.",
  effect: "writes",
  canWait: true,
  input: z.strictObject({
    file: withHelp(z._default(fileInput(), "-"), "A file of JSON lines; - means standard input"),
  }),
  words: ["file"],
  examples: {
    'echo \'{"type":"turn","session":"s1","role":"user","text":"Use pnpm, please"}\' | tidemark record -':
      "record one turn",
    "tidemark record session.jsonl": "record a file; recording it again skips events with a time or id",
  },
  run: record,
  text: ({ recorded, waiting, known, first_position, last_position, due }, paint) => {
    if (waiting)
      return `${paint.good("Kept")} ${count(recorded, "event")} on this machine until the server is back.`;
    const where = first_position === undefined ? "" : ` (positions ${first_position} to ${last_position})`;
    const again = known > 0 ? ` ${known} ${known === 1 ? "was" : "were"} already recorded.` : "";
    const said = `${paint.good("Recorded")} ${count(recorded, "event")}${where}.${again}`;
    return [said, ...dueLines(due)].join("\n");
  },
});
