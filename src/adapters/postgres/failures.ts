import { MemoryError } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";

/** Codes of the driver and of the system for a server that cannot be reached or has disconnected. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([
  ...["CONNECTION_CLOSED", "CONNECTION_ENDED", "CONNECTION_DESTROYED", "CONNECT_TIMEOUT"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  // The server is shutting down, has crashed, is starting, or has no free connection.
  ...["57P01", "57P02", "57P03", "53300"],
]);
/** Transactions that lost against another one. Repeating the same work succeeds. */
const LOST_RACE: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const LOCK_TIMEOUT = "55P03";
const STATEMENT_TIMEOUT = "57014";
const UNDEFINED_TABLE = "42P01";
const UNDEFINED_SCHEMA = "3F000";
const NO_PRIVILEGE = "42501";
/** A wrong password, an unknown role, an unknown database. */
const NO_LOGIN: ReadonlySet<unknown> = new Set(["28P01", "28000", "3D000"]);

const codeOf = (error: unknown): unknown => fieldsIn(error).code;

/** Whether the server could not be reached. Codes of class 08 are connection exceptions. */
export const isUnreachable = (error: unknown): boolean => {
  const code = codeOf(error);
  return UNREACHABLE.has(code) || (typeof code === "string" && /^08...$/.test(code));
};

export const isLostRace = (error: unknown): boolean => LOST_RACE.has(codeOf(error));

export const isMissingTable = (error: unknown): boolean =>
  codeOf(error) === UNDEFINED_TABLE || codeOf(error) === UNDEFINED_SCHEMA;

/** Whether a statement failed because the role lacks a privilege, reported by the server or by `storeFailure`. */
export const isRefused = (error: unknown): boolean =>
  codeOf(error) === NO_PRIVILEGE || (error instanceof MemoryError && codeOf(error.cause) === NO_PRIVILEGE);

/** Explains a failure of the server. The driver's own error may contain the address with its password. */
export function storeFailure(error: unknown, server: string): unknown {
  if (error instanceof MemoryError) return error;
  const code = codeOf(error);
  if (isUnreachable(error)) return unreachable(server, error);
  if (code === LOCK_TIMEOUT || code === STATEMENT_TIMEOUT || isLostRace(error))
    return new MemoryError("store.busy", `The server ${server} did not finish in time.`, {
      cause: error,
      retryable: true,
      fix: "Try again. If it happens often, raise store.wait_ms, or look at the load of the server.",
    });
  if (NO_LOGIN.has(code))
    return new MemoryError("store.refused", `The server ${server} refused the connection.`, {
      cause: error,
      fix: "Check the user, the password and the database in TIDEMARK_STORE or store.url.",
    });
  if (code === NO_PRIVILEGE && String(error).includes('"own_name"'))
    return new MemoryError("store.refused", "An event is signed with another name than this role's.", {
      cause: error,
      fix: "Set person in ~/.config/tidemark/config.yaml to the name that the role was made for.",
    });
  if (code === NO_PRIVILEGE && String(error).includes('"own_words"'))
    return new MemoryError("store.refused", "This role cannot change the words of another person.", {
      cause: error,
      fix: "Run the command with a role that is not bound to a person, such as the owner of the tables.",
    });
  if (code === NO_PRIVILEGE)
    return new MemoryError("store.refused", `This role may not do this on ${server}.`, {
      cause: error,
      fix: "Ask the owner of the database to run: SELECT tidemark.grant_project('ROLE', 'PROJECT');",
    });
  return error;
}

export function unreachable(server: string, cause?: unknown): MemoryError {
  return new MemoryError("store.unreachable", `The server ${server} cannot be reached.`, {
    cause,
    retryable: true,
    fix: "Nothing that was recorded is lost: hooks go on recording on this machine, and the events are sent when the server is back. Try again then.",
  });
}

/** The events are in the spool, so repeating them would be useless. */
export function safeOnThisMachine(server: string): MemoryError {
  return new MemoryError(
    "store.unreachable",
    `The server ${server} cannot be reached. The events are safe on this machine.`,
    { fix: "Nothing has to be repeated: the next command sends them when the server is back." },
  );
}

export function corruptError(cause: unknown): MemoryError {
  return new MemoryError("store.corrupt", "A stored event cannot be read.", {
    cause,
    fix: "See which events are damaged: tidemark verify  Then restore the database from the server's own backup.",
  });
}
