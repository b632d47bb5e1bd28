import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import { fixAll, type LintFinding, lint } from "../../core/active-context/lint/lint.ts";
import type { Facts } from "../../core/active-context/lint/rule.ts";
import { ACTIVE_FILE, archivePath, REGISTRY_FILE } from "../../core/active-context/registry/file-names.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import type { ContextDeps, MemoryDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";
import { type ContextCheck, checkContext, pathOfTask, unknownTask } from "./check.ts";
import { currentContext, noContext } from "./state.ts";
import { retryWhileChanged } from "./sync.ts";
import { contextText } from "./write.ts";

export type FileFinding = LintFinding & { readonly file: string };

export type ValidationResult = {
  /** Whether there are no errors; notes may remain. */
  readonly ok: boolean;
  readonly files: number;
  readonly findings: readonly FileFinding[];
  readonly fixed: readonly FileFinding[];
  /** Whether the content is current, according to the clock, the files and git. */
  readonly current: ContextCheck;
};

/** Maximum number of archives checked: more than anybody keeps open. */
const ARCHIVES_MAX = 1000;

/** Checks the active context, its archives and their registry, and repairs them on request. */
export async function contextValidate(
  deps: TaskDeps,
  { fix, task }: { readonly fix: boolean; readonly task?: string | undefined },
): Promise<ValidationResult> {
  const found = fix
    ? await retryWhileChanged(deps, () => examine(deps, true, task))
    : (await examine(deps, false, task)).result;
  return { ...found, current: await checkContext(deps, { task }) };
}

type ValidationPlan = {
  readonly changes: readonly ContextChange[];
  readonly events: readonly [];
  readonly seen: readonly [];
  readonly result: Omit<ValidationResult, "current">;
};

async function examine(deps: TaskDeps, fix: boolean, task: string | undefined): Promise<ValidationPlan> {
  const head = await deps.git.head();
  const facts: Facts = {
    now: deps.clock.now(),
    root: deps.project.worktreeRoot,
    ...(head?.branch === undefined ? {} : { branch: head.branch }),
  };
  const paths = task === undefined ? await allPaths(deps) : [pathOfTask(task)];
  const looked = [];
  for (const path of paths) looked.push(await lookedAt(deps, path, { facts, fix }));
  const seen = looked.filter((each) => each !== undefined);
  const list = task === undefined ? await registryFindings(deps) : undefined;
  if (seen.length === 0 && task !== undefined) throw unknownTask(task);
  if (seen.length === 0 && list === undefined) throw noContext(deps);
  const findings = [...seen.flatMap((each) => each.findings), ...(list ?? []), ...(await handFindings(deps))];
  return {
    changes: seen.flatMap(({ change }) => change ?? []),
    events: [],
    seen: [],
    result: {
      ok: findings.every(({ level }) => level !== "error"),
      files: seen.length + (list ? 1 : 0),
      findings,
      fixed: seen.flatMap((each) => each.fixed),
    },
  };
}

async function allPaths({ contextFiles }: ContextDeps): Promise<string[]> {
  const names = (await contextFiles.list("context_history")).filter((name) => name.endsWith(".md"));
  return [ACTIVE_FILE, ...names.slice(0, ARCHIVES_MAX).map(archivePath)];
}

type ValidationOutcome = {
  readonly findings: readonly FileFinding[];
  readonly fixed: readonly FileFinding[];
  readonly change?: ContextChange;
};

async function lookedAt(
  deps: MemoryDeps & ContextDeps,
  path: string,
  { facts, fix }: { readonly facts: Facts; readonly fix: boolean },
): Promise<ValidationOutcome | undefined> {
  const before = await contextText(deps, path);
  if (before === undefined) return undefined;
  const file = `${deps.contextFiles.folder}/${path}`;
  const of = (found: readonly LintFinding[]) => found.map((each) => ({ ...each, file }));
  const { branch: _, ...withoutBranch } = facts;
  const own = path === ACTIVE_FILE ? facts : { ...withoutBranch, archived: true };
  if (!fix) return { findings: of(lint(parse(before), own)), fixed: [] };
  const { document, fixed, left } = fixAll(parse(before), own);
  const after = print(document);
  // Edits of a person since the last sync must still count as theirs, so the repair is made to the copy as well.
  const last = await deps.contextFiles.base(path);
  const base =
    last === undefined || last === before ? {} : { base: print(fixAll(parse(last), own).document) };
  const change = after === before ? {} : { change: { path, before, after, ...base } };
  return { findings: of(left), fixed: of(fixed), ...change };
}

async function registryFindings(deps: MemoryDeps & ContextDeps): Promise<readonly FileFinding[] | undefined> {
  const text = await contextText(deps, REGISTRY_FILE);
  if (text === undefined) return undefined;
  const { lintRegistry } = await import("../../core/active-context/lint/lint-registry.ts");
  const file = `${deps.contextFiles.folder}/${REGISTRY_FILE}`;
  return lintRegistry(text).map((each) => ({ ...each, file }));
}

/** Whether the file and the tape agree on the current task. */
async function handFindings(deps: WriteDeps & ContextDeps): Promise<readonly FileFinding[]> {
  const { here, document, text } = await currentContext(deps);
  const task = currentTaskId(document);
  if (here === undefined || text === undefined || task === undefined || sameTaskId(here.task, task))
    return [];
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  const message = `The file is about ${task}, but it was last written for ${here.task}. The next sync archives ${here.task} and continues with ${task}.`;
  return [{ file, code: "task.replaced", level: "note", line: 1, message, fixable: false }];
}
