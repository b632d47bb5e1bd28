import { isPaused } from "../../core/recording/recording.ts";
import { iso } from "../../core/time.ts";
import type { KnownMemory } from "../../ports/ownership.ts";
import type { ProjectDeps } from "../runtime/deps.ts";
import { consentOf } from "./switch-recording.ts";

export type ListedMemory = {
  readonly folder: string;
  readonly project: string;
  readonly bytes: number;
  readonly last_used?: string;
  /** Gone: the folder was deleted or moved, and only the record of it is left. */
  readonly state: "recording" | "off" | "gone";
  readonly off_until?: string;
};

export type Projects = {
  readonly memories: readonly ListedMemory[];
  /** Folders without a memory where recording is off. */
  readonly off_places: readonly string[];
  /** Where a memory begins by itself: nowhere, or in every git repository. */
  readonly repositories: "asked" | "every";
  readonly everywhere: { readonly is_on: boolean; readonly until?: string };
};

/** Every memory of this user on this machine. */
export async function projects(world: ProjectDeps): Promise<Projects> {
  const consent = consentOf(world);
  const { repositories, off } = consent.everywhere();
  const isOff = isPaused(off, consent.now());
  return {
    memories: consent.memories().map((memory) => listedMemory(memory, consent.now())),
    off_places: [...consent.offPlaces()].sort(),
    repositories,
    everywhere: {
      is_on: !isOff,
      ...(isOff && off?.until !== undefined ? { until: iso(off.until) } : {}),
    },
  };
}

export function listedMemory({ consent, lastUsed, ...memory }: KnownMemory, now: number): ListedMemory {
  const isOff = isPaused(consent.off, now);
  const state = isOff ? "off" : "recording";
  return {
    folder: memory.folder,
    project: memory.project,
    bytes: memory.bytes,
    ...(lastUsed === undefined ? {} : { last_used: iso(lastUsed) }),
    state: memory.exists ? state : "gone",
    ...(isOff && consent.off?.until !== undefined ? { off_until: iso(consent.off.until) } : {}),
  };
}
