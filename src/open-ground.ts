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
import { isMemoryTracked, trackedFiles } from "./adapters/disk/tracked-files.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import { type Seal, sealWith } from "./core/seal.ts";
import type { ForeignMemory } from "./ports/ownership.ts";

/** The owner of a memory folder, and the seal that marks this user's own lines. */
export type Ground = {
  readonly binding: MemoryBinding;
  readonly foreign?: ForeignMemory;
  readonly seal: Seal;
  /** A folder that never exists. It is read instead of a foreign memory's files. */
  readonly nowhere: string;
};

export function groundOf(project: ProjectPlace, env: NodeJS.ProcessEnv): Ground {
  const place = bindingPlace(project, env);
  const { state } = place;
  const first = bindingOrRefusal(place);
  const isMoved = first.standing === "foreign" && followMovedFolder(place);
  const binding = isMoved ? memoryBinding(place) : first;
  return {
    binding,
    ...(binding.standing === "foreign" ? { foreign: whyForeign(project, place) } : {}),
    seal: lazySeal(() => sealWith(place.key())),
    nowhere: `${state.path}/nowhere`,
  };
}

function bindingPlace(project: ProjectPlace, env: NodeJS.ProcessEnv): BindingPlace {
  const { memoryDir } = project;
  const state = stateFolder(env);
  const isTracked = () => isMemoryTracked(memoryDir, project);
  return { memoryDir, state, key: () => userKey(state), isTracked };
}

/** Files that git tracks may change with the next pull, whoever created the memory. */
function whyForeign(project: ProjectPlace, { isTracked }: BindingPlace): ForeignMemory {
  const { memoryDir, root } = project;
  if (!isTracked()) return foreignAt(memoryDir, NOT_MADE_HERE);
  const settle = `git rm -r --cached --quiet ${memoryDir.slice(root.length + 1)}`;
  const names = trackedFiles(memoryDir, project).filter((path) => /^[\w./-]+$/.test(path));
  const came = `Delete the files that a pull brought: ${names.slice(0, NAMES_MAX).join(", ")}.`;
  return { ...foreignAt(memoryDir, names.length === 0 ? TRACKED : `${TRACKED} ${came}`), settle };
}

/** Maximum number of tracked files that a message names. */
const NAMES_MAX = 5;

const TRACKED =
  "Git tracks its files, so anybody who can push to the repository can change it. Untrack it to use it again.";

/** Reports an unusable folder, such as a link, only when it is claimed, so that a doctor can continue and report it. */
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
      isKnown: false,
      isReplaced: false,
      isOfOtherFolder: true,
      claim: refuse,
      confirm: refuse,
      store: () => storeBinding(place),
    };
  }
}

const NOT_MADE_HERE =
  "Your state folder has no record of it: it came with the repository, it is a copy (cp -r, a disk backup), or your HOME or XDG_STATE_HOME has changed.";

export function foreignAt(folder: string, why: string): ForeignMemory {
  return { folder, why, entries: foreignEntries(folder) };
}

/** Creates the key when something is first sealed, so that reading creates no files. */
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
