import * as z from "zod/mini";
import type { Adoption, ForeignContents, ForeignStatement } from "../../app/upkeep/adopt.ts";
import { type LostTail, lostPositions, lostTailText } from "../../app/upkeep/lost-tail.ts";
import { AGENT_HOSTS } from "../../core/agent-hosts.ts";
import { fixText } from "./command-line.ts";
import { flag, optionalText, optionalTexts, text, withHelp } from "./inputs.ts";
import { privateInput } from "./item-verbs.ts";
import { fileInput } from "./path-schema.ts";
import { forgetText, scrubText } from "./text/forget-text.ts";
import { importText } from "./text/import-text.ts";
import { oneLine, type Paint } from "./text/paint.ts";
import { count, findingText, restoreText, sharedText, viewsText } from "./text/tape-text.ts";
import { verb } from "./verb.ts";

export const rebuildVerb = verb({
  name: "rebuild",
  summary: "Delete the views, rebuild them from the tape, and report differences.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    view: optionalTexts("Only this view"),
  }),
  examples: {
    "tidemark rebuild": "all views; the tape stays unchanged",
    "tidemark rebuild --view search": "only the search index",
  },
  run: async (deps, { view }) =>
    (await import("../../app/upkeep/rebuild.ts")).rebuild(deps, view === undefined ? {} : { views: view }),
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
  summary: "Verify the hash chain, the views and the database file.",
  effect: "reads",
  remote: "admin",
  input: z.strictObject({}),
  examples: { "tidemark verify": "exits with 1 on a problem" },
  run: async (deps) => {
    const { findings, ...found } = await (await import("../../app/upkeep/verify.ts")).verify(deps);
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
  summary: "Erase text permanently: from the tape, the views, the index, backups and files.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    id: optionalText("An item (dec#3), or a turn (turn@17)", { min: 1 }),
    text: optionalText("Everything that contains these whole words, ignoring case", { min: 3 }),
    reason: optionalText("The reason; it is recorded on the tape", { max: 4000 }),
    handwritten: flag("Also erase the words from hand-written lines of the active context"),
    yes: flag("Also erase words that occur in more than 200 events"),
    dry_run: flag("Only list what would be erased"),
    private: privateInput,
  }),
  words: ["id"],
  examples: {
    "tidemark forget fct#2": "one item; it is not extracted again",
    'tidemark forget --text "hunter2" --dry-run': "lists what would be erased",
    'tidemark forget --text "hunter2"': "exits with 1 and names the files that still contain the words",
  },
  run: async (deps, input) => (await import("../../app/forgetting/forget.ts")).forget(deps, input),
  text: forgetText,
  isFinding: ({ dry_run, complete }) => !dry_run && !complete,
});

export const scrubVerb = verb({
  name: "scrub",
  summary: "Remove stored secrets that today's rules recognise. Shows them first, by rule and place.",
  effect: "destroys",
  remote: "admin",
  input: z.strictObject({
    yes: flag("Remove them; without this option nothing changes"),
    handwritten: flag("Also from hand-written lines of the active context"),
  }),
  examples: {
    "tidemark scrub": "counts by rule and place; exits with 1 if secrets are stored",
    "tidemark scrub --yes": "removes them from the tape, its copies and the files",
  },
  isReading: ({ yes }) => !yes,
  run: async (deps, input) => (await import("../../app/forgetting/scrub.ts")).scrub(deps, input),
  text: scrubText,
  isFinding: ({ complete }) => !complete,
});

export const exportVerb = verb({
  name: "export",
  summary: "Export the memory to a folder: as JSON lines, or as one readable page per topic.",
  effect: "reads",
  alsoWrites: ["files"],
  input: z.strictObject({
    dir: withHelp(fileInput(), "A new folder, or one with an earlier export"),
    format: withHelp(
      z._default(z.enum(["jsonl", "markdown"]), "jsonl"),
      "jsonl (another Tidemark can import it) or markdown (for people)",
    ),
  }),
  words: ["dir"],
  examples: {
    "tidemark export ../memory-export": "plain files that another Tidemark can import",
    "tidemark export ../pages --format markdown": "an index, and one page per topic",
  },
  run: async (deps, { dir, format }) => {
    if (format === "markdown")
      return (await import("../../app/intake/export-pages.ts")).exportPages(deps, dir);
    return (await import("../../app/intake/export.ts")).exportTo(deps, { dir });
  },
  text: (done, paint) => {
    const what = "topics" in done ? count(done.items, "item") : count(done.events, "event");
    return `${paint.good("Exported")} ${what} into ${done.files.map((file) => oneLine(file)).join(", ")}.`;
  },
});

