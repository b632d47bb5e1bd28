import * as z from "zod/mini";
import { fixText } from "./command-line.ts";
import { described } from "./described.ts";
import { fileInput } from "./path-schema.ts";
import { adoptText } from "./text/adopt-text.ts";
import { forgetText } from "./text/forget-text.ts";
import { importText } from "./text/import-text.ts";
import { oneLine } from "./text/paint.ts";
import { scrubText } from "./text/scrub-text.ts";
import { count, findingText, restoreText, sharedText, viewsText } from "./text/tape-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const rebuildVerb = verb({
  name: "rebuild",
  summary: "Throw views away, replay the tape, and say what was different.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    view: described(z.optional(z.array(z.string())), "Only this view"),
  }),
  examples: [
    { command: "tidemark rebuild", says: "all views; nothing on the tape changes" },
    { command: "tidemark rebuild --view search", says: "only the search index" },
  ],
  run: async (world, { view }) =>
    (await import("../../app/upkeep/rebuild.ts")).rebuild(world, view === undefined ? {} : { views: view }),
  text: ({ events, views }, paint) => {
    const lines = views.map(({ view, rows, added, removed, changed, is_new }) => {
      const differs = added + removed + changed;
      const verdict =
        is_new || differs === 0
          ? paint.good(is_new ? "not built before" : "same")
          : paint.bad(`${added} added, ${removed} removed, ${changed} changed`);
      return `  ${view.padEnd(11)} ${String(rows).padStart(9)} ${rows === 1 ? "row " : "rows"}  ${verdict}`;
    });
    return [`Replayed ${count(events, "event")}.`, ...lines].join("\n");
  },
});

export const verifyVerb = verb({
  name: "verify",
  summary: "Prove that the chain is whole, the views follow from it and the file is sound.",
  effect: "reads",
  remote: "admin",
  input: z.strictObject({}),
  examples: [{ command: "tidemark verify", says: "ends with 1 when something is wrong" }],
  run: async (world) => {
    const { findings, ...found } = await (await import("../../app/upkeep/verify.ts")).verify(world);
    return { ...found, findings: findings.map((each) => ({ ...each, fix: fixText(each.fix) })) };
  },
  text: ({ ok, events, findings, not_built }, paint) =>
    ok
      ? `${paint.good("All is well:")} ${count(events, "event")} in an unbroken chain, ${viewsText(not_built)}, database sound.`
      : findings.map((finding) => findingText(finding, paint)).join("\n"),
  isFinding: ({ ok }) => !ok,
});

export const forgetVerb = verb({
  name: "forget",
  summary: "Erase words for good: from the tape, the views, the index, backups and files.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    id: described(z.optional(z.string().check(z.minLength(1))), "An item (dec#3), or a turn (turn@17)"),
    text: described(
      z.optional(z.string().check(z.minLength(3))),
      "Everything that holds these whole words, in upper or lower case",
    ),
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why; it stays on the tape"),
    handwritten: described(
      z._default(z.boolean(), false),
      "Also erase the words from lines of the active context that somebody wrote by hand",
    ),
    yes: described(z._default(z.boolean(), false), "Also erase words that stand in more than 200 events"),
    dry_run: described(z._default(z.boolean(), false), "Only say what would go"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark forget fct#2", says: "one item; its statement does not come back by itself" },
    { command: 'tidemark forget --text "hunter2" --dry-run', says: "see first what would go" },
    {
      command: 'tidemark forget --text "hunter2"',
      says: "ends with 1 and names the files while the words stand anywhere",
    },
  ],
  run: async (world, input) => (await import("../../app/forgetting/forget.ts")).forget(world, input),
  text: forgetText,
  isFinding: ({ dry_run, complete }) => !dry_run && !complete,
});

export const scrubVerb = verb({
  name: "scrub",
  summary:
    "Take secrets out of what was stored before a rule knew them. Shows them first, by rule and place.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    yes: described(z._default(z.boolean(), false), "Do it; without this nothing is changed"),
    handwritten: described(
      z._default(z.boolean(), false),
      "Also from lines of the active context that somebody wrote by hand",
    ),
  }),
  examples: [
    {
      command: "tidemark scrub",
      says: "count by rule and place; ends with 1 when there is something to take out",
    },
    { command: "tidemark scrub --yes", says: "take them out of the tape, its copies and the files" },
  ],
  isReading: ({ yes }) => !yes,
  run: async (world, input) => (await import("../../app/forgetting/scrub.ts")).scrub(world, input),
  text: scrubText,
  isFinding: ({ complete }) => !complete,
});

