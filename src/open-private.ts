import { ownedFolder } from "./adapters/disk/owned-folder.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import type { Deps } from "./app/runtime/deps.ts";
import type { OpenMemory, OpenMemoryOptions } from "./open-memory.ts";

/** The user's private memory of a project. It is inside the shared memory's folder, so that both are moved together. */
export const privatePlace = (place: ProjectPlace): ProjectPlace => ({
  ...place,
  memoryDir: ownedFolder(place.memoryDir).below("private").path,
});

/** The private memory beside an open shared one. It is opened in the same way, but never on a server. */
export function privateMemoryOf(
  place: ProjectPlace,
  options: OpenMemoryOptions,
  open: (options: OpenMemoryOptions) => Promise<OpenMemory>,
): Pick<Deps, "privateMemory"> {
  if (options.isPrivate) return {};
  return {
    privateMemory: {
      exists: () => ownedFolder(place.memoryDir).below("private").exists(),
      use: async (effect, work) => {
        const { deps, close } = await open({ ...options, effect, isPrivate: true });
        try {
          return await work(deps);
        } finally {
          await close();
        }
      },
    },
  };
}
