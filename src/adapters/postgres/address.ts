import { MemoryError } from "../../core/failure.ts";

/** The server and the project of a memory. The address is never printed with its password. */
export type StoreAddress = {
  readonly login: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly pass?: string;
  };
  readonly ssl: false | "require" | "verify-full";
  readonly project: string;
  /** The server for people: host, port and database. */
  readonly server: string;
};

const DEFAULT_PORT = 5432;
const PARAMETERS: ReadonlySet<string> = new Set(["sslmode", "project"]);
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Reads `postgres://user:password@host:port/database?sslmode=…&project=…`. Without a project it uses `otherwise`. */
export async function readAddress(
  text: string,
  otherwise: () => string | Promise<string>,
): Promise<StoreAddress> {
  const url = urlOf(text);
  const { hostname, port, pathname, username, password, searchParams } = url;
  // Unknown names are not repeated: after a "?" in a password they are the rest of the password.
  for (const name of searchParams.keys())
    if (!PARAMETERS.has(name))
      throw addressError(
        'The address of a store has the parameters sslmode and project alone; write "?" in a password as %3F',
      );
  const database = decodePart(pathname.slice(1));
  if (hostname === "" || database === "" || username === "")
    throw addressError("The address of a store needs a user, a host and a database");
  return {
    login: {
      host: decodePart(hostname).replace(/^\[|\]$/g, ""),
      port: port === "" ? DEFAULT_PORT : Number(port),
      database,
      user: decodePart(username),
      ...(password === "" ? {} : { pass: decodePart(password) }),
    },
    ssl: sslOf(searchParams.get("sslmode"), hostname),
    project: searchParams.get("project") ?? (await otherwise()),
    server: `${hostname}:${port === "" ? DEFAULT_PORT : port}/${database}`,
  };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw addressError('The address of a store has a "%" that stands for nothing; write it as %25');
  }
}

/** Connections that leave the machine are encrypted unless the user turned that off. */
function sslOf(mode: string | null, host: string): StoreAddress["ssl"] {
  if (mode === null) return LOOPBACK.has(host) ? false : "verify-full";
  if (mode === "disable") return false;
  if (mode === "require" || mode === "verify-full") return mode;
  throw addressError('"sslmode" is disable, require or verify-full');
}

function urlOf(text: string): URL {
  if (!/^postgres(ql)?:\/\//.test(text)) throw addressError("The address of a store begins with postgres://");
  if (!URL.canParse(text)) throw addressError("The address of a store cannot be read");
  return new URL(text);
}

const addressError = (message: string): MemoryError =>
  new MemoryError("input.config", `${message}.`, {
    fix: "Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE, in TIDEMARK_STORE or as store.url in your own config file.",
  });
