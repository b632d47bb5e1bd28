import { randomBytes } from "node:crypto";
import { basename, resolve } from "node:path";
import type { StoreNote, StoreNotes } from "./adapters/binding/store-note.ts";
import { EMPTY_SPOOL } from "./adapters/disk/empty-spool.ts";
import { ownedFolder } from "./adapters/disk/owned-folder.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import type { ServerVault } from "./adapters/postgres/vault.ts";
import type { ServerCopy } from "./adapters/sqlite/server-copy.ts";
import { openSqliteStore, type SqliteOptions } from "./adapters/sqlite/store.ts";
import { sha256 } from "./adapters/system/sha256.ts";
import { isPersonName, isReserved } from "./core/agent-name.ts";
import { LOCAL_STORE } from "./core/config/store-settings.ts";
import { MemoryError } from "./core/failure.ts";
import { fieldsIn, isString } from "./core/fields.ts";
import type { Instant, StoredEvent } from "./core/tape/event.ts";
import { iso } from "./core/time.ts";
import type { OpenMemory, OpenMemoryOptions } from "./open-memory.ts";
import { sideOf } from "./open-store.ts";
import type { Git } from "./ports/git.ts";
import type { Spool } from "./ports/spool.ts";
import type { Store } from "./ports/store.ts";
import type { StoreMover } from "./ports/store-mover.ts";

/** A server that stores the memory of this project, instead of a file in the memory folder. */
export type ServerChoice = {
  readonly url: string;
  /** The project's name on the server, if a person approved the address for this memory. */
  readonly project?: string | undefined;
};

export type ChoiceInput = {
  readonly note: StoreNote;
  readonly env: NodeJS.ProcessEnv;
  /** The setting from the environment or the user's own file; a project's file is ignored. */
  readonly configured: string | undefined;
};

/** The server, if one is configured. The environment takes precedence over the server to which the tape was moved. */
export function chosenServer({ note, env, configured }: ChoiceInput): ServerChoice | undefined {
  const named = env.TIDEMARK_STORE?.trim() ? configured : undefined;
  const url = named ?? note.url ?? configured;
  return url === undefined || url === LOCAL_STORE ? undefined : choiceOf(url, note);
}

const choiceOf = (url: string, { approved }: StoreNote): ServerChoice => ({
  url,
  project: approved[sha256(url)],
});

/** The user name in an address, if it can be a person: an account that programs share has no personal name. */
export function userOf(url: string): string | undefined {
  // The role of a person is named after the person, with a random suffix.
  const name = URL.canParse(url) ? new URL(url).username.replace(/\.[0-9a-f]{10}$/, "") : "";
  return isPersonName(name) && !isReserved(name) && !SHARED_ACCOUNTS.has(name) ? name : undefined;
}

const SHARED_ACCOUNTS: ReadonlySet<string> = new Set(["postgres", "admin", "app"]);

/** Asks the person at the terminal. Absent if there is no terminal. */
export type AskPerson = (question: string) => Promise<boolean>;

/** Number of connections: several for a long-running process with several callers, one for a command. */
const connectionsFor = (host: string | undefined): number =>
  host !== undefined && SERVING.has(host) ? 4 : 1;

/** Host names of long-running processes. */
const SERVING: ReadonlySet<string> = new Set(["mcp", "library", "http"]);

export type OpenServerStore = {
  readonly store: Store;
  readonly vault: ServerVault;
  readonly server: string;
  readonly project: string;
  /** When this machine last read the tape, if the server is unreachable and a copy answers. */
  readonly asOf?: Instant;
};

export type ServerParts = {
  readonly place: ProjectPlace;
  readonly spool: Spool;
  readonly waitMs: number;
  /** How long to retry an unreachable server, if that is less than the default. */
  readonly reachMs?: number;
  readonly host?: string | undefined;
  readonly rootCommit: () => Promise<string | undefined>;
};

type ApprovingParts = ServerParts & {
  readonly notes: StoreNotes;
  readonly ask?: AskPerson | undefined;
  /** No item is changed, so an older copy is sufficient and new events can wait. */
  readonly canWait: boolean;
  /** Whether new events are copied to this machine at the end; a hook has no time for that. */
  readonly isCopied: boolean;
};

