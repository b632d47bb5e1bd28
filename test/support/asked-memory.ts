import { memoryBinding } from "../../src/adapters/binding/memory-binding.ts";
import { userKey } from "../../src/adapters/binding/user-key.ts";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { findProject } from "../../src/adapters/files/project/find-project.ts";
import { prepareMemoryFolder } from "../../src/adapters/files/project/memory-folder.ts";

/** Leaves a project as `tidemark init` does, without the database: a person asked for a memory there. */
export function askForMemory(dir: string, env: NodeJS.ProcessEnv): void {
  const { memoryDir } = findProject(dir, env);
  const state = stateFolder(env);
  const binding = () =>
    memoryBinding({ memoryDir, state, key: () => userKey(state), isTracked: () => false });
  binding().claim();
  prepareMemoryFolder(memoryDir, { env });
  binding().confirm();
}
