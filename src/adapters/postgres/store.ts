import { once } from "../../core/once.ts";
import { GENESIS } from "../../core/tape/chain.ts";
import type { Spool } from "../../ports/spool.ts";
import type { LeaseStore, Scratch, Store, ViewStore } from "../../ports/store.ts";
import type { StoreAddress } from "./address.ts";
import { type Connection, type ConnectOptions, connect, WITHOUT_DISK } from "./connection.ts";
import { openIntake } from "./intake.ts";
import { type MigrateOptions, migrate } from "./schema/migrate.ts";
import { openScratch, type PostgresScratch } from "./scratch.ts";
import { candidatesFor } from "./search.ts";
import { eventReader, tapeEnd } from "./tape.ts";
import { postgresVault, type ServerVault } from "./vault.ts";
import { checkpointOf, clearView, publishPass, rowsOf, scanView, selectRows, type ViewSet } from "./views.ts";

export type PostgresOptions = MigrateOptions &
  ConnectOptions & { readonly address: StoreAddress; readonly spool: Spool };

export type OpenPostgres = { readonly store: Store; readonly vault: ServerVault };

/** The Store of one project in a PostgreSQL database, shared by any number of machines. */
export async function openPostgresStore(options: PostgresOptions): Promise<OpenPostgres> {
  const { address, waitMs, spool } = options;
  const connection = connect(address, options);
  try {
    await migrate(connection, options);
    await enterProject(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const intake = openIntake(connection, options);
  const reader = eventReader(connection);
  const drained = <A extends readonly unknown[], T>(read: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      await intake.drain();
      return read(...args);
    };
  };
  const store: Store = {
    tape: {
      ...intake.tape,
      end: drained(() => tapeEnd(connection)),
      watch: (onGrown) => watchTape(connection, onGrown),
    },
    events: {
      read: drained(reader.read),
      eventsAt: drained(reader.eventsAt),
      history: drained(reader.history),
      sessionEvents: drained(reader.sessionEvents),
      sessionTail: drained(reader.sessionTail),
      known: drained(reader.known),
    },
    views: viewStore(connection),
    search: { candidates: (ask) => connection.read((query) => candidatesFor(query, address.project, ask)) },
    leases: postgresLeases(connection),
    upkeep: {
      scratch: () => openScratch(address, waitMs),
      adopt: async (view, scratch) => (isOurs(scratch) ? scratch.replace(view) : "conflict"),
      intake: async () => ({
        rejected: spool.rejectedCount(),
        lost: spool.lostCount(),
        foreign: spool.foreignCount(),
      }),
      extend: intake.extend,
    },
    close: once(async () => {
      await intake.settled();
      spool.close();
      await connection.close();
    }),
  };
  return { store, vault: postgresVault(connection) };
}

const isOurs = (scratch: Scratch): scratch is PostgresScratch => "replace" in scratch;

/** The row of the project. A role that may not create one belongs to a project that already has its row. */
async function enterProject({ query, project }: Connection): Promise<void> {
  if ((await query("SELECT 1 FROM projects WHERE project_id = $1", project)).length > 0) return;
  await query(
    "INSERT INTO projects (project_id, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    ...[project, GENESIS],
  );
}

/** The name of the channel is a secret of the project, because every role of a database may listen on any channel that it can name. */
async function watchTape(
  { query, listen, project }: Connection,
  onGrown: () => void,
): Promise<() => Promise<void>> {
  const [row] = await query("SELECT channel FROM projects WHERE project_id = $1", project);
  return listen(String(row?.channel), onGrown);
}

function viewStore({ query, write, project }: Connection): ViewStore {
  const set: ViewSet = { project, schema: "tidemark" };
  return {
    checkpoint: (view) => checkpointOf(query, set, view),
    rows: (view, keys) => rowsOf(query, set, { view, keys }),
    select: (view, selection) => selectRows(query, set, { view, selection }),
    scan: (view, afterKey, limit) => scanView(query, set, { view, afterKey, limit }),
    publish: (pass) =>
      write(async (own) => {
        // Erasing locks the same row exclusively, so the epoch cannot change before this transaction ends.
        const [head] = await own(
          `SELECT epoch, ${WITHOUT_DISK} FROM projects WHERE project_id = $1 FOR KEY SHARE`,
          project,
        );
        if (pass.epoch !== undefined && pass.epoch !== Number(head?.epoch)) return "conflict";
        return publishPass(own, set, pass);
      }),
    // Rows can be removed only with SQL, and verify finds that. Counting them for each command would read the whole view.
    isWhole: async () => true,
    reset: (views) =>
      write(async (own) => {
        for (const view of views) await clearView(own, set, view);
      }),
  };
}

/** Leases in a table of their own. They are not on the tape: what they protect is decided by the tape itself. */
function postgresLeases({ query, write, project }: Connection): LeaseStore {
  return {
    claim: ({ name, owner, until }, now) =>
      write(async (own) => {
        // Leases of dead workers. A row that another worker is taking is skipped, not waited for.
        await own(
          `DELETE FROM leases WHERE project_id = $1 AND name IN (
             SELECT name FROM leases WHERE project_id = $1 AND until <= $2 FOR UPDATE SKIP LOCKED)`,
          ...[project, now],
        );
        const taken = await own(
          `INSERT INTO leases (project_id, name, owner, until) VALUES ($1, $2, $3, $4)
           ON CONFLICT (project_id, name) DO UPDATE SET owner = excluded.owner, until = excluded.until
             WHERE leases.owner = excluded.owner OR leases.until <= $5 RETURNING name`,
          ...[project, name, owner, until, now],
        );
        return taken.length === 1;
      }),
    release: async ({ name, owner }) => {
      await query(
        "DELETE FROM leases WHERE project_id = $1 AND name = $2 AND owner = $3",
        ...[project, name, owner],
      );
    },
    leased: async (now) => {
      const rows = await query("SELECT name FROM leases WHERE project_id = $1 AND until > $2", project, now);
      return new Set(rows.map((row) => String(row.name)));
    },
  };
}
