import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { newProject, openTestStore } from "../support/postgres.ts";
import { newPlace } from "../support/stores.ts";
import type { SimulationStore } from "./seeds.ts";

/** Stores that several handles are opened on, as several processes do. */

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
  const open = (): ReturnType<SimulationStore["open"]> => {
    const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
    mkdirSync(spoolFolder, { mode: 0o700 });
    return openTestStore({ project, spoolFolder });
  };
  return { open };
}
