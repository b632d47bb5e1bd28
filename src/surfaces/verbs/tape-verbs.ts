import { z } from "zod";
import { exportTo } from "../../app/export.ts";
import { forget } from "../../app/forget.ts";
import { importAny } from "../../app/import-any.ts";
import { rebuild } from "../../app/rebuild.ts";
import { verify } from "../../app/verify.ts";
import { restore } from "../../app/restore.ts";
import { oneLine } from "./paint.ts";
import { pathInput } from "./path-schema.ts";
import { count, findingText, forgetText, importText, restoreText } from "./tape-text.ts";
import { verb } from "./verb.ts";

export const rebuildVerb = verb({
  name: "rebuild",
  summary: "Throw views away, replay the tape, and say what was different.",
  effect: "destroys",
  input: z.strictObject({
    view: z.array(z.string()).optional().describe("Only this view"),
  }),
  examples: [
    { command: "tidemark rebuild", says: "all views; nothing on the tape changes" },
    { command: "tidemark rebuild --view search", says: "only the search index" },
  ],
  run: (world, { view }) => rebuild(world, view === undefined ? {} : { views: view }),
  text: ({ events, views }, paint) => {
    const lines = views.map(({ view, rows, added, removed, changed }) => {
      const differs = added + removed + changed;
      const verdict = differs === 0 ? paint.good("same") : paint.bad(`${added} added, ${removed} removed, ${changed} changed`);
      return `  ${view.padEnd(11)} ${String(rows).padStart(9)} ${rows === 1 ? "row " : "rows"}  ${verdict}`;
    });
    return [`Replayed ${count(events, "event")}.`, ...lines].join("\n");
  },
});

export const verifyVerb = verb({
  name: "verify",
  summary: "Prove that the chain is whole, the views follow from it and the file is sound.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark verify", says: "ends with 1 when something is wrong" }],
  run: (world) => verify(world),
  text: ({ ok, events, findings }, paint) =>
    ok
      ? `${paint.good("All is well:")} ${count(events, "event")} in an unbroken chain, views equal a replay, database sound.`
      : findings.map((finding) => findingText(finding, paint)).join("\n"),
  isFinding: ({ ok }) => !ok,
});

export const forgetVerb = verb({
  name: "forget",
  summary: "Erase words for good: from the tape, the views, the index and the files.",
  effect: "destroys",
  input: z.strictObject({
    id: z.string().min(1).optional().describe("An item (dec#3), or a turn (turn@17)"),
    text: z.string().min(3).optional().describe("Everything that holds these words"),
    reason: z.string().max(4000).optional().describe("Why; it stays on the tape"),
    dry_run: z.boolean().default(false).describe("Only say what would go"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark forget fct#2", says: "one item; its statement does not come back by itself" },
    { command: 'tidemark forget --text "hunter2" --dry-run', says: "see first what would go" },
  ],
  run: forget,
  text: forgetText,
});

export const exportVerb = verb({
  name: "export",
  summary: "Write the tape and the items as JSON lines into a folder.",
  effect: "reads",
  input: z.strictObject({ dir: pathInput().describe("A new folder, or one that holds an earlier export") }),
  words: ["dir"],
  examples: [{ command: "tidemark export ../memory-export", says: "plain files that another Tidemark can import" }],
  run: exportTo,
  text: ({ events, files }, paint) =>
    `${paint.good("Exported")} ${count(events, "event")} into ${files.map((file) => oneLine(file)).join(", ")}.`,
});

export const importVerb = verb({
  name: "import",
  summary: "Take in what hosts wrote to disk, or an export. What is here already is not repeated.",
  effect: "writes",
  input: z.strictObject({
    path: z.array(z.string().min(1)).optional().describe("Histories or exports; without any, the hosts' own folders"),
    host: z.string().optional().describe("Only this host: claude-code, codex, gemini, qwen, copilot, opencode, pi"),
    since: z.string().optional().describe("Only what was said since: a date, 3d, 2w"),
    dry_run: z.boolean().default(false).describe("Only say what would be added"),
  }),
  words: ["path"],
  examples: [
    { command: "tidemark import", says: "this project's sessions from every host on this machine" },
    { command: "tidemark import ../memory-export --dry-run", says: "see first what an export would bring" },
  ],
  run: importAny,
  text: importText,
});

export const backupVerb = verb({
  name: "backup",
  summary: "Copy the whole memory into one file, while others go on working.",
  effect: "reads",
  input: z.strictObject({ file: pathInput().describe("A new file; an old one is never overwritten") }),
  words: ["file"],
  examples: [{ command: "tidemark backup ../memory.db", says: "a consistent copy" }],
  run: (world, { file }) => world.vault.backup(file),
  text: ({ events, bytes }, paint) => `${paint.good("Saved")} ${count(events, "event")}, ${Math.ceil(bytes / 1024)} KB.`,
});

export const restoreVerb = verb({
  name: "restore",
  summary: "Put a backup in place of the memory, or rescue a damaged one. What was there is kept.",
  effect: "mends",
  input: z.strictObject({
    file: pathInput().optional().describe("A file that `tidemark backup` wrote"),
    salvage: z.boolean().default(false).describe("Copy every event that can still be read out of the damaged database"),
  }),
  words: ["file"],
  examples: [
    { command: "tidemark restore ../memory.db", says: "go back to a backup" },
    { command: "tidemark restore --salvage", says: "when the database is damaged" },
  ],
  run: restore,
  text: restoreText,
});
