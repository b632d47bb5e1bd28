import { catchUp, newDraft } from "./decide-and-commit.ts";
import type { Deps, ProjectDeps, WriteDeps } from "./deps.ts";

/** Maximum number of names compared; a project with more is recognised by its newest ones. */
const ALIASES_MAX = 50;

/** Stores for which this process has asked git already: the call is slow, and a repository may have no commit yet. */
const asked = new WeakSet<Deps["store"]>();

/**
 * Records the names of the project on the tape, each once: its folder, its git directory and its first commit. If
 * nothing has changed, this costs one lookup in a view.
 */
export async function identify(deps: WriteDeps & ProjectDeps): Promise<void> {
  if (asked.has(deps.store)) return;
  const { project } = deps;
  const here = { folder: folderName(project.root), common_dir: project.commonDir };
  await catchUp(deps, "project");
  const selection = { order: "newest", limit: ALIASES_MAX, offset: 0 } as const;
  const aliases = (await deps.store.views.select(deps.views.project, selection)).rows;
  const known = aliases.filter(
    (alias) => alias.folder === here.folder && alias.common_dir === here.common_dir,
  );
  const isSettled =
    known.some((alias) => alias.root_commit !== undefined) || (known.length > 0 && !project.commonDir);
  asked.add(deps.store);
  if (isSettled) return;
  const root = await deps.git.rootCommit();
  if (known.length > 0 && root === undefined) return;
  const payload = {
    folder: here.folder,
    ...(here.common_dir === undefined ? {} : { common_dir: here.common_dir }),
    ...(root === undefined ? {} : { root_commit: root }),
  };
  const key = `project ${deps.sha256(JSON.stringify(payload)).slice(0, 32)}`;
  await deps.store.tape.append([newDraft(deps, { type: "project.identified", payload, key })]);
}

/** The last part of a path with either kind of slash. */
export function folderName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
