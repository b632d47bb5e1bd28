import { fieldsIn, isString } from "../../core/fields.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import type { NotedLoss } from "../../ports/binding.ts";
import type { OwnedFolder } from "./owned-folder.ts";

const FILE = "record.json";
const RECORD_BYTES_MAX = 64 * 1024;

/** The record of one memory of this user. The numbers are the system's, as text; "" means not known yet. */
export type StoreRecord = {
  readonly id: string;
  /** The memory folder. */
  readonly path: string;
  readonly device: string;
  readonly folder: string;
  readonly database: string;
  /** The number of the memory folder's parent. Another folder at the same path is another project. */
  readonly project?: string;
  /** Events that were found missing, until a person settles the loss. */
  readonly loss?: NotedLoss;
};

/** A damaged record counts as missing: its memory has to be adopted again. */
export function readRecord(folder: OwnedFolder): StoreRecord | undefined {
  const record = tryParseJson(folder.read(FILE, RECORD_BYTES_MAX));
  return isStoreRecord(record) ? record : undefined;
}

function isStoreRecord(value: unknown): value is StoreRecord {
  const { id, path, device, folder, database } = fieldsIn(value);
  return [id, path, device, folder, database].every(isString) && id !== "";
}

/** Several processes may write at once. A reader sees one of the records, never half of one. */
export function writeRecord(folder: OwnedFolder, record: StoreRecord): void {
  folder.make();
  folder.replace(FILE, JSON.stringify(record));
}
