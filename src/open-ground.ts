import {
  type BindingPlace,
  followMovedFolder,
  foreignEntries,
  type MemoryBinding,
  memoryBinding,
  storeBinding,
} from "./adapters/binding/memory-binding.ts";
import { userKey } from "./adapters/binding/user-key.ts";
import { isRefusal } from "./adapters/disk/refusal.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { type Seal, sealWith } from "./core/seal.ts";
import type { ForeignMemory } from "./ports/ownership.ts";

/** Whose a memory folder is, and what marks this user's own lines. */
export type Ground = {
  readonly binding: MemoryBinding;
  readonly foreign?: ForeignMemory;
  readonly seal: Seal;
  /** A folder that never exists: where a foreign memory's files would be read, there are none. */
  readonly nowhere: string;
};

export function groundOf(memoryDir: string, env: NodeJS.ProcessEnv): Ground {
  const state = stateFolder(env);
  const place = { memoryDir, state, key: () => userKey(state) };
  const first = bindingOrRefusal(place);
  const isMoved = first.standing === "foreign" && followMovedFolder(place);
  const binding = isMoved ? memoryBinding(place) : first;
  return {
    binding,
    ...(binding.standing === "foreign" ? { foreign: foreignAt(memoryDir, NOT_MADE_HERE) } : {}),
    seal: lazySeal(() => sealWith(place.key())),
    nowhere: `${state.path}/nowhere`,
  };
}

/** A folder that must not be used, such as a link, is said to be so when it is claimed: a doctor goes on and tells. */
function bindingOrRefusal(place: BindingPlace): MemoryBinding {
  try {
    return memoryBinding(place);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const refuse = (): never => {
      throw error;
    };
    return {
      standing: "ours",
      isReplaced: false,
      claim: refuse,
      confirm: refuse,
      store: () => storeBinding(place),
    };
  }
}

const NOT_MADE_HERE =
  "Your state folder does not know it: it came with the repository, or it is a copy (cp -r, a disk backup), or your HOME or XDG_STATE_HOME is another one.";

export function foreignAt(folder: string, why: string): ForeignMemory {
  return { folder, why, entries: foreignEntries(folder) };
}

/** The key is made when something is first sealed: looking makes no files. */
function lazySeal(make: () => Seal): Seal {
  let made: Seal | undefined;
  const seal = (): Seal => {
    made ??= make();
    return made;
  };
  return {
    get tag() {
      return seal().tag;
    },
    of: (text) => seal().of(text),
  };
}
