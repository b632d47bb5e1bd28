import { parseJson } from "../../core/parse-json.ts";
import type { EverywhereConsent, Pause, ProjectConsent } from "../../core/recording/recording.ts";
import { inState } from "../disk/in-state.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { folderName } from "../disk/state-folder.ts";

const EVERYWHERE = "everywhere.json";
const BYTES_MAX = 64 * 1024;
const FOLDER = "recording";

/** What the user decided about recording, in the user's state folder: no repository can write there. */
export type ConsentFiles = {
  readonly everywhere: () => EverywhereConsent;
  readonly keepEverywhere: (consent: EverywhereConsent) => void;
  readonly project: (root: string) => ProjectConsent;
  readonly keepProject: (root: string, consent: ProjectConsent) => void;
};

export function consentFiles(state: OwnedFolder): ConsentFiles {
  const folder = state.below(FOLDER);
  const keep = (name: string, kept: object): void =>
    inState(state, () => {
      folder.make();
      folder.replace(name, `${JSON.stringify(kept)}\n`);
    });
  const fileOf = (root: string): string => `${folderName(root)}.json`;
  return {
    everywhere: () => {
      const { off, repositories } = readFile(folder, EVERYWHERE);
      const isEvery = repositories === "every";
      return { repositories: isEvery ? "every" : "asked", ...pauseIn(off) };
    },
    keepEverywhere: (consent) => keep(EVERYWHERE, consent),
    project: (root) => {
      const kept = readFile(folder, fileOf(root));
      // Names are short prints of paths, and two paths may have the same one.
      if (kept.root !== undefined && kept.root !== root) return {};
      const { off, memory } = kept;
      return { ...pauseIn(off), ...(typeof memory === "string" ? { memory } : {}) };
    },
    keepProject: (root, consent) => {
      if (Object.keys(consent).length > 0) return keep(fileOf(root), { root, ...consent });
      inState(state, () => void folder.remove(fileOf(root)));
    },
  };
}

type KeptFile = { readonly [name: string]: unknown };

/** A file that is damaged counts as a no: it may have said so. */
function readFile(folder: OwnedFolder, name: string): KeptFile {
  // Looked for first: to open a file that is not there costs a hook more than all the rest.
  const bytes = folder.look(name) === undefined ? undefined : folder.read(name, BYTES_MAX);
  if (bytes === undefined) return {};
  try {
    const kept: unknown = parseJson(bytes.toString("utf8"));
    return isFields(kept) ? kept : { off: {} };
  } catch {
    return { off: {} };
  }
}

const isFields = (value: unknown): value is KeptFile => typeof value === "object" && value !== null;

function pauseIn(off: unknown): { readonly off?: Pause } {
  if (!isFields(off)) return {};
  return { off: typeof off.until === "number" ? { until: off.until } : {} };
}
