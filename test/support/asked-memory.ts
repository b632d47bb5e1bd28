import { memoryBinding } from "../../src/adapters/binding/memory-binding.ts";
import { userKey } from "../../src/adapters/binding/user-key.ts";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { findProject } from "../../src/adapters/files/project/find-project.ts";
import { prepareMemoryFolder } from "../../src/adapters/files/project/memory-folder.ts";

/** Prepares a project like `tidemark init`, without the database: it records that a person asked for a memory. */
export function askForMemory(dir: string, env: NodeJS.ProcessEnv): void {
  const { memoryDir } = findProject(dir, env);
  const state = stateFolder(env);
  const binding = () =>
    memoryBinding({ memoryDir, state, key: () => userKey(state), isTracked: () => false });
  binding().claim();
  prepareMemoryFolder(memoryDir, { env });
  binding().confirm();
}
