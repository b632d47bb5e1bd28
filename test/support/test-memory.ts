import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { contextFiles } from "../../src/adapters/files/context/context-files.ts";
import { workingFiles } from "../../src/adapters/files/context/working-files.ts";
import { hostHistories } from "../../src/adapters/files/hosts/histories.ts";
import { memoryNotes } from "../../src/adapters/files/project/memory-notes.ts";
import { ourFiles } from "../../src/adapters/files/project/our-files.ts";
import { userFiles } from "../../src/adapters/files/project/user-files.ts";
import { usageFile } from "../../src/adapters/files/usage/usage-file.ts";
import { vectorsFile } from "../../src/adapters/files/usage/vectors-file.ts";
import { noGit } from "../../src/adapters/git/git.ts";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../../src/adapters/sqlite/foreign-rows.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { openVault } from "../../src/adapters/sqlite/vault.ts";
import { systemIds } from "../../src/adapters/system/ids.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { allViews } from "../../src/app/runtime/all-views.ts";
import { type DraftInput, newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { DEFAULTS } from "../../src/core/config/config.ts";
import { type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { createItem } from "../../src/core/items/life.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Vault } from "../../src/ports/vault.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { MEMORY_IMPORTERS } from "../../src/surfaces/importers/importers.ts";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { onPostgres } from "./on-postgres.ts";
import { TEST_SEAL } from "./seal.ts";

export type StoreName = "memory" | "sqlite";

export type TestMemoryOptions = {
  /** In memory by default. Tests that run again on a server use the server, unless they ask for memory. */
  readonly store?: StoreName;
  /** An existing memory folder, for a second process on the same memory or for opening it again. */
  readonly memoryDir?: string;
  /** Makes the ids of one memory differ from those of another. */
  readonly seed?: string;
  readonly waitMs?: number;
};

/** A memory with real files in its own folder, and a clock that the test moves. */
export type TestMemory = Deps & {
  readonly memoryDir: string;
  readonly databaseFile: string;
  /** The reports of progress, in order. */
  readonly steps: { readonly what: string; readonly done: number; readonly total: number }[];
  readonly later: (ms: number) => void;
  /** Records the events; returns their positions. */
  readonly put: (...inputs: readonly DraftInput[]) => Promise<readonly number[]>;
  readonly turn: (text: string, session?: string) => Promise<number>;
  /** Creates an item; returns its id. */
  readonly item: (
    kind: KindName,
    text: string,
    fields?: { readonly [name: string]: unknown },
  ) => Promise<string>;
  /** Closes the store. The files in the folder stay until the test ends. */
  readonly close: () => Promise<void>;
};

const START = Date.parse("2030-01-01T09:00:00Z");

/** Makes a memory for a test. Its folder is deleted after the test. */
export async function testMemory(options: TestMemoryOptions = {}): Promise<TestMemory> {
  const memoryDir = options.memoryDir ?? freshMemoryDir();
  const databaseFile = join(memoryDir, "tidemark.db");
  const clock = { at: START };
  const now = () => clock.at;
  const ids = systemIds(now, seededBytes(options.seed ?? "world"));
  const writer = { agent: "tester", host: "test", process: options.seed ?? "p1", worktree: "main" };
  const parts = { memoryDir, databaseFile, ids, now, writer, waitMs: options.waitMs ?? 5000 };
  const { store, vault } = await storeFor(options.store, parts);
  const steps: TestMemory["steps"] = [];
  const deps: Deps = {
    store,
    vault,
    files: userFiles(),
    ourFiles: ourFiles({
      root: memoryDir,
      memoryDir,
      farSpool: ownedFolder(join(memoryDir, "far-spool")),
      contextDir: join(memoryDir, "ai_memory"),
    }),
    notes: memoryNotes(memoryDir),
    settings: { writeTemplate: () => ({ path: join(memoryDir, "config.yaml"), isNew: false }) },
    working: workingFiles(memoryDir),
    contextFiles: contextFiles({ root: memoryDir, folder: "ai_memory", memoryDir, worktree: "main" }),
    usage: usageFile(memoryDir, { now, refreshOn: "used" }),
    vectors: vectorsFile(memoryDir),
    git: noGit(),
    machine: { os: "Linux", shell: "bash", runtimes: ["node 22.0.0"] },
    clock: { now, offsetMinutes: () => 0 },
    ids,
    sha256,
    writer,
    command: commandLine,
    views: allViews(sha256),
    config: DEFAULTS,
    project: {
      root: memoryDir,
      worktreeRoot: memoryDir,
      worktree: memoryDir,
      scope: "",
      memoryDir,
      hasMemory: true,
    },
    progress: (step) => steps.push(step),
    voice: "person",
    histories: hostHistories({
      readers: async () => HISTORY_READERS,
      importers: async () => MEMORY_IMPORTERS,
      env: { HOME: memoryDir },
      root: memoryDir,
      rows: async function* (path, sql) {
        yield* foreignRows(await chooseDriver(), path, sql);
      },
    }),
    crashPoint: () => {},
    loop: { untilStopped: async () => {}, schedule: () => () => {}, chance: () => 0.5 },
  };
  const later = (ms: number): void => {
    clock.at += ms;
  };
  return withWriting(deps, { memoryDir, databaseFile, steps, later });
}

type Extras = Pick<TestMemory, "memoryDir" | "databaseFile" | "steps" | "later">;

function withWriting(deps: Deps, extras: Extras): TestMemory {
  const put: TestMemory["put"] = async (...inputs) => {
    const placed = await deps.store.tape.append(inputs.map((input) => newDraft(deps, input)));
    extras.later(1000);
    return placed.map(({ position }) => position);
  };
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await deps.store.close();
    isOpen = false;
  };
  atEnd(close);
  return {
    ...deps,
    ...extras,
    put,
    turn: async (text, session = "ses_1") => {
      const [position = 0] = await put({ type: "turn.recorded", session, payload: { role: "user", text } });
      return position;
    },
    item: async (kind, text, fields = {}) => {
      const at = deps.clock.now();
      const id = deps.ids.next(kindOf(kind).prefix);
      await put(createItem(kind, { text, ...fields }, { id, at, now: at }));
      return id;
    },
    close,
  };
}

type Parts = {
  readonly memoryDir: string;
  readonly databaseFile: string;
  readonly ids: Deps["ids"];
  readonly now: () => number;
  readonly writer: Deps["writer"];
  readonly waitMs: number;
};

async function storeFor(name: StoreName | undefined, parts: Parts): Promise<{ store: Store; vault: Vault }> {
  if (name !== "memory" && onPostgres.openStore !== undefined)
    return { store: await onPostgres.openStore(basename(parts.memoryDir)), vault: noVault() };
  return name === "sqlite" ? onDisk(parts) : { store: openMemoryStore(sha256), vault: noVault() };
}

let spools = 0;

async function onDisk(parts: Parts): Promise<{ store: Store; vault: Vault }> {
  const folder = join(parts.memoryDir, "spool");
  mkdirSync(folder, { recursive: true });
  const name = `${process.pid}-${spools++}`;
  const spool = openSpool({ folder: ownedFolder(folder), name, now: Date.now, seal: TEST_SEAL });
  const place = { driver: await chooseDriver(), path: parts.databaseFile, sha256, waitMs: parts.waitMs };
  const store = await openSqliteStore({ ...place, spool });
  const stamp = () => ({
    id: parts.ids.next("evt"),
    at: parts.now(),
    recordedAt: parts.now(),
    writer: parts.writer,
  });
  return { store, vault: openVault({ ...place, drain: () => store.tape.end(), stamp }) };
}

/** The vault of a store without a file: only calls that need no file work. */
function noVault(): Vault {
  const none = () => Promise.reject(new Error("this store has no file to copy"));
  return {
    backup: none,
    restore: none,
    salvage: none,
    integrity: async () => [],
    examine: none,
    adopt: none,
    size: async () => 0,
    exists: async () => true,
    compact: async () => {},
    clean: none,
    states: async () => undefined,
    removeLeftovers: async () => {},
  };
}

/** A folder that is deleted after the test. */
export function freshMemoryDir(): string {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-world-"));
  atEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Bytes that are the same in every run and differ by seed. */
export function seededBytes(seed: string): (count: number) => Uint8Array {
  let turn = 0;
  return (count) => createHash("sha256").update(`${seed} ${turn++}`).digest().subarray(0, count);
}

/** Numbers from 0 up to, but not including, 1; the same in every run. */
export function seededChance(seed: string): () => number {
  const bytes = seededBytes(seed);
  return () => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32;
}

/** Registers a cleanup. Cleanups run last in, first out. */
function atEnd(act: () => Promise<void>): void {
  try {
    onTestFinished(act);
  } catch {
    // Outside a test there is no event for its end; the system empties its temporary folder.
  }
}
