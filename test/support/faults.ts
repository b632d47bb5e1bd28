import * as fs from "node:fs";
import type { FileCalls } from "../../src/adapters/disk/file-calls.ts";
import type { Database, Driver, Statement } from "../../src/adapters/sqlite/driver.ts";

/** A fault: the name of a system error, and the SQLite result code for the same fault. */
export type Trouble = { readonly file: string; readonly sqlite: number };

export const IO: Trouble = { file: "EIO", sqlite: 10 };
export const FULL: Trouble = { file: "ENOSPC", sqlite: 13 };
export const READ_ONLY: Trouble = { file: "EROFS", sqlite: 8 };

export type Fault = {
  /** Number of the call that fails, counted from one. */
  readonly call: number;
  readonly trouble: Trouble;
  /**
   * `after`: the call does its work and then reports an error, like a disk that loses its answer. `half`: a write
   * writes half of its bytes first; any other call only fails.
   */
  readonly when: "before" | "half" | "after";
  /** `on`: every later call fails too, until the fault is disarmed. */
  readonly lasts: "once" | "on";
};

/** Counts the calls of one store and makes one of them fail. */
export type FaultPoint = {
  readonly calls: FileCalls;
  readonly driver: Driver;
  readonly arm: (fault: Fault) => void;
  readonly disarm: () => void;
  /** The name of the call that failed first; undefined if the work made fewer calls. */
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
    // Closing and releasing calls always do their work, because leaked files would fail the test for another reason.
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
