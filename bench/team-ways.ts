import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { ownedFolder } from "../src/adapters/disk/owned-folder.ts";
import { readAddress } from "../src/adapters/postgres/address.ts";
import { openPostgresStore } from "../src/adapters/postgres/store.ts";
import { openSpool } from "../src/adapters/spool/spool.ts";
import { systemClock } from "../src/adapters/system/clock.ts";
import { systemIds } from "../src/adapters/system/ids.ts";
import { sha256 } from "../src/adapters/system/sha256.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { sealWith } from "../src/core/seal.ts";
import type { Store } from "../src/ports/store.ts";
import { replayMemory } from "./extract-memory.ts";
import { openStore } from "./open-store.ts";
import { turnOf } from "./writes-ways.ts";

/**
 * Our two stores, and plain PostgreSQL as the baseline: a single INSERT without a lock, and under each of two
 * locks.
 */
export type TeamWay = "sqlite" | "postgres" | "insert" | "row-lock" | "advisory-lock";

/** The folder or the server to which a way writes. */
export type TeamPlace = { readonly way: TeamWay; readonly folder: string; readonly url: string };

export type TeamPen = {
  /** Returns when the event with this token is durable and has its position. */
  readonly write: (token: string, session: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Time for a killed server to start again. */
const WAIT_MS = 60_000;
const CONNECTIONS = 4;

export async function openTeamStore({ way, folder, url }: TeamPlace): Promise<Store> {
  if (way === "sqlite") return openStore(folder);
  const spool = join(mkdtempSync(join(tmpdir(), "tidemark-bench-spool-")), "spool");
  mkdirSync(spool, { mode: 0o700 });
  const name = randomBytes(5).toString("hex");
  const { store } = await openPostgresStore({
    address: await readAddress(url, () => "bench"),
    spool: openSpool({ folder: ownedFolder(spool), name, now: Date.now, seal: sealWith([1, 2, 3, 4]) }),
    sha256,
    waitMs: WAIT_MS,
    connections: CONNECTIONS,
  });
  return store;
}

export async function openTeamPen(place: TeamPlace): Promise<TeamPen> {
  if (place.way !== "sqlite" && place.way !== "postgres") return barePen(place);
  const store = await openTeamStore(place);
  return {
    write: async (token, session) => void (await store.tape.append([{ ...turnOf(token), session }])),
    close: store.close,
  };
}

/** Opens the memory as a separate process does, with unique ids and a unique process name. */
export async function openTeamMemory(place: TeamPlace): Promise<Deps> {
  const process = randomBytes(5).toString("hex");
  const deps = replayMemory();
  return {
    ...deps,
    store: await openTeamStore(place),
    clock: systemClock({}),
    ids: systemIds(Date.now, randomBytes),
    writer: { ...deps.writer, process },
  };
}

const BARE_TABLES = `
  CREATE TABLE IF NOT EXISTS bare (position bigint PRIMARY KEY, token text NOT NULL, body text NOT NULL);
  CREATE SEQUENCE IF NOT EXISTS bare_positions;
  CREATE TABLE IF NOT EXISTS bare_head (id integer PRIMARY KEY, position bigint NOT NULL);
  INSERT INTO bare_head VALUES (1, 0) ON CONFLICT DO NOTHING;
`;

export async function prepareBare(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(BARE_TABLES);
  await sql.unsafe("TRUNCATE bare; UPDATE bare_head SET position = 0");
  await sql.end();
}

function barePen({ way, url }: TeamPlace): TeamPen {
  const sql = postgres(url, { max: CONNECTIONS, onnotice: () => {} });
  const insert = async (own: postgres.Sql | postgres.TransactionSql, position: number, token: string) => {
    const body = JSON.stringify(turnOf(token));
    await own`INSERT INTO bare (position, token, body) VALUES (${position}, ${token}, ${body})`;
  };
  const write = async (token: string): Promise<void> => {
    if (way === "insert") {
      const body = JSON.stringify(turnOf(token));
      await sql`INSERT INTO bare (position, token, body) VALUES (nextval('bare_positions'), ${token}, ${body})`;
      return;
    }
    await sql.begin(async (own) => {
      if (way === "advisory-lock") await own`SELECT pg_advisory_xact_lock(1)`;
      const [head] =
        way === "row-lock"
          ? await own`UPDATE bare_head SET position = position + 1 WHERE id = 1 RETURNING position`
          : await own`SELECT coalesce(max(position), 0) + 1 AS position FROM bare`;
      await insert(own, Number(head?.position), token);
    });
  };
  return { write, close: () => sql.end() };
}
