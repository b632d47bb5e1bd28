import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { filesUnder, ROOT, textOf } from "../sources.ts";
import type { Complaint } from "./code-rules.ts";

/** Meaningless names: the content of such a file has a better one. */
const EMPTY_NAMES = ["engine", "manager", "service", "utils", "util", "helpers", "helper", "common", "misc"];

/** Written in parts, because this file is searched too. */
const PUT_OFF = new RegExp(`\\b(${["TO", "FIX"].map((start, i) => start + ["DO", "ME"][i]).join("|")})\\b`);

/** The host of a package registry, in any domain. */
const REGISTRY_HOST = /\bregistry\.[a-z0-9-]+\.[a-z]{2,}\b/;

/** The words of the vocabulary's last column. */
export function neverWords(): string[] {
  const rows = textOf("docs/VOCABULARY.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const column = rows[0]?.indexOf("never") ?? -1;
  if (column < 0) throw new Error('docs/VOCABULARY.md has no table with a "never" column');
  return rows.slice(2).flatMap((cells) =>
    (cells[column] ?? "")
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  );
}

export function emptyNames(paths: readonly string[]): Complaint[] {
  const isEmpty = (part: string) => EMPTY_NAMES.includes(part.replace(/\..*$/, "").toLowerCase());
  return paths
    .filter((path) => path.split("/").some(isEmpty))
    .map((path) => `${path} has a name that says nothing`);
}

/** Folders under src/ without a heading in ARCHITECTURE.md, which must describe each of them. */
export function foldersWithoutHeading(): Complaint[] {
  const headings = textOf("ARCHITECTURE.md")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  const says = (folder: string) =>
    headings.some((line) => new RegExp(`(^|[\\s\`])${folder}/?($|[\\s\`,:])`).test(line));
  const folders = new Set(filesUnder("src").flatMap((path) => foldersOf(path)));
  return [...folders]
    .filter((folder) => !says(folder))
    .map((folder) => `ARCHITECTURE.md has no heading for ${folder}`);
}

/** The parents of a file: "src/core/tape/event.ts" lies in src/core and src/core/tape. */
function foldersOf(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.slice(1).map((_, i) => parts.slice(0, i + 2).join("/"));
}

/** Tests, benches and file names in backticks that ARCHITECTURE.md names and the checkout does not have. */
export function missingProofs(text = textOf("ARCHITECTURE.md")): Complaint[] {
  const paths = text.match(/\b(?:test|bench)\/[\w./-]+\.ts\b/g) ?? [];
  const names = [...text.matchAll(/`([\w.-]+\.tsx?)`/g)].flatMap(([, name = ""]) => [name]);
  const known = new Set(
    ["src", "test", "bench"].flatMap((folder) => filesUnder(folder).map((path) => basename(path))),
  );
  return [
    ...paths.filter((path) => !existsSync(join(ROOT, path))),
    ...names.filter((name) => !known.has(name)),
  ].map((path) => `ARCHITECTURE.md names ${path}, which is not there`);
}

export function putOff(paths: readonly string[]): Complaint[] {
  return linesThat(paths, (line) => PUT_OFF.test(line), "puts work off: do it, or file it");
}

/** Lines with a path of this machine or a registry's host, which mean nothing to other readers. */
export function machineTraces(paths: readonly string[]): Complaint[] {
  const places = placesOfThisMachine();
  const isTrace = (line: string) => REGISTRY_HOST.test(line) || places.some((place) => line.includes(place));
  return linesThat(paths, isTrace, "names a place of one machine or one registry");
}

/** The checkout, its siblings and the home folder, unless the path is so short that other paths could contain it. */
function placesOfThisMachine(): string[] {
  const parent = dirname(ROOT);
  const beside = parent === dirname(parent) ? [] : readdirSync(parent).map((name) => join(parent, name));
  return [ROOT, ...beside, homedir()].filter((path) => path.length > 8).map((path) => `${path}/`);
}

export function gapsInDecisions(): Complaint[] {
  const names = filesUnder("docs/decisions").map((path) => path.slice("docs/decisions/".length));
  const expected = names.map((_, i) => String(i + 1).padStart(4, "0"));
  return names.flatMap((name, i) =>
    new RegExp(`^${expected[i]}-[a-z0-9-]+\\.md$`).test(name)
      ? []
      : [`docs/decisions/${name} should be number ${expected[i]}`],
  );
}

/** Registry addresses in the lock file, which would bind every clone to one registry. */
export function lockedAddresses(): Complaint[] {
  return linesThat(
    ["package-lock.json"],
    (line) => /"resolved": "(https?|git)/.test(line),
    "binds to an address",
  );
}

type Locked = { readonly optionalDependencies?: { readonly [name: string]: string } };

/** Missing builds for other platforms in the lock file, for which `npm ci` refuses the file. */
export function holesInLock(): Complaint[] {
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: { [path: string]: Locked } };
  const isLocked = (parent: string, name: string) =>
    [`${parent}/node_modules/${name}`, `node_modules/${name}`].some((path) => Object.hasOwn(packages, path));
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(parent, name))
      .map((name) => `package-lock.json lacks ${name}: run node scripts/complete-lock.mjs`),
  );
}

type Sealed = {
  readonly [field in "link" | "dev" | "optional"]?: boolean;
} & { readonly integrity?: string; readonly os?: readonly string[]; readonly cpu?: readonly string[] };

/**
 * Packages without a checksum, for which npm accepts any content. Exempt are links into this repository, and optional
 * development tools for other platforms that the registry did not have: they never reach a user.
 */
export function unsealedInLock(): Complaint[] {
  const { packages } = JSON.parse(textOf("package-lock.json")) as { packages: { [path: string]: Sealed } };
  return Object.entries(packages)
    .filter(([path, { link, integrity }]) => path.includes("node_modules/") && !link && !integrity)
    .filter(([, { dev, optional, os, cpu }]) => !(dev && optional && (os || cpu)))
    .map(([path]) => `package-lock.json has no checksum for ${path}: run node scripts/complete-lock.mjs`);
}

function linesThat(
  paths: readonly string[],
  isWrong: (line: string) => boolean,
  problem: string,
): Complaint[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, i) => (isWrong(line) ? [`${path}:${i + 1} ${problem}`] : [])),
  );
}
