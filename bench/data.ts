import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";

/** The option for the folder of data packs. The packs belong to others, so the project contains none. */
export const DATA = "data";
export const DATA_OPTION = {
  value: "",
  help: "folder of data packs; else TIDEMARK_BENCH_DATA, else ../shared/data",
} as const;

/**
 * The path of a pack, or undefined if it is missing, which is reported. Throws if its checksum is not the
 * manifest's.
 */
export function packIn(given: string, name: string): string | undefined {
  const folder = resolve(given || process.env.TIDEMARK_BENCH_DATA || join(ROOT, "../shared/data"));
  const path = join(folder, name);
  if (!existsSync(path)) {
    say(`${name} is not there: skipped. Name its folder with --${DATA} or TIDEMARK_BENCH_DATA.`);
    return undefined;
  }
  const wanted = manifestOf(folder)[name]?.sha256;
  if (wanted === undefined) say(`${name}: unverified, no manifest names it.`);
  else if (wanted !== sha256Of(path))
    throw new Error(`${name} is not the file that the manifest beside it names: its sha256 differs.`);
  return path;
}

type Manifest = { readonly [name: string]: { readonly sha256?: string } };

function manifestOf(folder: string): Manifest {
  const path = join(folder, "MANIFEST.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Manifest) : {};
}

const sha256Of = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
