import { hasRecord, type MemoryBinding, memoryBinding } from "./adapters/binding/memory-binding.ts";
import { userKey } from "./adapters/binding/user-key.ts";
import type { OwnedFolder } from "./adapters/disk/owned-folder.ts";
import { isRefusal } from "./adapters/disk/refusal.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { isMemoryTracked } from "./adapters/disk/tracked-files.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import { prepareMemoryFolder } from "./adapters/files/project/memory-folder.ts";
import { countLost, prepareLostCount } from "./adapters/spool/lost.ts";
import { spoolPlaces } from "./adapters/spool/places.ts";
import { openSpool } from "./adapters/spool/spool.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { complain } from "./adapters/system/tell.ts";
import { MemoryError } from "./core/failure.ts";
import { sealWith } from "./core/seal.ts";
import type { Spool } from "./ports/spool.ts";
import { fixText } from "./surfaces/verbs/command-line.ts";

/** Whether the memory folder may be written to, and where hooks leave notes for each other. */
export type HookGround = {
  readonly isOurs: boolean;
  /** This user has a memory there. */
  readonly isKnown: boolean;
  readonly notes: string;
  readonly binding?: MemoryBinding;
  /** Why that could not be found out. */
  readonly problem?: unknown;
};

/** A memory that came from elsewhere is neither read nor added to: what happens meanwhile waits in the state folder. */
export function hookGround(project: ProjectPlace, env: NodeJS.ProcessEnv): HookGround {
  const { memoryDir } = project;
  const away = spoolPlaces(memoryDir, env).far.path;
  try {
    const state = stateFolder(env);
    const binding = memoryBinding({
      memoryDir,
      state,
      key: () => userKey(state),
      isTracked: () => isMemoryTracked(memoryDir, project),
    });
    const isOurs = binding.standing !== "foreign" && !binding.isReplaced;
    return { isOurs, isKnown: binding.isKnown, notes: isOurs ? memoryDir : away, binding };
  } catch (problem) {
    return { isOurs: false, isKnown: isRecordKept(memoryDir, env), notes: away, problem };
  }
}

/** A folder that cannot be used may still be known: what happens meanwhile then waits in the state folder. */
function isRecordKept(memoryDir: string, env: NodeJS.ProcessEnv): boolean {
  try {
    return hasRecord({ memoryDir, state: stateFolder(env) });
  } catch {
    return false;
  }
}

export type SpoolPlace = {
  readonly place: ProjectPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly ground: HookGround;
  /** A folder of its own within the spool. */
  readonly below?: string;
};

/** Beside the database if that is ours and can be written, else in the user's state folder, else counted as lost. */
export function withSpool({ place, env, ground, below }: SpoolPlace, use: (spool: Spool) => void): void {
  const places = spoolPlaces(place.memoryDir, env);
  const inside = (spool: OwnedFolder): OwnedFolder => (below === undefined ? spool : spool.below(below));
  const [near, far] = [inside(places.near), inside(places.far)];
  const put = (folder: OwnedFolder): void => {
    folder.make();
    prepareLostCount(folder);
    useSpool(folder, env, use);
  };
  let problem = ground.problem;
  try {
    if (ground.isOurs) {
      ground.binding?.claim();
      prepareMemoryFolder(place.memoryDir, { env });
      put(near);
      ground.binding?.confirm();
      return;
    }
  } catch (error) {
    problem = error;
  }
  if (isRefusal(problem)) complain(textOf(problem));
  try {
    put(far);
  } catch (error) {
    const isCounted = isLossCounted([near, far], { place, env, ground });
    const why = messageOf(problem ?? error);
    complain(`nothing could be kept: ${why}${isCounted ? "" : " (and it could not be counted)"}`);
  }
}

/** One that cannot even be counted is the worst: the count is made where nothing else is, if it can be. */
export function isLossCounted(spools: readonly OwnedFolder[], { place, env, ground }: SpoolPlace): boolean {
  if (spools.some(countLost)) return true;
  if (!ground.isOurs) return false;
  try {
    prepareMemoryFolder(place.memoryDir, { env });
    const near = spoolPlaces(place.memoryDir, env).near;
    prepareLostCount(near);
    return countLost(near);
  } catch {
    return false;
  }
}

function useSpool(folder: OwnedFolder, env: NodeJS.ProcessEnv, use: (spool: Spool) => void): void {
  const name = systemIds(Date.now, quickBytes).next("hook").slice("hook_".length);
  const seal = sealWith(userKey(stateFolder(env)));
  const spool = openSpool({ folder, name, now: Date.now, seal });
  use(spool);
  spool.close();
}

/** Chance for ids: they must differ, not be secret, and real randomness takes longer to load than all the rest. */
export function quickBytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256));
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** With what to do about it, where that is known. */
export const textOf = (error: unknown): string =>
  error instanceof MemoryError && error.fix !== undefined
    ? `${error.message} ${fixText(error.fix)}`
    : messageOf(error);