export const shareVerb = verb({
  name: "share",
  summary: "Write current decisions and constraints into a block of AGENTS.md or CLAUDE.md.",
  effect: "reads",
  alsoWrites: ["files"],
  input: z.strictObject({
    file: withHelp(
      z.optional(fileInput()),
      "A Markdown file of the project (default: the file with a block, else AGENTS.md or CLAUDE.md)",
    ),
    check: flag("Change nothing; exit with 1 if the block is not current"),
    hook: flag("Also install a git hook that keeps the block current"),
    yes: flag("Do not ask first"),
  }),
  words: ["file"],
  examples: {
    "tidemark share --yes": "without asking; colleagues can read it without Tidemark",
    "tidemark share --check": "for CI: exits with 1 if the block is not current",
    "tidemark share CLAUDE.md --hook --yes": "updates the block before each commit from now on",
  },
  run: async (deps, input) => (await import("../../app/share/share.ts")).share(deps, input),
  text: sharedText,
  isFinding: ({ checked, changed }) => checked && changed,
});

export const importVerb = verb({
  name: "import",
  summary: "Import sessions that hosts recorded, other tools' memories and rules files, or an export.",
  effect: "receives",
  isReading: ({ dry_run }) => dry_run,
  input: z.strictObject({
    path: withHelp(
      z.optional(z.array(fileInput())),
      "Files or folders: CLAUDE.md, memories of other tools, histories, exports (default: everything found)",
    ),
    host: optionalText(`Only this host: ${AGENT_HOSTS.join(", ")}`),
    since: optionalText("Only turns since: a date, 3d, 2w"),
    yes: flag("Import other tools' memories without asking"),
    accept: flag("Accept imported rules as your own, without review"),
    include_paused: flag("Also import turns from times when recording was off"),
    dry_run: flag("Only show what would be added"),
  }),
  words: ["path"],
  examples: {
    "tidemark import": "this project's sessions from every host; asks before importing other tools' memories",
    "tidemark import CLAUDE.md AGENTS.md": "facts are kept, rules wait for review",
    "tidemark import CLAUDE.md --accept": "accepts its rules as your own",
    "tidemark import ../memory-export --dry-run": "shows what an export would add",
  },
  run: async (deps, input) => (await import("../../app/intake/import-any.ts")).importAny(deps, input),
  text: importText,
});

export const backupVerb = verb({
  name: "backup",
  summary: "Copy the whole memory into one file, while others keep working.",
  effect: "reads",
  alsoWrites: ["files"],
  input: z.strictObject({ file: withHelp(fileInput(), "A new file; existing files are never overwritten") }),
  words: ["file"],
  examples: { "tidemark backup ../memory.db": "a consistent copy" },
  run: async ({ ourFiles, vault }, { file }) => {
    // Recorded, so that `forget` can name the copy later.
    await ourFiles.noteCopy(file);
    return vault.backup(file);
  },
  text: ({ events, bytes }, paint) =>
    `${paint.good("Saved")} ${count(events, "event")}, ${Math.ceil(bytes / 1024)} KB.`,
});

export const restoreVerb = verb({
  name: "restore",
  summary: "Restore a backup, or rescue a damaged memory. The replaced memory is kept.",
  effect: "mends",
  input: z.strictObject({
    file: withHelp(z.optional(fileInput()), "A file that `tidemark backup` wrote"),
    salvage: flag("Copy every event that can still be read out of the damaged database"),
  }),
  words: ["file"],
  examples: {
    "tidemark restore ../memory.db": "go back to a backup",
    "tidemark restore --salvage": "when the database is damaged",
  },
  run: async (deps, input) => (await import("../../app/upkeep/restore.ts")).restore(deps, input),
  text: restoreText,
});

export const migrateVerb = verb({
  name: "migrate",
  summary: "Move the memory to a PostgreSQL server, for a team, or back into the project's folder.",
  effect: "destroys",
  remote: "never",
  input: z.strictObject({
    to: text('The address of the database (postgres://USER:PASSWORD@HOST/DATABASE), or "local"'),
  }),
  examples: {
    "tidemark migrate --to postgres://me:secret@db.example.com/team":
      "copies the tape, compares hashes, then uses the server; the old copy stays",
    "tidemark migrate --to local": "moves it back",
  },
  run: async (deps, input) => (await import("../../app/upkeep/migrate.ts")).migrate(deps, input),
  text: ({ to, events, copied, hash, overruled_by }, paint) =>
    [
      `${paint.good("Moved")} to ${oneLine(to)}: ${count(events, "event")}, ${copied} of them copied now.`,
      `Both tapes end with ${hash.slice(0, 12)}.`,
      ...(overruled_by === undefined
        ? []
        : [paint.bad(`${overruled_by} still names another store and takes precedence: unset it.`)]),
    ].join("\n"),
});

