import { SETTINGS } from "../../core/config/config.ts";
import { refuseAgent } from "../../core/items/authority.ts";
import type { Scope } from "../../ports/wiring.ts";
import type { EarlierSessions } from "../intake/earlier-sessions.ts";
import type { ImportResult } from "../intake/import-any.ts";
import type { HostDeps, ItemDeps, WorkerDeps } from "../runtime/deps.ts";
import { identify } from "../runtime/identify.ts";
import type { FoundHost, HostOutcome, PrintedHost } from "./wire-hosts.ts";

export type InitInput = {
  readonly config: boolean;
  readonly hosts?: string | undefined;
  readonly scope: Scope;
  readonly print: boolean;
  /** Import the earlier sessions of this project that hosts keep. */
  readonly import: boolean;
  readonly remove: boolean;
  /** Where a memory is created automatically from now on: nowhere else, or in every git repository. */
  readonly record?: "project" | "every-repository" | undefined;
};

export type InitResult = {
  readonly folder: string;
  /** The server that keeps the memory instead of the folder. */
  readonly server?: string;
  /** False if the memory already existed: then `init` changes nothing. */
  readonly is_new: boolean;
  readonly config_file?: string;
  /** False if the config file already existed: it is never overwritten. */
  readonly config_written?: boolean;
  /** The result for each host's files. */
  readonly hosts?: readonly HostOutcome[];
  /** What would be written, if the caller only asked for that. */
  readonly printed?: readonly PrintedHost[];
  /** Where a memory is created automatically. */
  readonly repositories?: "asked" | "every";
  /** Hosts on this machine, if the caller named none. */
  readonly found?: readonly FoundHost[];
  /** Earlier sessions of this project that hosts keep, if they were not imported. */
  readonly earlier?: readonly EarlierSessions[];
  /** Number of rules files, or files of other tools' memories, with something new in them. */
  readonly memory_files?: number;
  readonly imported?: ImportResult;
  readonly removed?: true;
  /** A coding agent on this machine that could read sessions, if no model is configured. */
  readonly possible_reader?: { readonly host: string; readonly name: string };
};

/** Creates the project's memory, with `config` a file of settings to edit, and sets up the named hosts. */
export async function init(deps: WorkerDeps & HostDeps, input: InitInput): Promise<InitResult> {
  const folder = deps.project.memoryDir;
  const wire = await import("./wire-hosts.ts");
  if (input.print) return { folder, is_new: false, printed: await wire.printHosts(deps, input) };
  if (input.remove)
    return { folder, is_new: false, hosts: await wire.unwireHosts(deps, input.hosts), removed: true };
  await identify(deps);
  const repositories = chooseRepositories(deps, input);
  const config = input.config ? deps.settings.writeTemplate() : undefined;
  const hosts =
    input.hosts === undefined
      ? { found: await wire.foundHosts(deps) }
      : { hosts: await wire.wireHosts(deps, input) };
  const [reader] = (hosts.found ?? hosts.hosts ?? []).filter(({ host }) => READING_HOSTS.includes(host));
  return {
    folder,
    ...(deps.project.server === undefined ? {} : { server: deps.project.server }),
    is_new: !deps.project.hasMemory,
    ...(repositories === undefined ? {} : { repositories }),
    ...(config ? { config_file: config.path, config_written: config.isNew } : {}),
    ...hosts,
    ...(reader && deps.config.model.mode === "off"
      ? { possible_reader: { host: reader.host, name: reader.name } }
      : {}),
    ...(await earlierWork(deps, input)),
  };
}

function chooseRepositories({ consent, voice }: ItemDeps, { record }: InitInput): InitResult["repositories"] {
  if (consent === undefined) return undefined;
  if (record === "every-repository") refuseAgent(voice, "init --record every-repository");
  const known = consent.everywhere();
  if (record === undefined) return known.repositories;
  const repositories = record === "project" ? "asked" : "every";
  if (repositories !== known.repositories) consent.keepEverywhere({ ...known, repositories });
  return repositories;
}

const READING_HOSTS: readonly string[] = SETTINGS["model.host"].choices;

/** Earlier sessions: imported on request, otherwise counted if the memory is new. */
async function earlierWork(
  deps: WorkerDeps & HostDeps,
  input: InitInput,
): Promise<Pick<InitResult, "earlier" | "memory_files" | "imported">> {
  if (input.import) {
    const { importAny } = await import("../intake/import-any.ts");
    return { imported: await importAny(deps, { dry_run: false }) };
  }
  if (deps.project.hasMemory) return {};
  const { earlierSessions } = await import("../intake/earlier-sessions.ts");
  const earlier = await earlierSessions(deps);
  const { newMemoryFiles } = await import("../intake/import-memories.ts");
  const files = await newMemoryFiles(deps);
  return { ...(earlier.length === 0 ? {} : { earlier }), ...(files === 0 ? {} : { memory_files: files }) };
}
