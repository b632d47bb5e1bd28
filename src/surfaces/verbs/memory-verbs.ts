import * as z from "zod/mini";
import { init } from "../../app/init.ts";
import { record } from "../../app/record.ts";
import { described } from "./described.ts";
import { pathInput } from "./path-schema.ts";
import { statusText } from "./status-text.ts";
import { dueLines } from "./tape-text.ts";
import { verb } from "./verb.ts";

export const initVerb = verb({
  name: "init",
  summary: "Make this project's memory folder.",
  effect: "writes",
  input: z.strictObject({
    config: described(
      z._default(z.boolean(), false),
      "Also write .tidemark/config.yaml with every setting explained",
    ),
  }),
  examples: [
    { command: "tidemark init", says: "make .tidemark/, which git does not see" },
    { command: "tidemark init --config", says: "and a settings file that git does see" },
  ],
  run: init,
  text: ({ folder, is_new, config_file, config_written }, paint) =>
    [
      is_new ? `${paint.good("Memory made:")} ${folder}` : `The memory is there already: ${folder}`,
      ...(config_file
        ? [config_written ? `Settings to edit: ${config_file}` : `Settings are there already: ${config_file}`]
        : []),
      'Next: tidemark remember "what the next agent should know"',
    ].join("\n"),
});

export const statusVerb = verb({
  name: "status",
  summary: "Where things stand, and what to do next.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark status", says: "one screen; plain `tidemark` shows the same" }],
  run: async (world) => (await import("../../app/status.ts")).status(world),
  text: statusText,
});

export const recordVerb = verb({
  name: "record",
  summary: "Put events on the tape, as JSON lines from a file or a pipe.",
  effect: "writes",
  input: z.strictObject({
    file: described(z._default(pathInput(), "-"), "A file of JSON lines; - is standard input"),
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
