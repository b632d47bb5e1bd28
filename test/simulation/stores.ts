import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "../../src/ports/store.ts";
import { newProject, openTestStore } from "../support/postgres.ts";
import { newPlace, type Place } from "../support/stores.ts";

/** Stores that several handles are opened on, as several processes do. */
export function simulationStores() {
  const places: Place[] = [];
  const openSqlite = (): (() => Promise<Store>) => {
    const place = newPlace();
    places.push(place);
    return () => place.open();
  };
  const openPostgres = (): (() => Promise<Store>) => {
    const project = newProject();
    return () => {
      const spoolFolder = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
      mkdirSync(spoolFolder, { mode: 0o700 });
      return openTestStore({ project, spoolFolder });
    };
  };
  const removeAll = (): void => {
    for (const place of places.splice(0)) place.remove();
  };
  return { openSqlite, openPostgres, removeAll };
}
