import * as fs from "node:fs";
import type { FileCalls } from "../../src/adapters/disk/file-calls.ts";
import type { Database, Driver, Statement } from "../../src/adapters/sqlite/driver.ts";

/** What goes wrong: the name of a system error and the SQLite result code for the same trouble. */
export type Trouble = { readonly file: string; readonly sqlite: number };

export const IO: Trouble = { file: "EIO", sqlite: 10 };
export const FULL: Trouble = { file: "ENOSPC", sqlite: 13 };
export const READ_ONLY: Trouble = { file: "EROFS", sqlite: 8 };

export type Fault = {
  /** Which call fails, counted from one. */
  readonly call: number;
  readonly trouble: Trouble;
  /**
   * `after`: the call does its work and then says it failed, as a disk does that loses its answer. `half`: a
   * write puts down half of its bytes first; any other call just fails.
   */
  readonly when: "before" | "half" | "after";
  /** `on`: every call after it fails too, until the fault is taken away. */
  readonly lasts: "once" | "on";
};

/** Counts the calls of one store and makes one of them fail. */
export type FaultPoint = {
  readonly calls: FileCalls;
  readonly driver: Driver;
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** The call that failed first, by name; undefined when the work was done before it came to that. */
  readonly tripped: () => string | undefined;
};

export function faultPoint(driver: Driver): FaultPoint {
  let fault: Fault | undefined;
  let count = 0;
  let first: string | undefined;
  const isDue = (): boolean =>
    fault !== undefined && (fault.lasts === "on" ? count >= fault.call : count === fault.call);
  const pass: Pass = ({ name, error, mustRun = false, half }, work) => {
    count += 1;
    if (!fault || !isDue()) return work();
    first ??= name;
    // What lets go of a thing is always done: a test that leaks files would fail for another reason.
    if (fault.when === "after" || mustRun) work();
    if (fault.when === "half") half?.();
    throw error(fault.trouble);
  };
  return {
    calls: faultyCalls(pass),
    driver: faultyDriver(driver, pass),
    arm: (next) => {
      fault = next;
      count = 0;
      first = undefined;
    },
    disarm: () => {
      fault = undefined;
    },
    tripped: () => first,
  };
}

type Call = {
  readonly name: string;
  readonly error: (trouble: Trouble) => Error;
  readonly mustRun?: boolean;
  readonly half?: () => void;
};
type Pass = <T>(call: Call, work: () => T) => T;

const REAL: FileCalls = fs;

const NAMES = [
  "closeSync",
  "fstatSync",
  "fsyncSync",
  "lstatSync",
  "mkdirSync",
  "openSync",
  "readdirSync",
  "readSync",
  "renameSync",
  "rmdirSync",
  "rmSync",
  "writeSync",
] as const satisfies readonly (keyof FileCalls)[];

function faultyCalls(pass: Pass): FileCalls {
  const wrapped = NAMES.map((name) => {
    const call = REAL[name] as (...values: unknown[]) => unknown;
    const about = { name, error: systemError, mustRun: name === "closeSync" };
    const faulty = (...values: unknown[]) =>
      pass({ ...about, ...(name === "writeSync" ? { half: () => writeHalf(values) } : {}) }, () =>
        call(...values),
      );
    return [name, faulty];
  });
  return Object.fromEntries(wrapped) as FileCalls;
}

function writeHalf([fd, bytes]: unknown[]): void {
  const whole = bytes as Buffer;
  fs.writeSync(fd as number, whole.subarray(0, whole.length / 2));
}

function faultyDriver(driver: Driver, pass: Pass): Driver {
  return {
    ...driver,
    open: (path, options) =>
      faultyDatabase(
        pass({ name: "open", error: sqliteError }, () => driver.open(path, options)),
        pass,
      ),
  };
}

function faultyDatabase(db: Database, pass: Pass): Database {
  const named = (name: string): Call => ({ name, error: sqliteError, mustRun: name === "ROLLBACK" });
  return {
    exec: (sql) => pass(named(sql), () => db.exec(sql)),
    prepare: (sql) =>
      faultyStatement(
        pass(named(`prepare ${sql}`), () => db.prepare(sql)),
        sql,
        pass,
      ),
    close: () => db.close(),
  };
}

function faultyStatement(statement: Statement, sql: string, pass: Pass): Statement {
  const call: Call = { name: sql, error: sqliteError };
  return {
    run: (...values) => pass(call, () => statement.run(...values)),
    get: (...values) => pass(call, () => statement.get(...values)),
    all: (...values) => pass(call, () => statement.all(...values)),
    iterate: (...values) => pass(call, () => statement.iterate(...values)),
  };
}

function systemError({ file }: Trouble): Error {
  return Object.assign(new Error(`${file}: made to fail`), { code: file });
}

function sqliteError({ sqlite }: Trouble): Error {
  return Object.assign(new Error("made to fail"), { code: "ERR_SQLITE_ERROR", errcode: sqlite });
}
