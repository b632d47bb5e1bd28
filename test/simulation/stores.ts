import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import type { Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { newProject, openTestStore } from "../support/postgres.ts";
import { newPlace } from "../support/stores.ts";
import type { SimulationStore } from "./seeds.ts";

/** Stores on which several handles are opened, as by several processes. */

export function inMemory(): SimulationStore {
  const store = openMemoryStore(sha256);
  return { open: async () => store };
}

export function onSqlite(): SimulationStore {
  const place = newPlace();
  return { open: () => place.open(), remove: place.remove };
}

export function onPostgres(): SimulationStore {
  const project = newProject();
  const open = async (): Promise<Store> => {
    const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
    mkdirSync(spoolFolder, { mode: 0o700 });
    const store = await openTestStore({ project, spoolFolder });
    // A server receives queued events in the background. Waiting here makes their order independent of the machine.
    const enqueue: Store["tape"]["enqueue"] = async (events) => {
      await store.tape.enqueue(events);
      await store.tape.end();
    };
    return { ...store, close: () => store.close(), tape: { ...store.tape, enqueue } };
  };
  return { open };
}
