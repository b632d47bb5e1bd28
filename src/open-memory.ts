import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { foreignStoreNote, NO_NOTE, type StoreNotes, storeNotes } from "./adapters/binding/store-note.ts";
import { EMPTY_SPOOL } from "./adapters/disk/empty-spool.ts";
import { type OwnedFolder, ownedFolder } from "./adapters/disk/owned-folder.ts";
import { isRefusal } from "./adapters/disk/refusal.ts";
import { refusedBelow } from "./adapters/disk/refused-below.ts";
import { setAside } from "./adapters/disk/set-aside.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { trackedFiles } from "./adapters/disk/tracked-files.ts";
import { contextFiles } from "./adapters/files/context/context-files.ts";
import { workingFiles } from "./adapters/files/context/working-files.ts";
import { hostHistories } from "./adapters/files/hosts/histories.ts";
import { hostSetup } from "./adapters/files/hosts/host-setup.ts";
import { withItemChanges } from "./adapters/files/hosts/item-changes.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { makeWritable, prepareMemoryFolder } from "./adapters/files/project/memory-folder.ts";
import { memoryNotes } from "./adapters/files/project/memory-notes.ts";
import { ourFiles } from "./adapters/files/project/our-files.ts";
import { readConfigFiles, readSoundConfigFiles } from "./adapters/files/project/read-config.ts";
import { userFiles } from "./adapters/files/project/user-files.ts";
import { writeConfig } from "./adapters/files/project/write-config.ts";
import { USAGE_FILE, usageFile } from "./adapters/files/usage/usage-file.ts";
import { vectorsFile } from "./adapters/files/usage/vectors-file.ts";
import { codeHistoryAt } from "./adapters/git/code-history.ts";
import { gitAt, noGit } from "./adapters/git/git.ts";
import { spoolPlaces } from "./adapters/spool/places.ts";
import { openSpool } from "./adapters/spool/spool.ts";
import { bothSpools, spoolOfPerson } from "./adapters/spool/wrapped-spools.ts";
import { chooseDriver, type Driver } from "./adapters/sqlite/driver.ts";
import { foreignRows } from "./adapters/sqlite/foreign-rows.ts";
import { serverCopy } from "./adapters/sqlite/server-copy.ts";
import type { SqliteOptions } from "./adapters/sqlite/store.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { dieAt } from "./adapters/system/die-at.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { systemLoop } from "./adapters/system/loop.ts";
import { machineOf } from "./adapters/system/machine.ts";
import { sha256 } from "./adapters/system/sha256.ts";
import { type Speaker, speakerOf, writerOf } from "./adapters/system/writer.ts";
import { allViews } from "./app/runtime/all-views.ts";
import type { Deps, Progress } from "./app/runtime/deps.ts";
import { foreignRefusal } from "./app/upkeep/foreign-memory.ts";
import { type Config, DEFAULTS, environmentValues, mergeConfig } from "./core/config/config.ts";
import { MemoryError } from "./core/failure.ts";
import { isReaderRun } from "./core/reader-run.ts";
import type { Seal } from "./core/seal.ts";
import { admitWriting, consentAt, tokensAt, withOwnEnvironment } from "./open-consent.ts";
import { type Ground, groundOf } from "./open-ground.ts";
import { privateMemoryOf, privatePlace } from "./open-private.ts";
import { type AskPerson, chosenServer, openServerOrCopy, storeMover, userOf } from "./open-server-store.ts";
import { type OpenedStore, READING_EFFECTS, storeFor, vaultFor, WITHOUT_MEMORY } from "./open-store.ts";
import type { StoreBinding } from "./ports/binding.ts";
import type { Checkup, OpeningFault } from "./ports/checkup.ts";
import type { Git } from "./ports/git.ts";
import type { Consent } from "./ports/ownership.ts";
import type { Spool } from "./ports/spool.ts";
import { commandLine } from "./surfaces/verbs/command-line.ts";
import { VERSION } from "./version.ts";

