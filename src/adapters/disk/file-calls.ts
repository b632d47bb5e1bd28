import * as fs from "node:fs";

/** The file calls of an owned folder, so that a test can make any of them fail. */
export type FileCalls = Pick<
  typeof fs,
  | "closeSync"
  | "fstatSync"
  | "fsyncSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readdirSync"
  | "readSync"
  | "renameSync"
  | "rmdirSync"
  | "rmSync"
  | "writeSync"
>;

export const SYSTEM_CALLS: FileCalls = fs;
