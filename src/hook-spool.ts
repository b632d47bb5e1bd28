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
  /** This user has a memory in the folder. */
  readonly isKnown: boolean;
  readonly notes: string;
  readonly binding?: MemoryBinding;
  /** The error, if the owner of the folder cannot be determined. */
  readonly problem?: unknown;
};

/**
 * Determines the owner of the memory folder. A foreign memory is neither read nor written: events for it wait in the user's state folder.
 */
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

/**
 * Whether the state folder has a record of this memory. It may have one even if the memory folder cannot be used; events then wait in the
 * state folder.
 */
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
  /** The name of a separate folder inside the spool. */
  readonly below?: string;
};

/**
 * Writes to the spool beside the database if the folder is ours and writable, else to the user's state folder. If both fail, the loss is
 * counted.
 */
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

/**
 * Counts a lost event in the first place that can be written. An uncounted loss would be worst, so the memory folder is prepared if
 * necessary.
 */
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

/**
 * Random bytes for ids. Ids must be unique but not secret, and loading a cryptographic generator would take longer than the rest of a hook.
 */
export function quickBytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256));
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** The message of an error, followed by its fix if it has one. */
export const textOf = (error: unknown): string =>
  error instanceof MemoryError && error.fix !== undefined
    ? `${error.message} ${fixText(error.fix)}`
    : messageOf(error);