export type OpenMemoryOptions = {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * The effect of the verb. Reading creates no folder; `mends` works even on a memory that cannot be opened, and `examines` also with
   * invalid settings.
   */
  readonly effect: "reads" | "receives" | "writes" | "destroys" | "mends" | "examines";
  /** Events are only added, so that a copy and the spool will do while the server is away. */
  readonly canWait?: true | undefined;
  readonly agent?: string;
  readonly host?: string;
  /** The speaker, if neither a name nor the environment shows it: an agent without a name is not a person. */
  readonly voice?: Deps["voice"];
  readonly progress?: Progress;
  /**
   * Maximum time for connecting to a server, if it is below the setting, because a hook must not wait for the network. With 0, the last
   * copy on this machine answers.
   */
  readonly serverWaitMs?: number;
  /** Asks the person at the terminal to approve a server that did not keep this memory before. */
  readonly ask?: AskPerson;
  /** The call stores something and is not `tidemark init`: it creates a memory only in a git repository outside the home folder. */
  readonly needsRepository?: boolean;
  /** Opens the user's private memory of the project instead of the shared one. */
  readonly isPrivate?: true;
};

export type OpenMemory = { readonly deps: Deps; readonly close: () => Promise<void> };

/** Connects all parts for the project of a folder. This is the only place that names every adapter. */
export async function openMemory(given: OpenMemoryOptions): Promise<OpenMemory> {
  const options = withOwnEnvironment(given);
  const { cwd, env } = options;
  const found = findProject(cwd, env);
  const place = options.isPrivate ? privatePlace(found) : found;
  const entered = await enterMemory(place, options);
  const { ground, consent, spools, examined, config } = entered;
  const clock = systemClock(env);
  const at = dieAt(env);
  const git = place.commonDir === undefined ? noGit() : gitAt(place.worktreeRoot, env);
  const { parts, opened, hasMemory, notes, person } = await openParts(place, { options, entered, git });
  const { store, foreign, onServer } = opened;
  const memoryDir = foreign ? ground.nowhere : place.memoryDir;
  const ids = systemIds(Date.now, randomBytes);
  const speaker = speakerOf(options);
  const writer = writerOf({ env, place, person, ...agentOf(speaker, config.agent) });
  const stamp = () => ({ id: ids.next("evt"), at: clock.now(), recordedAt: clock.now(), writer });
  const contextDir = join(place.worktreeRoot, config.context.folder);
  const shared = { memoryDir, contextDir, isOnServer: onServer !== undefined };
  const ours = ourFiles({ ...shared, root: place.worktreeRoot, farSpool: spools.far });
  const deps: Deps = {
    store: withItemChanges(store, memoryDir),
    vault: vaultFor({ ...parts, drain: store.tape.end, stamp, copies: ours.copies }, opened),
    files: userFiles(),
    ourFiles: ours,
    notes: memoryNotes(memoryDir),
    settings: { writeTemplate: () => writeConfig(place.memoryDir) },
    working: workingFiles(memoryDir),
    contextFiles: contextFiles({
      ...{ ...place, memoryDir, root: place.worktreeRoot },
      ...{ folder: config.context.folder, at },
    }),
    usage: usageFile(memoryDir, {
      now: clock.now,
      refreshOn: config.usage.refreshOn,
      tell: (problem) => void process.stderr.write(`tidemark: ${problem}\n`),
    }),
    vectors: vectorsFile(memoryDir),
    git,
    ...(place.commonDir === undefined ? {} : { code: codeHistoryAt(place.worktreeRoot, env) }),
    machine: machineOf(env),
    ...{ clock, ids, sha256, writer, config },
    voice: speaker.voice,
    ...(person === undefined ? {} : { person }),
    ...privateMemoryOf(found, options, openMemory),
    views: allViews(sha256),
    project: { ...place, hasMemory, ...serverNamed(onServer) },
    ownership: {
      ...(foreign ? { foreign } : {}),
      // The anchor belongs to the tape in the memory folder. A server guarantees its own durability.
      anchor: onServer ? () => undefined : parts.binding.anchor,
      loss: onServer ? () => undefined : parts.binding.loss,
      foreignStoreNote: () => (foreign ? undefined : foreignStoreNote(place.memoryDir)),
      tracked: () => trackedFiles(place.memoryDir, place),
    },
    consent,
    tokens: tokensAt(place, env),
    mover: storeMover(parts, { place, env, git, waitMs: config.store.wait_ms, notes, open: openMemory }),
    progress: options.progress ?? (() => {}),
    ...hostsOf(place, { env, spools, ...parts }),
    loop: systemLoop(),
    ...(await askedOf(config, { env, place, cwd })),
    ...(examined ? { checkup: checkupOf(examined.faults, { ...place, env, ...parts }) } : {}),
    command: commandLine,
    crashPoint: at,
  };
  return { deps, close: () => store.close() };
}