/**
 * Opens the server of a memory. A repository, or the program that starts this one, can set variables. So a person must approve an address
 * that did not keep this memory before; until then, no event is sent there.
 */
async function openApprovedServer(
  choice: ServerChoice,
  { notes, ask, ...parts }: ApprovingParts,
): Promise<OpenServerStore> {
  if (choice.project !== undefined) return openServerStore(choice, parts);
  const { url } = choice;
  const project = await approvedProject(choice, { ...parts, ask });
  const opened = await openServerStore({ url, project }, parts);
  approve(notes, { url, project });
  return opened;
}

/** How long a read retries a server. A restarting server is back by then; for an unreachable one, a copy answers. */
const REACH_MS = 3000;

/** Opens the server. If it is unreachable, a caller that changes no item gets the last copy on this machine. */
export async function openServerOrCopy(
  choice: ServerChoice,
  { copy, ...parts }: ApprovingParts & { readonly copy: ServerCopy },
): Promise<OpenServerStore> {
  const isTried = parts.isCopied || !copy.wasAway();
  try {
    if (!isTried || parts.waitMs === 0)
      throw new MemoryError("store.unreachable", "The server takes too long.");
    const reachMs = parts.canWait ? Math.min(REACH_MS, parts.waitMs) : parts.waitMs;
    const opened = await openApprovedServer(choice, { ...parts, reachMs });
    const close = async (): Promise<void> => {
      // A failure to copy is ignored: the next command tries again.
      if (parts.isCopied) await copy.refresh(opened.store).catch(() => {});
      await opened.store.close();
    };
    return { ...opened, store: { ...opened.store, close } };
  } catch (error) {
    const isAway = error instanceof MemoryError && error.code === "store.unreachable";
    const last = isAway && parts.canWait && choice.project !== undefined ? await copy.open(error) : undefined;
    if (last === undefined || !isAway) throw error;
    if (isTried) copy.noteAway();
    const refuse = (): Promise<never> => Promise.reject(error);
    const size = async () => 0;
    return {
      ...last,
      server: `a copy of project ${choice.project}`,
      project: choice.project ?? "",
      vault: {
        ...{ backup: refuse, restore: refuse, salvage: refuse, compact: refuse },
        ...{ integrity: async () => [], size, exists: async () => true },
      },
    };
  }
}

function approve(
  notes: StoreNotes,
  { url, project }: Required<ServerChoice>,
  to: Partial<StoreNote> = {},
): void {
  const { approved, ...rest } = notes.read();
  const names = project === undefined ? {} : { [sha256(url)]: project };
  notes.write({ ...rest, ...to, approved: { ...approved, ...names } });
}

/** Asks the person at the terminal to approve the server, and returns the project's name on it. */
async function approvedProject(
  choice: ServerChoice,
  { ask, ...parts }: ServerParts & { readonly ask?: AskPerson | undefined },
): Promise<string> {
  const { readAddress } = await import("./adapters/postgres/address.ts");
  const { server } = await readAddress(choice.url, () => "");
  const isAgreed = await ask?.(`Keep the memory of this project on the server ${server}?`);
  if (ask === undefined || !isAgreed) throw notApproved(server);
  const { store, project } = await openServerStore(choice, { ...parts, spool: EMPTY_SPOOL });
  try {
    const { position } = await store.tape.end();
    if (position === 0 || isProjectNamed(choice.url)) return project;
    const { events } = await store.events.read(0, OWNER_EVENTS);
    if (await ask(`${joiningText(events, { project, position })} Join it?`)) return project;
    throw notJoined(project);
  } finally {
    await store.close();
  }
}

/** Maximum number of events that are searched for the owner of a memory: a memory begins with that event. */
const OWNER_EVENTS = 100;

type JoinedProject = { readonly project: string; readonly position: number };

/** Another clone of the repository, or a stranger's fork of it, has the same project name. */
function joiningText(events: readonly StoredEvent[], { project, position }: JoinedProject): string {
  const folders = events.flatMap(({ type, payload }) => {
    const { folder } = fieldsIn(payload);
    return type === "project.identified" && isString(folder) ? [JSON.stringify(folder)] : [];
  });
  const [first] = events;
  const since = first === undefined ? "" : `, begun ${iso(first.at).slice(0, "2026-01-01".length)}`;
  const of = folders.length === 0 ? "" : ` of ${[...new Set(folders)].slice(0, FOLDERS_MAX).join(", ")}`;
  return `The project ${project} already exists on this server: the memory${of}${since}, ${position} events. This folder would read it and add to it.`;
}

