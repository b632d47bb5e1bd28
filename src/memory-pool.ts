import { ownedFolder } from "./adapters/disk/owned-folder.ts";
import type { OpenMemory, OpenMemoryOptions } from "./open-memory.ts";

type Effect = OpenMemoryOptions["effect"];

/** An open memory, the identity of its file, and how long it may be used: a copy answers only while its server is unreachable. */
type OpenedMemory = OpenMemory & { readonly file: string; readonly until: number };

/** How long a copy is used before the server is tried again. */
const COPY_MS = 5000;

/** The open memory behind a program's calls. */
export type MemoryPool = {
  readonly forReading: () => Promise<OpenMemory>;
  readonly forWriting: () => Promise<OpenMemory>;
  /**
   * Drops the connection after the server became unreachable. The next read opens the memory again and gets the last copy on this machine.
   */
  readonly leave: () => void;
  /** Repairing replaces the memory's file, so no other handle may keep it open. */
  readonly mending: <Result>(
    effect: "mends" | "examines",
    work: (deps: OpenMemory["deps"]) => Promise<Result>,
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
};

/** Opens the memory at the first call that needs it; all calls share it. */
export function memoryPoolOver(open: (effect: Effect) => Promise<OpenMemory>, copyMs = COPY_MS): MemoryPool {
  let reader: Promise<OpenedMemory> | undefined;
  let writer: Promise<OpenedMemory> | undefined;
  const opened = async (effect: Effect): Promise<OpenedMemory> => {
    const one = await open(effect);
    const until = one.deps.project.asOf === undefined ? Number.POSITIVE_INFINITY : performance.now() + copyMs;
    return { ...one, file: fileOf(one), until };
  };
  const close = async (): Promise<void> => {
    const closing = [reader, writer];
    [reader, writer] = [undefined, undefined];
    for (const one of closing) await (await one?.catch(() => undefined))?.close();
  };
  /** A store that another process has replaced must not be written to: events acknowledged there would be lost. */
  const dropReplaced = async (): Promise<void> => {
    for (const one of [writer, reader]) {
      const now = await one?.catch(() => undefined);
      if (now && now.file !== fileOf(now)) return close();
      if (now && one === reader && performance.now() >= now.until) {
        reader = undefined;
        // Calls may still be reading from it.
        setTimeout(() => void now.close(), copyMs).unref();
      }
    }
  };
  return {
    close,
    forWriting: async () => {
      await dropReplaced();
      writer ??= opened("writes").catch((error: unknown) => {
        writer = undefined;
        throw error;
      });
      return writer;
    },
    leave: () => void close().catch(() => {}),
    forReading: async () => {
      await dropReplaced();
      if (writer) return writer;
      reader ??= opened("reads");
      const opening = reader;
      const found = await opening.catch((error: unknown) => {
        reader = undefined;
        throw error;
      });
      // If there is no memory yet, the next call must check again.
      if (!found.deps.project.hasMemory && reader === opening) reader = undefined;
      return found;
    },
    mending: async (effect, work) => {
      await close();
      const one = await open(effect);
      try {
        return await work(one.deps);
      } finally {
        await one.close();
      }
    },
  };
}

/** Identifies the database file, and the record of the server to which the tape was moved. */
function fileOf({ deps }: OpenMemory): string {
  const folder = ownedFolder(deps.project.memoryDir);
  const identity = (name: string): string => {
    const stat = folder.look(name);
    return stat === undefined ? "none" : `${stat.dev}:${stat.ino}`;
  };
  return `${identity("tidemark.db")} ${deps.mover?.identity() ?? ""}`;
}