export const exportVerb = verb({
  name: "export",
  summary: "Write the memory into a folder: as JSON lines, or as one readable page a topic.",
  effect: "reads",
  input: z.strictObject({
    dir: described(fileInput(), "A new folder, or one that holds an earlier export"),
    format: described(
      z._default(z.enum(["jsonl", "markdown"]), "jsonl"),
      "jsonl, which another Tidemark can import, or markdown, for people",
    ),
  }),
  words: ["dir"],
  examples: [
    { command: "tidemark export ../memory-export", says: "plain files that another Tidemark can import" },
    { command: "tidemark export ../pages --format markdown", says: "an index, and a page a topic" },
  ],
  run: async (world, { dir, format }) => {
    if (format === "markdown")
      return (await import("../../app/intake/export-pages.ts")).exportPages(world, dir);
    return (await import("../../app/intake/export.ts")).exportTo(world, { dir });
  },
  text: (done, paint) => {
    const what = "topics" in done ? count(done.items, "item") : count(done.events, "event");
    return `${paint.good("Exported")} ${what} into ${done.files.map((file) => oneLine(file)).join(", ")}.`;
  },
});

export const shareVerb = verb({
  name: "share",
  summary: "Write the decisions and constraints that hold into a block of AGENTS.md or CLAUDE.md.",
  effect: "reads",
  input: z.strictObject({
    file: described(
      z.optional(fileInput()),
      "A file of the project; without one, the one that has a block, else AGENTS.md or CLAUDE.md",
    ),
    check: described(
      z._default(z.boolean(), false),
      "Change nothing; end with 1 when the block is not current",
    ),
    hook: described(z._default(z.boolean(), false), "Also install a git hook that keeps the block current"),
    yes: described(z._default(z.boolean(), false), "Do not ask first"),
  }),
  words: ["file"],
  examples: [
    { command: "tidemark share --yes", says: "without asking; colleagues read it, also without Tidemark" },
    { command: "tidemark share --check", says: "for CI: ends with 1 when the block is not current" },
    { command: "tidemark share CLAUDE.md --hook --yes", says: "before each commit from now on" },
  ],
  run: async (world, input) => (await import("../../app/share/share.ts")).share(world, input),
  text: sharedText,
  isFinding: ({ checked, changed }) => checked && changed,
});

export const importVerb = verb({
  name: "import",
  summary: "Import sessions that hosts recorded, other tools' memories and rules files, or an export.",
  effect: "receives",
  isReading: ({ dry_run }) => dry_run,
  input: z.strictObject({
    path: described(
      z.optional(z.array(fileInput())),
      "Files or folders: CLAUDE.md, memories of other tools, histories, exports; without any, all that is found",
    ),
    host: described(
      z.optional(z.string()),
      "Only this host: claude-code, codex, gemini, qwen, copilot, opencode, pi",
    ),
    since: described(z.optional(z.string()), "Only what was said since: a date, 3d, 2w"),
    yes: described(z._default(z.boolean(), false), "Import what other tools remember without asking"),
    accept: described(
      z._default(z.boolean(), false),
      "Take imported rules for your own, instead of reviewing each",
    ),
    include_paused: described(
      z._default(z.boolean(), false),
      "Also take in what was said while recording was off",
    ),
    dry_run: described(z._default(z.boolean(), false), "Only say what would be added"),
  }),
  words: ["path"],
  examples: [
    {
      command: "tidemark import",
      says: "this project's sessions from every host; asks before it takes what other tools remember",
    },
    { command: "tidemark import CLAUDE.md AGENTS.md", says: "facts are kept, rules wait for review" },
    { command: "tidemark import CLAUDE.md --accept", says: "the rules in it are your own" },
    { command: "tidemark import ../memory-export --dry-run", says: "see first what an export would bring" },
  ],
  run: async (world, input) => (await import("../../app/intake/import-any.ts")).importAny(world, input),
  text: importText,
});