const FOLDERS_MAX = 3;

const isProjectNamed = (url: string): boolean => new URL(url).searchParams.has("project");

const notApproved = (server: string): MemoryError =>
  new MemoryError(
    "store.refused",
    `The settings name the server ${server}, which you have not approved for this memory. Nothing was sent.`,
    {
      fix: "If you trust the server, run this in your own terminal and answer yes: tidemark status. Without a terminal: TIDEMARK_STORE=local tidemark migrate --to ADDRESS",
    },
  );

const notJoined = (project: string): MemoryError =>
  new MemoryError("store.refused", `This folder did not join the project ${project}. Nothing was sent.`, {
    fix: "To keep a memory of its own on the server, name it in the address: ?project=NAME",
  });

/** Opens the store at an address that a person approved. */
async function openServerStore(
  { url, project: known }: ServerChoice,
  { place, spool, waitMs, reachMs, host, rootCommit }: ServerParts,
): Promise<OpenServerStore> {
  const { readAddress } = await import("./adapters/postgres/address.ts");
  const { openPostgresStore } = await import("./adapters/postgres/store.ts");
  const address = await readAddress(url, async () => known ?? nameFrom(place, await rootCommit()));
  const opened = await openPostgresStore({
    ...{ address, spool, sha256, waitMs, reachMs },
    connections: connectionsFor(host),
  });
  const { server, project } = address;
  return { ...opened, server: `${server}, project ${project}`, project };
}

/** Opens other stores for the same memory, and records which one is in use. */
export function storeMover(
  parts: SqliteOptions,
  { place, env, git, waitMs, notes, open }: MoverParts,
): StoreMover {
  const { memoryDir } = place;
  const beside = { spool: EMPTY_SPOOL, waitMs };
  let project: string | undefined;
  return {
    open: async (to) => {
      if (to === LOCAL_STORE)
        return { store: await openSqliteStore({ ...parts, ...beside }), name: memoryDir };
      const opened = await openServerStore(choiceOf(to, notes.read()), { place, ...beside, ...git });
      project = opened.project;
      return { store: opened.store, name: opened.server };
    },
    own: (open) => sideOf(open, { ...parts, ...beside, notes }),
    side: async (where) => {
      if (/^postgres(ql)?:\/\//.test(where)) {
        const opened = await openServerStore(choiceOf(where, notes.read()), { place, ...beside, ...git });
        return { store: opened.store, name: opened.server, close: opened.store.close };
      }
      const { deps, close } = await open({ cwd: resolve(place.root, where), env, effect: "writes" });
      if (deps.mover === undefined || deps.project.memoryDir === memoryDir) {
        await close();
        throw new MemoryError("input.invalid", "That is this memory itself.", { field: "with" });
      }
      return { ...deps.mover.own(deps), close };
    },
    setLocalAside: () => {
      const folder = ownedFolder(memoryDir);
      const aside = `tidemark.db.left-${Date.now().toString(36)}`;
      for (const ending of ["", "-wal", "-shm"])
        if (folder.look(`tidemark.db${ending}`) !== undefined)
          folder.rename(`tidemark.db${ending}`, `${aside}${ending}`);
    },
    identity: notes.identity,
    settle: (to, end) => {
      if (to === LOCAL_STORE) parts.binding?.accept(end);
      approve(notes, { url: to, project }, { url: to });
      const named = env.TIDEMARK_STORE?.trim();
      return named && named !== to ? "TIDEMARK_STORE" : undefined;
    },
  };
}

export type MoverParts = {
  readonly place: ProjectPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly git: Pick<Git, "rootCommit">;
  readonly waitMs: number;
  readonly notes: StoreNotes;
  readonly open: (options: OpenMemoryOptions) => Promise<OpenMemory>;
};

const COMMIT_LETTERS = 16;

/** Clones of one repository share their memory. A folder without git gets a unique name. */
function nameFrom({ root }: ProjectPlace, commit: string | undefined): string {
  return commit === undefined
    ? `${basename(root)}-${randomBytes(4).toString("hex")}`
    : `git-${commit.slice(0, COMMIT_LETTERS)}`;
}
