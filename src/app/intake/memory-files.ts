import type { ImportPlace, MemoryImporter } from "../../ports/histories.ts";
import type { HostDeps, ProjectDeps } from "../runtime/deps.ts";

/** A file in which another tool stores its memory. */
export type MemoryFile = { readonly path: string; readonly importer: MemoryImporter };

/** Files of one import. With more, somebody probably named the wrong folder. */
const FILES_MAX = 2000;

export async function importPlace({ histories, project, git }: ProjectDeps & HostDeps): Promise<ImportPlace> {
  const tracked = (await git.markdown(project.root)) ?? [];
  return { ...histories.where, root: project.root, tracked };
}

/** Files of other tools' memories about this project, in the project and in the user's own folders. */
export async function ownMemoryFiles(deps: ProjectDeps & HostDeps): Promise<MemoryFile[]> {
  const where = await importPlace(deps);
  const found = new Map<string, MemoryFile>();
  for (const importer of await deps.histories.importers())
    for (const place of importer.places(where))
      for await (const path of deps.histories.files(place)) {
        if (found.size >= FILES_MAX) return [...found.values()];
        const isRead = !found.has(path) && importer.recognises(path, await deps.histories.head(path));
        if (isRead) found.set(path, { path, importer });
      }
  return [...found.values()];
}

export type NamedFiles = {
  readonly memories: readonly MemoryFile[];
  /** Histories of hosts, and files that nobody recognises. */
  readonly others: readonly string[];
};

/** Sorts the files that a person named. A host's history is never read as a list of statements. */
export async function namedMemoryFiles(deps: HostDeps, paths: readonly string[]): Promise<NamedFiles> {
  const { histories } = deps;
  const [readers, importers] = [await histories.readers(), await histories.importers()];
  const memories: MemoryFile[] = [];
  const recorded: string[] = [];
  const unknown: string[] = [];
  for (const named of paths) {
    let isKnown = false;
    for await (const path of histories.files(named)) {
      const head = await histories.head(path);
      const isHistory = readers.some((reader) => reader.recognises(path, head));
      const importer = isHistory ? undefined : importers.find((one) => one.recognises(path, head));
      if (isHistory) recorded.push(path);
      if (importer && memories.length < FILES_MAX) memories.push({ path, importer });
      isKnown ||= isHistory || importer !== undefined;
    }
    if (!isKnown) unknown.push(named);
  }
  return { memories, others: [...recorded, ...unknown] };
}