const serverNamed = (on: OpenedStore["onServer"]): Pick<Deps["project"], "server" | "asOf"> => ({
  ...(on && { server: on.server }),
  ...(on?.asOf !== undefined && { asOf: on.asOf }),
});

type MemoryParts = { readonly options: OpenMemoryOptions; readonly entered: ProjectEntry; readonly git: Git };

type OpenedParts = {
  readonly parts: SqliteOptions & { readonly binding: StoreBinding };
  readonly opened: OpenedStore;
  readonly hasMemory: boolean;
  readonly notes: StoreNotes;
  readonly person: string | undefined;
};

/** Opens the store: the database in the memory folder, or the server that the settings name instead. */
async function openParts(place: ProjectPlace, { options, entered, git }: MemoryParts): Promise<OpenedParts> {
  const { env, host, effect, canWait = effect === "reads" } = options;
  const { ground, spools, mayHave, examined, config } = entered;
  const { memoryDir } = place;
  const { wait_ms, url: configured } = config.store;
  const binding = ground.binding.store();
  const path = join(memoryDir, "tidemark.db");
  const { isKnown, isOfOtherFolder } = ground.binding;
  const isNothing = READING_EFFECTS.includes(effect) && !mayHave && !isKnown;
  const notes = storeNotes({ memoryDir, state: stateFolder(env) });
  const note = isOfOtherFolder ? NO_NOTE : notes.read();
  const isLocal = ground.foreign || isNothing || options.isPrivate;
  const server = isLocal ? undefined : chosenServer({ note, env, configured });
  const person = config.person ?? (server && userOf(server.url));
  const spooled = spoolFor(spools, { seal: ground.seal, faults: examined?.faults });
  const spool = spoolOfPerson(spooled, person);
  const parts = { driver: await chooseDriver(), path, spool, sha256, waitMs: wait_ms, binding };
  const isThere = mayHave || (server !== undefined && isKnown);
  const waitMs = Math.min(wait_ms, options.serverWaitMs ?? wait_ms);
  const serverParts = { ...{ place, spool, waitMs, host, notes, ask: options.ask }, ...git };
  const handling = { canWait, isCopied: options.serverWaitMs === undefined };
  const openServer =
    server &&
    (() => {
      const kept = { ...parts, memoryDir, of: sha256(server.url), now: Date.now, none: EMPTY_SPOOL };
      return openServerOrCopy(server, { ...serverParts, ...handling, copy: serverCopy(kept) });
    });
  const opened = await storeFor(effect, {
    ...{ hasMemory: isThere, ground, parts },
    ...(openServer && { openServer }),
  });
  return { parts, opened, hasMemory: isThere && opened.foreign === undefined, notes, person };
}

type HostParts = {
  readonly env: NodeJS.ProcessEnv;
  readonly spools: ReturnType<typeof spoolPlaces>;
  readonly driver: Driver;
};

