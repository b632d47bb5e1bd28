import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { ownedFolder } from "./adapters/disk/owned-folder.ts";
import type { ProjectPlace } from "./adapters/files/project/find-project.ts";
import { readStoreNote, type StoreNote, writeStoreNote } from "./adapters/files/project/store-note.ts";
import type { ServerVault } from "./adapters/postgres/vault.ts";
import { EMPTY_SPOOL } from "./adapters/spool/empty-spool.ts";
import { openSqliteStore, type SqliteOptions } from "./adapters/sqlite/store.ts";
import { sha256 } from "./adapters/system/sha256.ts";
import { agentHostIn } from "./core/agent-hosts.ts";
import { LOCAL_STORE } from "./core/config/store-settings.ts";
import { MemoryError } from "./core/failure.ts";
import type { Git } from "./ports/git.ts";
import type { Spool } from "./ports/spool.ts";
import type { Store } from "./ports/store.ts";
import type { StoreMover } from "./ports/store-mover.ts";

/** A server that the memory of this project is kept on, instead of a file in the memory folder. */
export type ServerChoice = { readonly url: string; readonly note: StoreNote };

export type ChoiceInput = {
  readonly memoryDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** The setting, from the environment or from the user's own file; never from a project's. */
  readonly configured: string | undefined;
  /** False where another database lies in the folder than the one that was bound: then its note may be a stranger's. */
  readonly isNoteOurs: boolean;
  /** The host that runs this program, where one does. */
  readonly host: string | undefined;
};

/** The server, if there is one. What a person says in the environment counts first, then where the tape was moved to. */
export function chosenServer(input: ChoiceInput): ServerChoice | undefined {
  const { memoryDir, env, configured, isNoteOurs } = input;
  const note = isNoteOurs ? readStoreNote(memoryDir) : {};
  const named = env.TIDEMARK_STORE?.trim() ? configured : undefined;
  const url = named ?? note.url ?? configured;
  if (url === undefined || url === LOCAL_STORE) return undefined;
  // A repository's settings for a host can set variables, so an agent's environment may name a stranger's server.
  if (!isPersonal(input) && url !== note.url && note.approved !== sha256(url)) throw notApproved();
  return { url, note };
}

/** A person's command, or a program with our library: nobody else sets their variables. */
const isPersonal = ({ env, host }: ChoiceInput): boolean =>
  (host === undefined || SERVING.has(host)) && host !== "mcp" && agentHostIn(env) === undefined;

/** Connections of a process that stays and answers several callers, and of a command. */
const connectionsFor = (host: string | undefined): number =>
  host !== undefined && SERVING.has(host) ? 4 : 1;

/** What the processes that stay are called. An MCP server is started by a host, with variables that others may set. */
const SERVING: ReadonlySet<string> = new Set(["mcp", "library", "http"]);

const notApproved = (): MemoryError =>
  new MemoryError(
    "store.refused",
    "The settings name a server for this memory that you have not used here.",
    {
      fix: "If the server is yours, run this once in your own terminal: tidemark status",
    },
  );

export type OpenServerStore = {
  readonly store: Store;
  readonly vault: ServerVault;
  readonly server: string;
};

export type ServerParts = {
  readonly place: ProjectPlace;
  readonly spool: Spool;
  readonly waitMs: number;
  readonly host?: string | undefined;
  readonly rootCommit: () => Promise<string | undefined>;
};

/** Opens the store, and notes in the memory folder what the project is called and that its user uses this server. */
export async function openServerStore(
  { url, note }: ServerChoice,
  { place, spool, waitMs, host, rootCommit }: ServerParts,
): Promise<OpenServerStore> {
  const { readAddress } = await import("./adapters/postgres/address.ts");
  const { openPostgresStore } = await import("./adapters/postgres/store.ts");
  const address = await readAddress(url, async () => note.project ?? nameFrom(place, await rootCommit()));
  const opened = await openPostgresStore({
    ...{ address, spool, sha256, waitMs },
    connections: connectionsFor(host),
  });
  const approved = sha256(url);
  if (note.project !== address.project || note.approved !== approved)
    writeStoreNote(place.memoryDir, { ...note, project: address.project, approved });
  return { ...opened, server: `${address.server}, project ${address.project}` };
}

/** Opens another store for the same memory, and notes which one is in use. */
export function storeMover(parts: SqliteOptions, { place, env, git, waitMs }: MoverParts): StoreMover {
  const { memoryDir } = place;
  const beside = { spool: EMPTY_SPOOL, waitMs };
  return {
    open: async (to) => {
      if (to === LOCAL_STORE)
        return { store: await openSqliteStore({ ...parts, ...beside }), name: memoryDir };
      const choice = { url: to, note: readStoreNote(memoryDir) };
      const { store, server } = await openServerStore(choice, { place, ...beside, ...git });
      return { store, name: server };
    },
    setLocalAside: () => {
      const folder = ownedFolder(memoryDir);
      const aside = `tidemark.db.left-${Date.now().toString(36)}`;
      for (const ending of ["", "-wal", "-shm"])
        if (folder.look(`tidemark.db${ending}`) !== undefined)
          folder.rename(`tidemark.db${ending}`, `${aside}${ending}`);
    },
    settle: (to, end) => {
      if (to === LOCAL_STORE) parts.binding?.accept(end);
      writeStoreNote(memoryDir, { ...readStoreNote(memoryDir), url: to });
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
};

const COMMIT_LETTERS = 16;

/** Clones of one repository share their memory; a folder without git has a name of its own. */
function nameFrom({ root }: ProjectPlace, commit: string | undefined): string {
  return commit === undefined
    ? `${basename(root)}-${randomBytes(4).toString("hex")}`
    : `git-${commit.slice(0, COMMIT_LETTERS)}`;
}