export const backupVerb = verb({
  name: "backup",
  summary: "Copy the whole memory into one file, while others go on working.",
  effect: "reads",
  input: z.strictObject({ file: described(fileInput(), "A new file; an old one is never overwritten") }),
  words: ["file"],
  examples: [{ command: "tidemark backup ../memory.db", says: "a consistent copy" }],
  run: async (world, { file }) => (await import("../../app/upkeep/backup.ts")).backup(world, file),
  text: ({ events, bytes }, paint) =>
    `${paint.good("Saved")} ${count(events, "event")}, ${Math.ceil(bytes / 1024)} KB.`,
});

export const restoreVerb = verb({
  name: "restore",
  summary: "Put a backup in place of the memory, or rescue a damaged one. What was there is kept.",
  effect: "mends",
  input: z.strictObject({
    file: described(z.optional(fileInput()), "A file that `tidemark backup` wrote"),
    salvage: described(
      z._default(z.boolean(), false),
      "Copy every event that can still be read out of the damaged database",
    ),
  }),
  words: ["file"],
  examples: [
    { command: "tidemark restore ../memory.db", says: "go back to a backup" },
    { command: "tidemark restore --salvage", says: "when the database is damaged" },
  ],
  run: async (world, input) => (await import("../../app/upkeep/restore.ts")).restore(world, input),
  text: restoreText,
});

export const migrateVerb = verb({
  name: "migrate",
  summary: "Move the memory to a PostgreSQL server, for a team, or back into the project's folder.",
  effect: "destroys",
  remote: "never",
  input: z.strictObject({
    to: described(
      z.string().check(z.minLength(1)),
      'The address of the database (postgres://USER:PASSWORD@HOST/DATABASE), or "local"',
    ),
  }),
  examples: [
    {
      command: "tidemark migrate --to postgres://me:secret@db.example.com/team",
      says: "copies the tape, compares its hashes, and uses the server from now on; the old copy stays",
    },
    { command: "tidemark migrate --to local", says: "the way back" },
  ],
  run: async (world, input) => (await import("../../app/upkeep/migrate.ts")).migrate(world, input),
  text: ({ to, events, copied, hash, overruled_by }, paint) =>
    [
      `${paint.good("Moved")} to ${oneLine(to)}: ${count(events, "event")}, ${copied} of them copied now.`,
      `Both tapes end with ${hash.slice(0, 12)}.`,
      ...(overruled_by === undefined
        ? []
        : [paint.bad(`${overruled_by} still names another store, and counts first: unset it.`)]),
    ].join("\n"),
});

export const adoptVerb = verb({
  name: "adopt",
  summary: "Take over a memory that came from elsewhere, or accept that events are missing.",
  effect: "mends",
  isReading: ({ yes }) => !yes,
  input: z.strictObject({
    yes: described(z._default(z.boolean(), false), "Adopt it; without this only show what is in it"),
    all: described(z._default(z.boolean(), false), "Show every statement, not only the newest 20"),
  }),
  examples: [
    { command: "tidemark adopt", says: "what it would tell agents, and who is said to have written it" },
    { command: "tidemark adopt --yes", says: "from now on it is yours, and agents are told what it says" },
  ],
  run: async (world, input) => (await import("../../app/upkeep/adopt.ts")).adopt(world, input),
  text: adoptText,
});
