import type { ProjectDeps } from "../runtime/deps.ts";

/** Files of the memory that git tracks. Everybody who clones the repository gets them, and a pull can change them. */
export type TrackedMemory = { readonly files: number; readonly fix: string };

/** Settings may be shared on purpose, and the file that hides the rest from git is harmless. */
const SHARED: readonly string[] = ["config.yaml", ".gitignore"];

export function trackedMemory({ ownership, project }: ProjectDeps): TrackedMemory | undefined {
  const tracked = ownership?.tracked() ?? [];
  const files = tracked.filter((path) => !SHARED.some((name) => path.endsWith(`/${name}`)));
  if (files.length === 0) return undefined;
  const folder = project.memoryDir.slice(project.root.length + 1);
  return { files: files.length, fix: `git rm -r --cached --quiet ${folder}` };
}
