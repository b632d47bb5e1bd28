import { bootstrapOf } from "../../core/active-context/document/bootstrap.ts";
import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { setField } from "../../core/active-context/document/edit.ts";
import { setEntry } from "../../core/active-context/document/entry.ts";
import { matchTask } from "../../core/active-context/document/match-task.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { documentLanguage, taskBranch, taskIdsIn } from "../../core/active-context/document/read.ts";
import { type NewContext, templateOf } from "../../core/active-context/document/template.ts";
import type { Language } from "../../core/active-context/document/titles.ts";
import { taskDocument, withoutArchiveSummary } from "../../core/active-context/registry/archive.ts";
import type { ContextDoubt, RefreshNeed } from "../../core/active-context/registry/doubt.ts";
import { archivePath } from "../../core/active-context/registry/file-names.ts";
import type { RegistryEntry } from "../../core/active-context/registry/registry.ts";
import { archiveFileName, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { refreshDocument } from "../../core/active-context/sync/refresh-document.ts";
import { withNewsOf } from "../../core/active-context/sync/tasks.ts";
import { MemoryError } from "../../core/failure.ts";
import { iso } from "../../core/time.ts";
import type { ContextDeps, MemoryDeps, TaskDeps } from "../runtime/deps.ts";
import { checkText } from "./check.ts";
import { isOurs } from "./gather-work.ts";
import { registry } from "./state.ts";
import { contextText } from "./write.ts";

/** What the caller says about the task to switch to. */
export type TargetInput = {
  readonly id: string;
  readonly goal?: string | undefined;
  readonly title?: string | undefined;
  readonly category?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly language?: Language | undefined;
  /** Whether to check out the task's branch, if no work can be lost. */
  readonly checkout: boolean;
  /** Whether only a known task is accepted. */
  readonly isKnown?: boolean;
};

export type BranchCheck = {
  readonly wanted: string;
  readonly now?: string;
  readonly checkout: "not_asked" | "switched" | "not_clean" | "refused";
};

/** The task that the caller means, with its new file. It is not active yet. */
export type Target = {
  readonly task: string;
  readonly matched: "task_id" | "tags" | "file" | "none";
  readonly shared_tags: readonly string[];
  readonly document: ContextDocument;
  /** The registry entry of the archive that it was restored from. */
  readonly entry?: RegistryEntry;
  readonly branch?: BranchCheck;
  readonly doubts: readonly ContextDoubt[];
  readonly refresh: RefreshNeed;
};

/** Finds the task by id in the file and in the registry, else by category and tags, else creates it. */
export async function targetOf(
  deps: TaskDeps,
  wanted: TargetInput,
  from: ContextDocument | undefined,
): Promise<Target> {
  const inFile = from ? taskIdsIn(from) : [];
  const own = inFile.find((task) => sameTaskId(task, wanted.id));
  const { entries } = await registry(deps);
  const others = entries.filter(
    ({ task_id }) => sameTaskId(task_id, wanted.id) || !inFile.some((task) => sameTaskId(task, task_id)),
  );
  const match = matchTask(others, {
    taskId: wanted.id,
    ...(wanted.category === undefined ? {} : { category: wanted.category }),
    ...(wanted.tags === undefined ? {} : { tags: wanted.tags }),
  });
  const news = own !== undefined && from ? taskDocument(from, own, deps.clock.now()) : undefined;
  const archive = match && (await archiveOf(deps, match.entry));
  if (match && archive && (news === undefined || match.by === "task_id")) {
    const known = news ? withNewsOf(archive, news) : archive;
    // A task found by tags keeps its own goal and tags; for a task found by id, the caller's goal and tags count.
    const document = match.by === "tags" ? known : withSaid(known, wanted);
    const found = {
      task: match.entry.task_id,
      matched: news ? "file" : match.by,
      entry: match.entry,
    } as const;
    return { ...found, shared_tags: match.shared, ...(await checkRestored(deps, document, wanted)) };
  }
  if (news && own !== undefined)
    return {
      task: own,
      matched: "file",
      shared_tags: [],
      ...(await checkRestored(deps, withSaid(news, wanted), wanted)),
    };
  return newTarget(deps, { wanted, from, lost: match?.entry });
}

/** The archive of a registry entry as an active context. */
async function archiveOf(
  deps: MemoryDeps & ContextDeps,
  { task_id, file }: RegistryEntry,
): Promise<ContextDocument | undefined> {
  const prefix = `${deps.contextFiles.folder}/`;
  const named = file.startsWith(prefix) ? file.slice(prefix.length) : file;
  const text =
    (await contextText(deps, named)) ?? (await contextText(deps, archivePath(archiveFileName(task_id))));
  return text === undefined ? undefined : withoutArchiveSummary(parse(text));
}

/** What the caller says about a known task replaces the old values; the rest stays unchanged. */
function withSaid(document: ContextDocument, { goal, title, category, tags }: TargetInput): ContextDocument {
  const given = { goal, title, category, tags };
  return Object.entries(given).reduce(
    (changing, [field, value]) =>
      value === undefined || value.length === 0
        ? changing
        : setField(changing, { section: "current_task", field }, value),
    document,
  );
}

type TargetState = Pick<Target, "document" | "doubts" | "refresh" | "branch">;

/** Compares a restored file with the clock, the files and git, and reports the doubts. */
async function checkRestored(
  deps: TaskDeps,
  document: ContextDocument,
  { checkout }: TargetInput,
): Promise<TargetState> {
  const branch = await branchCheck(deps, document, checkout);
  const { doubts, refresh } = await checkText(deps, print(document));
  if (doubts.length === 0) return { document, doubts, refresh, ...(branch ? { branch } : {}) };
  const verified = ["files", ...(deps.code ? ["git"] : [])];
  const now = deps.clock.now();
  const known = refreshDocument(document, { doubts, need: refresh, now, verified }).document;
  return { document: known, doubts, refresh, ...(branch ? { branch } : {}) };
}

/** A branch is checked out only on request and with a clean worktree; git itself may still refuse. */
async function branchCheck(
  deps: TaskDeps,
  document: ContextDocument,
  isAsked: boolean,
): Promise<BranchCheck | undefined> {
  const wanted = taskBranch(document) ?? "";
  const standing = wanted === "" ? undefined : await deps.git.standing();
  if (standing === undefined || standing.branch === wanted) return undefined;
  const now = standing.branch === undefined ? {} : { now: standing.branch };
  if (!isAsked) return { wanted, ...now, checkout: "not_asked" };
  const isClean = standing.changed.every((path) => isOurs(deps, path));
  if (!isClean) return { wanted, ...now, checkout: "not_clean" };
  const { outcome } = await deps.git.switchTo(wanted);
  deps.crashPoint("context.checked_out");
  return { wanted, ...now, checkout: outcome };
}

type NewTargetInput = {
  readonly wanted: TargetInput;
  readonly from: ContextDocument | undefined;
  /** Listed, but its file is gone. */
  readonly lost: RegistryEntry | undefined;
};

function newTarget(deps: MemoryDeps, { wanted, from, lost }: NewTargetInput): Target {
  const { id, title, category, tags } = wanted;
  if (wanted.isKnown && !lost)
    throw new MemoryError("input.unknown_id", `There is no archived context of "${id}".`, {
      field: "id",
      fix: { to: "To list them", verb: "context list" },
    });
  const goal = wanted.goal ?? lost?.title;
  if (goal === undefined)
    throw new MemoryError("input.invalid", `"${id}" is a new task, and a new task needs a goal.`, {
      field: "goal",
      fix: { to: "Pass one", verb: "context switch", words: [id], options: { goal: "…" } },
    });
  const now = deps.clock.now();
  const language = wanted.language ?? (from ? documentLanguage(from) : deps.config.context.language);
  const fresh: NewContext = {
    taskId: lost?.task_id ?? id,
    goal,
    ...(title === undefined ? {} : { title }),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags }),
    language,
    now,
  };
  const document = from ? bootstrapOf(from, fresh) : templateOf(fresh);
  const base = { task: fresh.taskId, matched: "none", shared_tags: [], doubts: [], refresh: "none" } as const;
  return { ...base, document: lost ? withLoss(document, lost, iso(now)) : document };
}

const withLoss = (document: ContextDocument, { task_id, file }: RegistryEntry, at: string): ContextDocument =>
  setEntry(document, "open_questions", {
    question: `The registry lists ${file} for ${task_id}, but the file is gone: is it in git?`,
    priority: "high",
    blocking: "false",
    raised_at: at,
    assigned_to: "user",
  });
