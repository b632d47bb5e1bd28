import { isWithin } from "../../core/recording/may-begin.ts";
import { isPaused } from "../../core/recording/recording.ts";
import { iso } from "../../core/time.ts";
import type { KnownMemory } from "../../ports/ownership.ts";
import { isAnySetUp } from "../host-setup/wire-hosts.ts";
import type { HostDeps, ProjectDeps } from "../runtime/deps.ts";
import { consentOf } from "./switch-recording.ts";

export type ListedMemory = {
  readonly folder: string;
  readonly project: string;
  readonly bytes: number;
  readonly last_used?: string;
  /** Idle: no agent is set up to record. Gone: the folder was deleted or moved, and only the record of it is left. */
  readonly state: "recording" | "idle" | "off" | "gone";
  readonly off_until?: string;
};

export type Projects = {
  readonly memories: readonly ListedMemory[];
  /** Folders without a memory where recording is off. */
  readonly off_places: readonly string[];
  /** Where a memory is created automatically: nowhere, or in every git repository. */
  readonly repositories: "asked" | "every";
  readonly everywhere: { readonly is_on: boolean; readonly until?: string };
};

/** Every memory of this user on this machine. */
export async function projects(deps: ProjectDeps & HostDeps): Promise<Projects> {
  const consent = consentOf(deps);
  const { repositories, off } = consent.everywhere();
  const isOff = isPaused(off, consent.now());
  const places = [...consent.offPlaces()].sort();
  const isStopped = (project: string) => isOff || places.some((place) => isWithin(project, place));
  const seen = { now: consent.now(), isSetUp: await isAnySetUp(deps), isStopped };
  return {
    memories: consent.memories().map((memory) => listedMemory(memory, seen)),
    off_places: places,
    repositories,
    everywhere: {
      is_on: !isOff,
      ...(isOff && off?.until !== undefined ? { until: iso(off.until) } : {}),
    },
  };
}

/** `isStopped` tells whether recording is off in a folder because of something outside it. */
export function listedMemory(
  { consent, lastUsed, ...memory }: KnownMemory,
  { now, isSetUp, isStopped }: { now: number; isSetUp: boolean; isStopped?: (project: string) => boolean },
): ListedMemory {
  const isOff = isPaused(consent.off, now);
  const state = isOff || isStopped?.(memory.project) ? "off" : isSetUp ? "recording" : "idle";
  return {
    folder: memory.folder,
    project: memory.project,
    bytes: memory.bytes,
    ...(lastUsed === undefined ? {} : { last_used: iso(lastUsed) }),
    state: memory.exists ? state : "gone",
    ...(isOff && consent.off?.until !== undefined ? { off_until: iso(consent.off.until) } : {}),
  };
}
