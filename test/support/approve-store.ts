import { join } from "node:path";
import { storeNotes } from "../../src/adapters/binding/store-note.ts";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";

type ApprovedPlace = { readonly dir: string; readonly env: NodeJS.ProcessEnv };

/** Records in the user's state folder that a person approved this address for the memory, as a yes at the terminal does. */
export function approveStore({ dir, env }: ApprovedPlace, url: string, project: string): void {
  const notes = storeNotes({ memoryDir: join(dir, ".tidemark"), state: stateFolder(env) });
  const { approved } = notes.read();
  if (approved?.[sha256(url)] === undefined)
    notes.write({ approved: { ...approved, [sha256(url)]: project } });
}
