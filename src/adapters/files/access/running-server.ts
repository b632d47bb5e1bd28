import { fieldsIn, isString } from "../../../core/fields.ts";
import { tryParseJson } from "../../../core/parse-json.ts";
import { inState } from "../../disk/in-state.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";
import { folderName } from "../../disk/state-folder.ts";

const BYTES_MAX = 64 * 1024;

/** A running server of this user: its address, and the key with which it admits this user. */
export type RunningServer = { readonly url: string; readonly key: string; readonly pid: number };

/** Records of this user's servers, in the user's state folder, where nobody else can read the key. */
export type ServerNotes = {
  readonly find: () => RunningServer | undefined;
  readonly note: (server: RunningServer) => void;
  /** Removes the record of one server. Records of others stay. */
  readonly remove: (key: string) => void;
};

export function serverNotes(state: OwnedFolder, memoryDir: string): ServerNotes {
  const folder = state.below("servers");
  const file = `${folderName(memoryDir)}.json`;
  const find = (): RunningServer | undefined => {
    const { memory, url, key, pid } = fieldsIn(tryParseJson(folder.read(file, BYTES_MAX)));
    if (memory !== memoryDir || !isString(url) || !isString(key) || typeof pid !== "number") return undefined;
    return { url, key, pid };
  };
  return {
    find,
    note: (server) =>
      inState(state, () => {
        folder.make();
        folder.replace(file, `${JSON.stringify({ memory: memoryDir, ...server })}\n`);
      }),
    remove: (key) => {
      if (find()?.key === key) folder.remove(file);
    },
  };
}