export const syncVerb = verb({
  name: "sync",
  summary: "Exchange events with another memory of yours, so that both have the same tape.",
  effect: "destroys",
  remote: "never",
  input: z.strictObject({
    with: text("A folder of a project with a memory, or the address of a database (postgres://…)"),
  }),
  words: ["with"],
  examples: {
    "tidemark sync ../laptop-copy": "merge two copies of a project that diverged",
    "tidemark sync postgres://me:secret@db.example.com/team":
      "exchange events with a server; this memory stays in its folder",
  },
  run: async (deps, input) => (await import("../../app/upkeep/sync-stores.ts")).syncStores(deps, input),
  text: ({ with: other, sent, received, events, hash, set_aside, file }, paint) =>
    [
      `${paint.good("Synced")} with ${oneLine(other)}: ${sent} sent, ${received} received, ${count(events, "event")} in both.`,
      `Both tapes end with ${hash.slice(0, 12)}.`,
      ...(set_aside === undefined
        ? []
        : [paint.bad(`${count(set_aside, "event")} came meanwhile and lie in ${oneLine(file ?? "")}.`)]),
    ].join("\n"),
});

export const adoptVerb = verb({
  name: "adopt",
  summary: "Adopt a memory that came from elsewhere, or accept that events are missing.",
  effect: "mends",
  isReading: ({ yes }) => !yes,
  input: z.strictObject({
    yes: flag("Adopt it; without this option its content is only shown"),
    all: flag("Show every statement, not only the newest 20"),
  }),
  examples: {
    "tidemark adopt": "shows its statements, and the authors it claims",
    "tidemark adopt --yes": "makes it yours; agents get its statements from now on",
  },
  run: async (deps, input) => (await import("../../app/upkeep/adopt.ts")).adopt(deps, input),
  text: adoptText,
});

/** What was or would be adopted, and the next step. */
function adoptText(adoption: Adoption, paint: Paint): string {
  const { adopted, folder, foreign, contents, lost } = adoption;
  if (lost) return lossText(lost, { ...adoption, paint });
  if (!foreign) return "Nothing to adopt: the memory here is yours, and no events are missing.";
  const names = foreign.entries.map((name) => oneLine(name)).join(", ");
  const files = names === "" ? [] : [`  Files: ${names}`];
  if (adopted) {
    const held = contents ? [sizeLine(contents)] : files;
    return [`${paint.good("Adopted")} ${oneLine(folder)}.`, ...held, "Next: tidemark brief"].join("\n");
  }
  return [
    `${oneLine(folder)} is not adopted yet.`,
    `  ${foreign.why}`,
    ...(contents ? contentLines(contents) : files),
    "If you adopt it, agents get its statements. To adopt it: tidemark adopt --yes",
  ].join("\n");
}

type LossParts = Pick<Adoption, "adopted" | "folder"> & { readonly paint: Paint };

function lossText(lost: LostTail, { adopted, folder, paint }: LossParts): string {
  const path = oneLine(folder);
  if (!adopted)
    return [
      `${path} lost events.`,
      `  ${lostTailText(lost)}`,
      "Go back to a backup: tidemark restore FILE. Only if there is none, accept the loss: tidemark adopt --yes",
    ].join("\n");
  const gone =
    lost.end < lost.known
      ? `${count(lost.missing, "event")} given up: ${lostPositions(lost)}.`
      : `Event ${lost.known} and all other differences from the earlier tape are given up.`;
  return [`${paint.good("Adopted")} ${path}. ${gone}`, "Next: tidemark brief"].join("\n");
}

function contentLines(contents: ForeignContents): string[] {
  const { items, authors, statements, more } = contents;
  const who = authors.map((author) => `${oneLine(author.agent)} (${author.events})`);
  const total = Object.values(items).reduce((sum, number) => sum + number, 0);
  return [
    sizeLine(contents),
    `  Written by: ${who.length === 0 ? "nobody" : who.join(", ")}. These names are only what the database claims.`,
    ...statements.map((statement) => statementLine(statement)),
    ...(more > 0 ? [`  and ${more} more: tidemark adopt --all`] : []),
    ...(statements.length === 0 && total > 0 ? ["  Its statements are shown to a person only."] : []),
  ];
}

function sizeLine({ events, items }: ForeignContents): string {
  const kinds = Object.entries(items).map(([kind, number]) => count(number, kind));
  return `  It has ${count(events, "event")}: ${kinds.length === 0 ? "no items" : kinds.join(", ")}.`;
}

/** On one line and in quotes, so that no statement can look like a line of ours. */
function statementLine({ id, kind, text, instead, said_by, written_by }: ForeignStatement): string {
  const way = instead === undefined ? "" : ` Instead: ${quoteText(instead)}`;
  return `  ${oneLine(id)} ${kind}: ${quoteText(text)}${way} [${oneLine(said_by)}, written by ${oneLine(written_by)}]`;
}

const quoteText = (text: string): string => `"${oneLine(text).replace(/"/g, "'")}"`;
