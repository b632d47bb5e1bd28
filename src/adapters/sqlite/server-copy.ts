import { join } from "node:path";
import type { MemoryError } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import type { Instant, Position } from "../../core/tape/event.ts";
import type { Spool } from "../../ports/spool.ts";
import type { Store } from "../../ports/store.ts";
import { isSomethingAt } from "../disk/database-file.ts";
import { ownedFolder } from "../disk/owned-folder.ts";
import { openSqliteStore, type SqliteOptions } from "./store.ts";
import { removeDatabase } from "./swap.ts";

/** A local copy of a tape on a server, for reading while the server is unreachable. */
export type ServerCopy = {
  /** Copies new events from the server, in bounded steps. */
  readonly refresh: (source: Store) => Promise<void>;
  /** The copy as a read-only store; undefined if there is none of this server. */
  readonly open: (
    away: MemoryError,
  ) => Promise<{ readonly store: Store; readonly asOf: Instant } | undefined>;
  /** True for a moment after the server was away: a hook does not try it again with every prompt. */
  readonly wasAway: () => boolean;
  readonly noteAway: () => void;
};

export type ServerCopyOptions = Pick<SqliteOptions, "driver" | "sha256" | "waitMs"> & {
  readonly memoryDir: string;
  /** The server and project, without the password. */
  readonly of: string;
  readonly now: () => Instant;
  /** Events that are recorded while the server is away wait here. */
  readonly spool: Spool;
  /** An empty spool: waiting events belong to the server. */
  readonly none: Spool;
};

const FILE = "server-copy.db";
const NOTE = "server-copy.json";
const NOTE_BYTES_MAX = 1000;
const PAGE_EVENTS = 1000;
/** Limits a refresh so that no command waits for long. The next command continues. */
const PAGES_MAX = 10;
const AWAY_MS = 30_000;

export function serverCopy(options: ServerCopyOptions): ServerCopy {
  const { memoryDir, of, now, spool, none, ...sqlite } = options;
  const folder = ownedFolder(memoryDir);
  const path = join(memoryDir, FILE);
  const openCopy = (): Promise<Store> => openSqliteStore({ ...sqlite, path, spool: none });
  const note = () => fieldsIn(tryParseJson(folder.read(NOTE, NOTE_BYTES_MAX)));
  return {
    refresh: async (source) => {
      const known = note();
      const isOurs = known.of === of && isSomethingAt(path);
      const after = isOurs ? Number(known.position ?? 0) : 0;
      const { epoch, events } = await source.events.read(after, 1);
      const isSame = isOurs && known.epoch === epoch;
      let position = after;
      if (!isSame || events.length > 0) {
        // Words were erased, or the tape is another one: the old copy is dropped.
        if (!isSame) removeDatabase(path);
        const copy = await openCopy();
        try {
          position = await extendCopy(source, copy);
        } catch (error) {
          removeDatabase(path);
          throw error;
        } finally {
          await copy.close();
        }
      }
      folder.replace(NOTE, JSON.stringify({ of, epoch, position, at: now() }));
    },
    open: async (away) => {
      const { of: known, at } = note();
      if (known !== of || typeof at !== "number" || !isSomethingAt(path)) return undefined;
      return { store: readingOnly(await openCopy(), { spool, away }), asOf: at };
    },
    wasAway: () => Math.abs(now() - Number(note().away ?? 0)) < AWAY_MS,
    noteAway: () => folder.replace(NOTE, JSON.stringify({ ...note(), away: now() })),
  };
}

async function extendCopy(source: Store, copy: Store): Promise<Position> {
  let { position } = await copy.tape.end();
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { events, upTo } = await source.events.read(position, PAGE_EVENTS);
    if (events.length === 0) break;
    await copy.upkeep.extend(events);
    position = upTo;
  }
  return position;
}

type OfflineSpool = { readonly spool: Spool; readonly away: MemoryError };

/** Views of the copy are built as for any tape. New events wait for the server, and commits must wait too. */
function readingOnly(copy: Store, { spool, away }: OfflineSpool): Store {
  const refuse = (): Promise<never> => Promise.reject(away);
  return {
    ...copy,
    tape: {
      end: copy.tape.end,
      append: async (events) => {
        spool.write(events);
        return events.map(({ id }) => ({ id, position: 0, isNew: true }));
      },
      enqueue: async (events) => spool.write(events),
      commit: refuse,
      merge: refuse,
    },
    leases: { claim: async () => false, release: async () => {}, leased: copy.leases.leased },
    upkeep: { ...copy.upkeep, extend: refuse },
    close: async () => {
      spool.close();
      await copy.close();
    },
  };
}
