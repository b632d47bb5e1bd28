import { MemoryError } from "../../core/failure.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import type { Consent, KnownMemory } from "../../ports/ownership.ts";
import {
  type HostOutcome,
  hasFailed,
  type InstalledPlugin,
  installedPlugins,
  setupOf,
  shownPath,
  unwireEverywhere,
} from "../host-setup/wire-hosts.ts";
import type { HostDeps, ItemDeps } from "../runtime/deps.ts";
import { sharedFilesIn } from "../share/share.ts";
import { removeShareHook } from "../share/share-hook.ts";
import { type ListedMemory, listedMemory } from "./projects.ts";
import { consentOf } from "./switch-recording.ts";

export type UninstallInput = { readonly delete_memories: boolean };

export type UninstallResult = {
  readonly hosts: readonly HostOutcome[];
  /** Hosts that installed Tidemark as a plugin, with the command that takes it out. */
  readonly plugins: readonly InstalledPlugin[];
  readonly memories: readonly ListedMemory[];
  readonly memories_deleted: boolean;
  /** Folders of deleted memories that stay, because something in them is tracked by git or is not Tidemark's. */
  readonly left_folders: readonly string[];
  /** Files with a shared block of statements; they are the project's and stay. */
  readonly shared_files: readonly string[];
  /** Something could not be removed, so the data needed to remove it was kept. */
  readonly is_incomplete: boolean;
};

/** Restores every host's files and empties the state folder. Memories stay unless their deletion is requested. */
export async function uninstall(deps: ItemDeps & HostDeps, input: UninstallInput): Promise<UninstallResult> {
  refuseAgent(deps.voice, "uninstall");
  const consent = consentOf(deps);
  const plugins = await installedPlugins(deps);
  const known = consent.memories();
  const projects = [...new Set([setupOf(deps).where.project, ...known.map(({ project }) => project)])];
  const shared = (await Promise.all(projects.map((each) => sharedFilesIn(setupOf(deps), each)))).flat();
  const repositories = new Set([deps.project.commonDir, ...known.map(({ commonDir }) => commonDir)]);
  await Promise.all([...repositories].map((each) => removeShareHook(setupOf(deps), each)));
  const hosts = await unwireEverywhere(deps);
  // Nothing may be open in a folder that is deleted, nor be written when it is closed afterwards.
  await deps.store.close();
  const there = known.filter(({ exists }) => exists);
  const left = input.delete_memories ? there.filter((memory) => !isDeleted(consent, memory)) : [];
  consent.clearState({
    keepsMemories: !input.delete_memories && there.length > 0,
    keepsHosts: hasFailed(hosts),
  });
  return {
    hosts,
    plugins,
    memories: there.map((memory) => listedMemory(memory, { now: consent.now(), isSetUp: false })),
    memories_deleted: input.delete_memories,
    left_folders: left.map(({ folder }) => folder),
    shared_files: shared.map((path) => shownPath(deps, path)),
    is_incomplete: hasFailed(hosts),
  };
}

/** A folder that must not be touched, such as one behind a link, is named with those that stay. */
function isDeleted(consent: Consent, memory: KnownMemory): boolean {
  try {
    return consent.deleteMemory(memory);
  } catch (error) {
    if (error instanceof MemoryError) return false;
    throw error;
  }
}