/** The hosts' histories and settings. Loaded on demand. */
function hostsOf(place: ProjectPlace, { env, spools, driver }: HostParts): Pick<Deps, "histories" | "hosts"> {
  return {
    histories: hostHistories({
      readers: async () => (await import("./surfaces/hosts/readers.ts")).HISTORY_READERS,
      importers: async () => (await import("./surfaces/importers/importers.ts")).MEMORY_IMPORTERS,
      env,
      root: place.root,
      rows: (file, sql) => foreignRows(driver, file, sql),
    }),
    hosts: hostSetup({
      wirings: async () => (await import("./surfaces/hosts/wirings.ts")).WIRINGS,
      env,
      project: place.worktreeRoot,
      spools,
    }),
  };
}

type ProjectEntry = {
  readonly ground: Ground;
  readonly consent: Consent;
  readonly spools: ReturnType<typeof spoolPlaces>;
  /** Something exists there that is not known to be foreign. */
  readonly mayHave: boolean;
  readonly examined: Awaited<ReturnType<typeof examinedConfig>> | undefined;
  readonly config: Config;
};

/** Determines the owner of the memory folder, prepares the folder if it is ours, and reads the settings. */
async function enterMemory(place: ProjectPlace, options: OpenMemoryOptions): Promise<ProjectEntry> {
  const { env, effect } = options;
  const { memoryDir } = place;
  const spools = spoolPlaces(memoryDir, env);
  const ground = groundOf(place, env);
  if (ground.foreign && !WITHOUT_MEMORY.includes(effect)) throw foreignRefusal(ground.foreign);
  const mayHave = ground.foreign === undefined && isMemoryAt(memoryDir, [spools.near, spools.far]);
  const consent = await consentAt(place, options, ground.binding.isKnown);
  const hasMemory = mayHave || ground.foreign !== undefined || ground.binding.isKnown;
  admitWriting(consent, place, { ...options, hasMemory });
  // Settings of a foreign memory are ignored.
  const settings = ground.foreign ? ground.nowhere : memoryDir;
  const examined = effect === "examines" ? await examinedConfig(settings, env) : undefined;
  const isPrepared = mayHave || !READING_EFFECTS.includes(effect);
  if (isPrepared && !ground.foreign) prepare(memoryDir, { env, ground, faults: examined?.faults });
  const config = examined?.config ?? (await configOf(settings, env));
  return { ground, consent, spools, mayHave, examined, config };
}

/** An unusable folder still counts as existing: preparing it then reports the problem. */
function isMemoryAt(memoryDir: string, spools: readonly OwnedFolder[]): boolean {
  try {
    const folder = ownedFolder(memoryDir);
    return (
      DATABASE_FILES.some((name) => folder.stat(name) !== undefined) || spools.some((spool) => spool.exists())
    );
  } catch (error) {
    if (isRefusal(error)) return true;
    throw error;
  }
}

/** A log without its database may contain events that can be recovered. */
const DATABASE_FILES = ["tidemark.db", "tidemark.db-wal"];

type Preparing = {
  readonly env: NodeJS.ProcessEnv;
  readonly ground: Ground;
  readonly faults: OpeningFault[] | undefined;
};

/** If the folder cannot be used, a doctor continues and reports the problem. */
function prepare(memoryDir: string, { env, ground, faults }: Preparing): void {
  const make = () => {
    ground.binding.claim();
    prepareMemoryFolder(memoryDir, { env });
  };
  orFault(make, { otherwise: undefined, faults });
}

type OpeningFallback<T> = { readonly otherwise: T; readonly faults: OpeningFault[] | undefined };

function orFault<T>(act: () => T, { otherwise, faults }: OpeningFallback<T>): T {
  try {
    return act();
  } catch (error) {
    if (faults === undefined || !(error instanceof MemoryError)) throw error;
    faults.push(faultOf(error));
    return otherwise;
  }
}

