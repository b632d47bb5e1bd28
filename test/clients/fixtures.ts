import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type Holds, holdsOf } from "./holds.ts";
import { ROOT } from "./root.ts";

/** The folder with the recordings of real clients. */
export const FIXTURES = join(ROOT, "test", "fixtures", "hosts");

export type Manifest = {
  readonly client: string;
  readonly version: string;
  readonly scenario: string;
  /** The user's prompts, in order. */
  readonly prompts: readonly string[];
  readonly holds: Holds;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
};

/** A recording: a manifest and the folder that it describes. */
export type Fixture = { readonly folder: string; readonly manifest: Manifest };

/** All recordings, in the order of their folders. */
export function allFixtures(): Fixture[] {
  return filesOf(FIXTURES)
    .filter((path) => path.endsWith("/manifest.json"))
    .map((path) => join(FIXTURES, path))
    .map((path) => ({
      folder: path.slice(0, -"/manifest.json".length),
      manifest: JSON.parse(readFileSync(path, "utf8")) as Manifest,
    }));
}

type Recorded = Pick<Manifest, "client" | "version" | "scenario" | "prompts">;

/** Writes the manifest of a recording: its files, their hashes and its counts. */
export function writeManifest(folder: string, { client, version, scenario, prompts }: Recorded): void {
  const files = filesOf(folder)
    .filter((path) => path !== "manifest.json")
    .map((path) => {
      const bytes = readFileSync(join(folder, path));
      return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
    });
  const paths = files.map(({ path }) => path);
  const holds = holdsOf(client, folder, paths);
  const manifest: Manifest = { client, version, scenario, prompts, holds, files };
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Sorted paths below a folder, with forward slashes. The temporary files of SQLite beside an open database are left out. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.db-(wal|shm)$/.test(entry.name))
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    )
    .sort();
}
