import * as z from "zod/mini";
import { bundle } from "../../app/bundle.ts";
import { init } from "../../app/init.ts";
import { recall } from "../../app/recall.ts";
import { record } from "../../app/record.ts";
import { status } from "../../app/status.ts";
import { SETTINGS } from "../../core/config/config.ts";
import { described } from "./described.ts";
import { hitLine } from "./hit-text.ts";
import { printable } from "./paint.ts";
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
  run: status,
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

export const recallVerb = verb({
  name: "recall",
  summary: "Find what this project already knows about a question.",
  effect: "reads",
  input: z.strictObject({
    query: described(z.string().check(z.minLength(1), z.maxLength(4000)), "What you want to know"),
    k: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(200)), 8),
      "At most so many",
    ),
    kind: described(z.optional(z.array(z.string())), "Only this kind, or turn"),
    since: described(z.optional(z.string()), "Only what was said since: a date, 3d, 2w"),
  }),
  words: ["query"],
  letters: { k: "k" },
  examples: [
    { command: 'tidemark recall "which package manager builds this"', says: "ask in your own words" },
    { command: 'tidemark recall "deploy" --kind trap -k 3', says: "only traps, at most three" },
  ],
  run: recall,
  text: ({ hits }, paint) =>
    hits.length === 0 ? "Nothing is known about that." : hits.map((hit) => hitLine(hit, paint)).join("\n"),
});

export const briefVerb = verb({
  name: "brief",
  summary: "What the next session would be told.",
  effect: "reads",
  input: z.strictObject({
    budget: described(
      z.optional(
        z.coerce
          .number()
          .check(
            z.multipleOf(1),
            z.minimum(SETTINGS["brief.tokens"].min),
            z.maximum(SETTINGS["brief.tokens"].max),
          ),
      ),
      "At most so many tokens",
    ),
  }),
  examples: [
    { command: "tidemark brief", says: "the page a new agent begins with" },
    { command: "tidemark brief --budget 300", says: "a shorter one" },
  ],
  run: (world, input) => bundle(world, "brief", input),
  text: ({ text }) => (text === "" ? "" : printable(text).trimEnd()),
});
