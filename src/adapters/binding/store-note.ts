import { fieldsIn, isString } from "../../core/fields.ts";
import { parseJson } from "../../core/parse-json.ts";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";
import { type BindingPlace, homeOf } from "./memory-binding.ts";

/** The user's record of the server that keeps a memory's tape. */
export type StoreNote = {
  /** The address to which the tape was moved; "local" if it was moved back to the memory folder. */
  readonly url?: string;
  /** Addresses that a person approved for this memory, by their digests, with the project's name there. */
  readonly approved: { readonly [digest: string]: string };
  /** How far the tape in the memory folder is in the order of a server that it was synced with. */
  readonly server_order?: number;
};

/** The record of one memory. It is in the user's state folder, so nobody who can push to the repository can write it. */
export type StoreNotes = {
  readonly read: () => StoreNote;
  readonly write: (note: StoreNote) => void;
  /** Changes whenever the record changes. */
  readonly identity: () => string;
};

export const NO_NOTE: StoreNote = { approved: {} };

const FILE = "store.json";
const BYTES_MAX = 16 * 1024;

export function storeNotes(place: Pick<BindingPlace, "state" | "memoryDir">): StoreNotes {
  const home = homeOf(place);
  return {
    read: () => readNote(home, place.memoryDir),
    write: (note) => {
      home.make();
      home.replace(FILE, `${JSON.stringify({ ...note, path: place.memoryDir })}\n`, { isFlushed: true });
    },
    identity: () => {
      const stat = home.look(FILE);
      return stat === undefined ? "none" : `${stat.dev}:${stat.ino}`;
    },
  };
}

/** A damaged record is treated as missing: a person has to approve the server again. */
function readNote(home: OwnedFolder, memoryDir: string): StoreNote {
  const text = home.read(FILE, BYTES_MAX)?.toString("utf8");
  if (text === undefined) return NO_NOTE;
  try {
    const { path, url, approved, server_order: order } = fieldsIn(parseJson(text));
    if (path !== memoryDir) return NO_NOTE;
    const names = Object.entries(fieldsIn(approved)).filter((entry): entry is [string, string] =>
      isString(entry[1]),
    );
    return {
      ...(isString(url) ? { url } : {}),
      ...(typeof order === "number" ? { server_order: order } : {}),
      approved: Object.fromEntries(names),
    };
  } catch {
    return NO_NOTE;
  }
}

/** The path of such a file in the memory folder. It came from elsewhere, and is never followed. */
export function foreignStoreNote(memoryDir: string): string | undefined {
  const folder = ownedFolder(memoryDir);
  return folder.list().includes(FILE) ? `${memoryDir}/${FILE}` : undefined;
}
