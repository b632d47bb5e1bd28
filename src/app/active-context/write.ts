import { MemoryError } from "../../core/failure.ts";
import { containsPhrase, FORGOTTEN_SUBJECT, phrasesIn } from "../../core/forget/phrases.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { redact } from "../../core/redact/redact.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import { type DraftInput, newDraft } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { appendGroup, groupNote } from "./append-group.ts";

/**
 * The text of a file of the active context; undefined if there is none. Fails for a file that must not be read, and for
 * one that contains forgotten words, which must not reach the tape.
 */
export async function contextText(deps: MemoryDeps & ContextDeps, path: string): Promise<string | undefined> {
  const found = await deps.contextFiles.read(path);
  if (found.outcome === "refused") throw refuseFolder(deps, path, found.why);
  if (found.outcome !== "read") return undefined;
  const line = await forgottenLine(deps, path, found.text);
  if (line !== undefined) throw forgottenWords(deps, path, line);
  return found.text;
}

/** The number of the first line with forgotten words. A line of the program itself was stated again. */
async function forgottenLine(
  deps: MemoryDeps & ContextDeps,
  path: string,
  text: string,
): Promise<number | undefined> {
  const phrases = phrasesIn(await deps.store.events.history(FORGOTTEN_SUBJECT));
  if (phrases.length === 0 || !containsPhrase(deps.sha256, text, phrases)) return undefined;
  const base = (await deps.contextFiles.base(path)) ?? "";
  if (text === base) return undefined;
  const own = new Set(base.split("\n"));
  const lines = text.split("\n");
  const fresh = lines.map((line) => (own.has(line) ? "" : line));
  if (!containsPhrase(deps.sha256, fresh.join("\n"), phrases)) return undefined;
  return Math.max(1, fresh.findIndex((line) => containsPhrase(deps.sha256, line, phrases)) + 1);
}

const forgottenWords = ({ contextFiles }: ContextDeps, path: string, line: number): MemoryError =>
  new MemoryError(
    "input.tombstone",
    `${contextFiles.folder}/${path} contains forgotten words on line ${line}. Nothing was read from it.`,
    {
      field: "file",
      fix: {
        to: "Remove them from the file, or let Tidemark do it",
        verb: "forget",
        options: { text: "…", handwritten: true },
      },
    },
  );

/** Completes what a process left that died between the files and the tape. Verbs that write files begin with this. */
export async function finishContext(deps: WriteDeps & ContextDeps): Promise<void> {
  const left = await deps.contextFiles.finish();
  if (!left) return;
  await appendGroup(deps, left.id, left.note);
  deps.crashPoint("context.appended");
  await deps.contextFiles.close(left.id);
}

export type ContextWriting = {
  readonly changes: readonly ContextChange[];
  /** Events to append to the tape together with the files. */
  readonly events?: readonly DraftInput[];
  /** Plans on which these events are based, as they were read. */
  readonly seen?: readonly ItemRow[];
};

/** How often a file is read again if somebody keeps changing it: a person's editor does not save that often. */
const READS_MAX = 5;

/** A file that is written, for the message if somebody keeps changing it. */
type WrittenFile = { readonly name: "active context" | "session file"; readonly field: string };

/**
 * The one loop over writing files of the active context: `decide` reads and decides, and is called again if somebody
 * changed a file meanwhile. Without `writing` there is nothing to write.
 */
export async function writeWithRetry<Result>(
  deps: WriteDeps & ContextDeps,
  { name, field }: WrittenFile,
  decide: () => Promise<{ readonly result: Result; readonly writing?: ContextWriting }>,
): Promise<Result> {
  for (let tries = 0; tries < READS_MAX; tries++) {
    await finishContext(deps);
    const { result, writing } = await decide();
    if (!writing || (await writeContext(deps, writing)).outcome === "written") return result;
  }
  throw new MemoryError("input.conflict", `Another process keeps changing the ${name}.`, {
    field,
    retryable: true,
    fix: "Save the file, close it where it is open, and try again.",
  });
}

/**
 * Writes files and events together: both are completed even if the process dies. If somebody changed a file since it
 * was read, returns its path and writes nothing, so that the caller decides again.
 */
export async function writeContext(
  deps: WriteDeps & ContextDeps,
  { changes, events = [], seen = [] }: ContextWriting,
): Promise<{ readonly outcome: "written" } | { readonly outcome: "moved"; readonly path: string }> {
  for (const { path, after } of changes) refuseSecrets(deps, path, after);
  const drafts = events.map((event) => newDraft(deps, event));
  const group = { id: deps.ids.next("grp"), changes };
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const written = await deps.contextFiles.write(
      drafts.length === 0 ? group : { ...group, note: groupNote(group.id, drafts, seen) },
    );
    switch (written.outcome) {
      case "unfinished":
        await finishContext(deps);
        continue;
      case "busy":
        continue;
      case "refused":
        throw refuseFolder(deps, written.path, written.why);
      case "moved":
        return written;
      case "written":
        if (drafts.length > 0) await finishContext(deps);
        return written;
    }
  }
  throw new MemoryError("store.busy", "Another process is writing the active context.", {
    retryable: true,
    fix: "Try again in a moment.",
  });
}

/** Other processes may leave an unfinished group in between, but not this many. */
const TRIES_MAX = 3;

function refuseSecrets({ contextFiles }: ContextDeps, path: string, text: string): void {
  const { found, text: clean } = redact(text);
  const [first] = found;
  if (!first) return;
  const lines = clean.split("\n");
  const line = text.split("\n").findIndex((each, i) => each !== lines[i]) + 1;
  throw new MemoryError(
    "input.invalid",
    `${contextFiles.folder}/${path} would contain what looks like a secret (${first.rule}), on line ${line}. Nothing was written.`,
    { field: "file", fix: "Remove it from the file or the input, and write where it is kept instead." },
  );
}

const refuseFolder = ({ contextFiles }: ContextDeps, path: string, why: string): MemoryError =>
  new MemoryError("store.refused_folder", `${contextFiles.folder}/${path} was not changed: ${why}.`, {
    fix: "Put a plain file or folder there, or name another folder: context.folder in .tidemark/config.yaml",
  });
