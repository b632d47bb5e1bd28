import { join } from "node:path";
import { isObject } from "../../core/fields.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import type { PausedConsent, PausePeriod } from "../../core/recording/pause-periods.ts";
import type { EverywhereConsent, Pause, ProjectConsent } from "../../core/recording/recording.ts";
import { unlessUnusable } from "../disk/disk-failure.ts";
import { inState } from "../disk/in-state.ts";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";
import { foldersAbove, memoriesAbove } from "../disk/real-path.ts";
import { folderName } from "../disk/state-folder.ts";

const EVERYWHERE = "everywhere.json";
const BYTES_MAX = 64 * 1024;
const FOLDER = "recording";
/** The same record in the project's memory folder, so that it moves with the project. It can only refuse. */
const NOTE = "recording.json";
const SESSIONS_BYTES_MAX = 4 * 1024 * 1024;

/** The user's decisions about recording, in the user's state folder: no repository can write there. */
export type ConsentFiles = {
  readonly everywhere: () => EverywhereConsent;
  readonly keepEverywhere: (consent: EverywhereConsent) => void;
  readonly project: (root: string) => ProjectConsent;
  readonly keepProject: (root: string, consent: ProjectConsent) => void;
  /** Roots of projects with a decision of the user. */
  readonly roots: () => readonly string[];
  /** Decisions of the user about the folders above a project. */
  readonly around: (root: string) => readonly EnclosingConsent[];
  /** Ids of sessions during which a variable or a setting turned recording off. */
  readonly pausedSessions: (root: string) => ReadonlySet<string>;
  readonly notePausedSession: (root: string, session: string) => void;
};

export type EnclosingConsent = ProjectConsent & { readonly folder: string };

export function consentFiles(state: OwnedFolder): ConsentFiles {
  const folder = state.below(FOLDER);
  const keep = (name: string, kept: object): void =>
    inState(state, () => {
      folder.make();
      folder.replace(name, `${JSON.stringify(kept)}\n`);
    });
  const fileOf = (root: string): string => `${folderName(root)}.json`;
  const sessionsOf = (root: string): string => `${folderName(root)}.sessions`;
  const pausedSessions = (root: string): ReadonlySet<string> => {
    const name = sessionsOf(root);
    const bytes = folder.look(name) === undefined ? undefined : folder.read(name, SESSIONS_BYTES_MAX);
    return new Set((bytes?.toString("utf8") ?? "").split("\n").flatMap(idsIn));
  };
  const project = (root: string): ProjectConsent => {
    const kept = readFile(folder, fileOf(root));
    const beside = pausesIn(readNote(root));
    // Names are short hashes of paths, so two paths may share one.
    if (kept.root !== undefined && kept.root !== root) return beside;
    const { memory } = kept;
    return { ...beside, ...pausesIn(kept), ...(typeof memory === "string" ? { memory } : {}) };
  };
  return {
    everywhere: () => {
      const { repositories, ...pauses } = readFile(folder, EVERYWHERE);
      const isEvery = repositories === "every";
      return { repositories: isEvery ? "every" : "asked", ...pausesIn(pauses) };
    },
    keepEverywhere: (consent) => keep(EVERYWHERE, consent),
    project,
    roots: () =>
      folder.list().flatMap((name) => {
        const { root } = name.endsWith(".json") ? readFile(folder, name) : {};
        return typeof root === "string" ? [root] : [];
      }),
    around: (root) => {
      const names = new Set(folder.list());
      const noted = new Set(memoriesAbove(root).filter(hasNote));
      if (names.size > 0)
        for (const above of foldersAbove(root)) if (names.has(fileOf(above))) noted.add(above);
      return [...noted].map((above) => ({ folder: above, ...project(above) }));
    },
    keepProject: (root, consent) => {
      if (Object.keys(consent).length > 0) keep(fileOf(root), { root, ...consent });
      else inState(state, () => void folder.remove(fileOf(root)));
      keepNote(root, consent);
    },
    pausedSessions,
    notePausedSession: (root, session) => {
      if (pausedSessions(root).has(session)) return;
      inState(state, () => {
        folder.make();
        folder.append(sessionsOf(root), `${JSON.stringify(session)}\n`);
      });
    },
  };
}

const memoryOf = (root: string): OwnedFolder => ownedFolder(join(root, ".tidemark"));

const hasNote = (root: string): boolean =>
  unlessUnusable(() => memoryOf(root).look(NOTE) !== undefined) ?? false;
const readNote = (root: string): KeptFile => unlessUnusable(() => readFile(memoryOf(root), NOTE)) ?? {};

function keepNote(root: string, { off, paused }: ProjectConsent): void {
  const memory = memoryOf(root);
  unlessUnusable(() => {
    if (!memory.exists()) return;
    if (off === undefined && paused === undefined) memory.remove(NOTE);
    else memory.replace(NOTE, `${JSON.stringify({ off, paused })}\n`);
  });
}

type KeptFile = { readonly [name: string]: unknown };

/** A damaged file counts as a refusal: it may have been one. */
function readFile(folder: OwnedFolder, name: string): KeptFile {
  // Checked first: opening a missing file costs a hook more than everything else.
  const bytes = folder.look(name) === undefined ? undefined : folder.read(name, BYTES_MAX);
  if (bytes === undefined) return {};
  const kept = tryParseJson(bytes);
  return isObject(kept) ? kept : { off: {} };
}

function pausesIn({ off, paused }: KeptFile): PausedConsent {
  const stretches = Array.isArray(paused) ? paused.flatMap(stretchIn) : [];
  return {
    ...(isObject(off) ? { off: pauseIn(off) } : {}),
    ...(stretches.length === 0 ? {} : { paused: stretches }),
  };
}

function pauseIn({ from, until }: KeptFile): Pause {
  return { ...(isInstant(from) ? { from } : {}), ...(isInstant(until) ? { until } : {}) };
}

function stretchIn(kept: unknown): PausePeriod[] {
  if (!isObject(kept) || !isInstant(kept.from)) return [];
  return [{ from: kept.from, ...(isInstant(kept.to) ? { to: kept.to } : {}) }];
}

const isInstant = (value: unknown): value is number => typeof value === "number";

/** The id on a line; an incomplete line has none. */
function idsIn(line: string): string[] {
  const id = tryParseJson(line);
  return typeof id === "string" ? [id] : [];
}
