import { fieldsIn, isString } from "../../../core/fields.ts";
import { parseJson } from "../../../core/parse-json.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";

/** What the memory folder notes of the server that its tape is kept on. */
export type StoreNote = {
  /** The address that the tape was moved to; "local" where it was moved back to this folder. */
  readonly url?: string;
  /** What the project is called on the server. */
  readonly project?: string;
  /** The digest of an address that a person used here, so that agents and hooks may use it. */
  readonly approved?: string;
};

const FILE = "store.json";
const BYTES_MAX = 16 * 1024;

export function readStoreNote(memoryDir: string): StoreNote {
  const text = ownedFolder(memoryDir).read(FILE, BYTES_MAX)?.toString("utf8");
  if (text === undefined) return {};
  const { url, project, approved } = fieldsIn(parseJson(text));
  return {
    ...(isString(url) ? { url } : {}),
    ...(isString(project) ? { project } : {}),
    ...(isString(approved) ? { approved } : {}),
  };
}

/** Where there is no memory folder yet nothing is noted: whoever makes one notes it then. */
export function writeStoreNote(memoryDir: string, note: StoreNote): void {
  const folder = ownedFolder(memoryDir);
  if (folder.exists()) folder.replace(FILE, `${JSON.stringify(note)}\n`, { isFlushed: true });
}