async function configOf(memoryDir: string, env: NodeJS.ProcessEnv): Promise<Config> {
  const files = await readConfigFiles(memoryDir, env);
  return mergeConfig({ ...files, environment: environmentValues(env) }).config;
}

/** The settings that can be read, and the problems with the rest. */
async function examinedConfig(
  memoryDir: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly config: Config; readonly faults: OpeningFault[] }> {
  const { files, broken } = await readSoundConfigFiles(memoryDir, env);
  const faults: OpeningFault[] = broken.map(({ file, error }) => ({ ...faultOf(error), file }));
  try {
    return { config: mergeConfig({ ...files, environment: environmentValues(env) }).config, faults };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { config: DEFAULTS, faults: [...faults, faultOf(error)] };
  }
}

const faultOf = ({ code, message, fix }: MemoryError): OpeningFault => ({
  code,
  message,
  ...(fix === undefined ? {} : { fix }),
});

type CheckupParts = { readonly memoryDir: string; readonly env: NodeJS.ProcessEnv; readonly driver: Driver };

function checkupOf(faults: readonly OpeningFault[], { memoryDir, env, driver }: CheckupParts): Checkup {
  const sqlite = `${driver.version} (${driver.name})`;
  let left = faults;
  return {
    faults: () => [...left, ...refusedBelow(memoryDir).map(faultOf)],
    setAside: (file) => {
      // A file of the memory must be inside the memory folder: the target of a link may belong to somebody else.
      if (dirname(file) === memoryDir) ownedFolder(memoryDir).exists();
      left = left.filter((fault) => fault.file !== file);
      return setAside(file);
    },
    makeWritable: () => {
      const isDone = makeWritable(memoryDir, { env });
      if (isDone) left = left.filter(({ code }) => code !== "store.read_only");
      return isDone;
    },
    usageFile: join(memoryDir, USAGE_FILE),
    versions: { tidemark: VERSION, node: process.versions.node, sqlite },
  };
}

/** Loaded only if the config names one: most memories use neither a model nor an embedder. */
async function askedOf(
  config: Config,
  { env, place, cwd }: { env: NodeJS.ProcessEnv; place: ProjectPlace; cwd: string },
): Promise<Pick<Deps, "model" | "embedder">> {
  const hosts = {
    env,
    refused: [place.worktreeRoot, place.root, cwd],
    commands: async () => (await import("./surfaces/hosts/agent-commands.ts")).AGENT_COMMANDS,
  };
  return {
    ...(config.model.mode === "off" || isReaderRun({ env, cwd })
      ? {}
      : { model: (await import("./adapters/llm/open-model.ts")).openModel(config, hosts) }),
    ...(config.embedder.provider === "off"
      ? {}
      : { embedder: (await import("./adapters/llm/open-embedder.ts")).openEmbedder(config, env) }),
  };
}

/** Adds the spool in the user's state folder, where hooks write if the memory folder cannot be written. It is usually empty. */
function spoolFor(
  { near, far }: ReturnType<typeof spoolPlaces>,
  { seal, faults }: { readonly seal: Seal; readonly faults: OpeningFault[] | undefined },
): Spool {
  const open = (folder: OwnedFolder) => openSpool({ folder, name: spoolName(), now: Date.now, seal });
  const hasFar = orFault(() => far.exists(), { otherwise: false, faults });
  return hasFar ? bothSpools(open(near), open(far)) : open(near);
}

/** Spool files are sorted by their start time; the random part distinguishes two processes that start in the same millisecond. */
export function spoolName(): string {
  return `${Date.now().toString(36).padStart(9, "0")}-${randomBytes(5).toString("hex")}`;
}

function agentOf({ agent, host }: Speaker, configAgent: string | undefined) {
  return {
    ...(agent === undefined ? {} : { flagAgent: agent }),
    ...(host === undefined ? {} : { host }),
    ...(configAgent === undefined ? {} : { configAgent }),
  };
}
