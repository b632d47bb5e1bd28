import type * as fs from "node:fs";

/** The file calls the spool makes, so that a test can make any one of them fail. */
export type FileCalls = Pick<
  typeof fs,
  | "closeSync"
  | "fstatSync"
  | "fsyncSync"
  | "openSync"
  | "readdirSync"
  | "readFileSync"
  | "readSync"
  | "renameSync"
  | "rmSync"
  | "statSync"
  | "writeSync"
>;
