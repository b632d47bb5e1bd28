import type { Instant } from "../../tape/event.ts";
import { DAY_MS, iso, parseInstant } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { isInside } from "../document/path-inside.ts";
import { currentTaskId, listAt, taskBranch, textAt } from "../document/read.ts";
import type { ContextDoubt } from "../registry/doubt.ts";
import { resumesIn } from "../registry/resume.ts";
import { pathIn } from "./references.ts";

/** Contexts of this age are reported as doubtful, and their files are checked. */
const OLD_DAYS = 7;
/** After more commits than this, the file may no longer describe the code. */
const COMMITS_BEHIND = 50;

/** Facts about the repository to compare a context with. An absent fact is unknown. */
export type CheckFacts = {
  readonly now: Instant;
  readonly missing: readonly string[];
  /** The branch that is checked out, and all branches; absent outside git. */
  readonly branch?: string;
  readonly branches?: ReadonlySet<string>;
  /** Commits since the revision that the file names. */
  readonly behind?: number;
};

/** The parts of a context that can be compared with the repository. */
export type ContextClaims = {
  readonly paths: readonly string[];
  readonly branch?: string;
  /** A commit hash; any other text is ignored. */
  readonly revision?: string;
};

/** Maximum number of files checked; no real file lists more. */
const PATHS_MAX = 200;

export function claimsOf(document: ContextDocument): ContextClaims {
  const active = listAt(document, { section: "current_task", field: "active_files" });
  const key = resumesIn(document)[0]?.key_files ?? [];
  const paths = [...new Set([...active, ...key].map(pathIn))].filter(isNamedFile);
  const branch = taskBranch(document);
  const revision = textAt(document, { section: "git_state", field: "repo_revision" });
  return {
    paths: paths.slice(0, PATHS_MAX),
    ...(branch ? { branch } : {}),
    ...(revision && /^[0-9a-f]{7,64}$/i.test(revision) ? { revision } : {}),
  };
}

/** A single word may be anything, and a pattern stands for many files. */
export const isNamedFile = (path: string): boolean =>
  /[./]/.test(path) && !/[*?<>|"{]/.test(path) && isInside(path);

/** The reasons to doubt an active context. */
export function doubtsOf(document: ContextDocument, facts: CheckFacts): ContextDoubt[] {
  if (currentTaskId(document) === undefined) return [{ what: "context_empty" }];
  const { revision = "" } = claimsOf(document);
  const { missing, behind = 0 } = facts;
  const branch = branchDoubts(document, facts);
  return [
    ...ageDoubts(document, facts.now),
    ...(missing.length === 0 || isOnOtherBranch(branch) ? [] : [{ what: "context_files" as const, missing }]),
    ...branch,
    ...(behind > COMMITS_BEHIND ? [{ what: "context_behind" as const, commits: behind, revision }] : []),
  ];
}

/** When a file was last updated, according to its Meta section. */
export const updatedAt = (document: ContextDocument): Instant | undefined =>
  parseInstant(textAt(document, { section: "meta", field: "last_updated" }) ?? "");

function ageDoubts(document: ContextDocument, now: Instant): ContextDoubt[] {
  const at = updatedAt(document);
  if (at === undefined) return [{ what: "context_undated" }];
  const days = Math.floor((now - at) / DAY_MS);
  return days >= OLD_DAYS ? [{ what: "context_old", days, since: iso(at) }] : [];
}

/** The files of a task may be on its own branch alone, so none is gone while another branch is checked out. */
export const isOnOtherBranch = (doubts: readonly ContextDoubt[]): boolean =>
  doubts.some(({ what }) => what === "context_branch");

function branchDoubts(document: ContextDocument, { branch: now, branches }: CheckFacts): ContextDoubt[] {
  const { branch } = claimsOf(document);
  if (branch === undefined || branches === undefined || branch === now) return [];
  const what = branches.has(branch) ? "context_branch" : "context_branch_gone";
  return [{ what, branch, ...(now === undefined ? {} : { now }) }];
}
