import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { connect, type Query } from "../../src/adapters/postgres/connection.ts";
import { scenario } from "../scenarios/scenario.ts";
import { networkPathTo } from "../support/network-path.ts";
import { asOwner, needsPostgres, postgresUrl } from "../support/postgres.ts";
import { startPostgres, stopPostgres } from "../support/postgres-server.ts";

const OVER = "Error: the transaction of this statement is over";
const PLAIN = "Error: not a failure of the server";
const LATE = "INSERT INTO public.kept VALUES ('late')";

type GoOn = (query: Query) => Promise<unknown>;

/** What the work of a transaction does after its connection was lost, and the outcome that it gets. */
const LATE_WORK: readonly (readonly [string, GoOn])[] = [
  [OVER, (query) => query(LATE)],
  [OVER, (query) => query.script(LATE)],
  // Without a check the driver would commit.
  ["done", async () => {}],
  // Without a check the driver would roll back.
  [PLAIN, () => Promise.reject(new Error("not a failure of the server"))],
];

async function startOwnServer() {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-lost-"));
  chmodSync(folder, 0o755);
  let server = await startPostgres({ folder, isDurable: true });
  onTestFinished(() => stopPostgres(server));
  const address = await readAddress(server.url(), () => "lost");
  return {
    connect: (waitMs: number) => connect(address, { waitMs, connections: 1 }),
    kill: () => stopPostgres(server, "SIGKILL"),
    restart: async () => {
      server = await startPostgres({ folder, isDurable: true, port: server.port });
    },
  };
}

/** A promise and the function that resolves it. */
function promised<T>() {
  let keep = (_value: T): void => {};
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

/** Waits until the driver has sent its delayed messages. An error thrown there ends the process; here it fails the run. */
async function untilSent(): Promise<string> {
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  return "no answer";
}

/** Work that pauses until the test releases it. */
function held(goOn: GoOn) {
  const [reached, released, outcome] = [promised<void>(), promised<void>(), promised<string>()];
  const work = async (query: Query): Promise<void> => {
    reached.keep();
    await released.promise;
    const going = goOn(query);
    void going.then(() => "done", String).then(outcome.keep);
    await going;
  };
  const release = (): Promise<string> => {
    released.keep();
    return Promise.race([outcome.promise, untilSent()]);
  };
  return { work, reached: reached.promise, release };
}

scenario("team.lost-transaction", async (_, context) => {
  needsPostgres(context);
  const server = await startOwnServer();
  const owner = server.connect(60_000);
  await owner.query.script("CREATE TABLE public.kept (name text)");
  for (const [outcome, goOn] of LATE_WORK) {
    const connection = server.connect(0);
    const late = held(goOn);
    const written = connection.write(async (query) => {
      await query("INSERT INTO public.kept VALUES ('lost')");
      await late.work(query);
    });
    const failed = expect(written).rejects.toMatchObject({ code: "store.unreachable" });
    await late.reached;
    await server.kill();
    await failed;
    expect(await late.release()).toBe(outcome);
    await untilSent();
    await server.restart();
    await connection.close();
  }
  expect(await owner.query("SELECT name FROM public.kept")).toEqual([]);
  await owner.close();
});

test("a lost transaction is refused when its connection is used again", async (context) => {
  needsPostgres(context);
  const server = await startOwnServer();
  const owner = server.connect(60_000);
  await owner.query.script("CREATE TABLE public.kept (name text)");
  const connection = server.connect(60_000);
  for (const [outcome, goOn] of LATE_WORK) {
    const late = held(goOn);
    await connection.write(async (query, { isRepeated }) => {
      const [row] = await query("INSERT INTO public.kept VALUES ('kept') RETURNING pg_backend_pid() AS pid");
      if (isRepeated) {
        await late.reached;
        expect(await late.release()).toBe(outcome);
        await untilSent();
        await query("INSERT INTO public.kept VALUES ('kept')");
        return;
      }
      await owner.query("SELECT pg_terminate_backend($1)", Number(row?.pid));
      await late.work(query);
    });
  }
  const rows = await owner.query("SELECT name, count(*)::integer FROM public.kept GROUP BY name");
  expect(rows).toEqual([{ name: "kept", count: 2 * LATE_WORK.length }]);
  await connection.close();
  await owner.close();
});

test("a transaction with a failed statement is not committed, even if nothing awaited that statement", async (context) => {
  needsPostgres(context);
  const server = await startOwnServer();
  const connection = server.connect(60_000);
  await connection.query.script("CREATE TABLE public.kept (name text PRIMARY KEY)");
  const failed = connection.write(async (query) => {
    for (const name of ["once", "twice", "twice"])
      query("INSERT INTO public.kept VALUES ($1)", name).catch(() => {});
  });
  await expect(failed).rejects.toMatchObject({ code: "23505" });
  // A successful statement that nothing awaits is committed.
  await connection.write(async (query) => void query("INSERT INTO public.kept VALUES ('kept')"));
  expect(await connection.query("SELECT name FROM public.kept")).toEqual([{ name: "kept" }]);
  await connection.close();
});

test("reconnecting uses our own pauses, because the driver's exceed the caller's timeout", async (context) => {
  needsPostgres(context);
  const server = await startOwnServer();
  const connection = server.connect(6000);
  await connection.query("SELECT 1");
  await server.kill();
  vi.spyOn(Math, "random").mockReturnValue(1);
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  await expect(connection.query("SELECT 1")).rejects.toMatchObject({ code: "store.unreachable" });
  // An attempt to connect may take five seconds; no other wait is longer.
  expect(Math.max(...timers.mock.calls.map(([, ms]) => ms ?? 0))).toBeLessThanOrEqual(5000);
  await connection.close();
});

test("a role that loses its access during a query is refused and not retried forever", async (context) => {
  needsPostgres(context);
  const role = `shut_out_${process.pid}`;
  await asOwner((sql) => sql.unsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'theirs'`));
  const path = await networkPathTo((await postgresUrl()).replace("tidemark:tide@", `${role}:theirs@`));
  onTestFinished(path.cut);
  const address = await readAddress(path.url, () => "lost");
  const connection = connect(address, { waitMs: 60_000, connections: 1 });
  let outcome = "";
  const ended = connection.query("SELECT pg_sleep(600)").then(
    () => "answered",
    ({ code }) => code,
  );
  void ended.then((code) => {
    outcome = code;
  });
  await asOwner(async (sql) => {
    const asking = () => sql`SELECT pid FROM pg_stat_activity WHERE usename = ${role} AND state = 'active'`;
    while ((await asking()).length === 0);
    await sql.unsafe(`ALTER ROLE ${role} NOLOGIN`);
    for (const { pid } of await asking()) await sql`SELECT pg_terminate_backend(${pid})`;
  });
  while (outcome === "" && path.tries() < 50) await untilSent();
  expect(outcome).toBe("store.refused");
  await connection.close();
});
