import { homedir, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type ConsentFiles, consentFiles } from "./adapters/consent/consent-files.ts";
import type { OwnedFolder } from "./adapters/disk/owned-folder.ts";
import { memoriesAbove, realPathOf, repositoriesAround } from "./adapters/disk/real-path.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { mayProjectSetRecording, maySetRecording } from "./adapters/files/project/config-files.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { isWithin, mayAutoStart } from "./core/recording/may-begin.ts";
import {
  decideRecording,
  isPaused,
  isVariableSet,
  type OffReason,
  type Recording,
} from "./core/recording/recording.ts";

/** The values of settings files and variables that concern recording. */
export type RecordingSettings = {
  readonly isEnabled: boolean;
  readonly ignoredBy?: string | undefined;
  readonly problem?: string;
};

export type RecordingInput = {
  readonly place: ProjectPlace;
  readonly env: NodeJS.ProcessEnv;
  readonly state: OwnedFolder;
  /** The memory folder exists, and this user's state folder has a record of it. */
  readonly isKnown: boolean;
  /** False for hooks and servers: hosts start them with variables that a repository's settings may set. */
  readonly isEnvironmentTrusted: boolean;
  /** Loaded only if there may be such settings. */
  readonly settings: (place: ProjectPlace, env: NodeJS.ProcessEnv) => Promise<RecordingSettings>;
};

/**
 * The environment variables that are trusted for an agent. A repository's settings for a host may set TIDEMARK_DIR, so this variable only
 * selects a memory that the user created there for this project.
 */
export function agentEnvironment(cwd: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TIDEMARK_DIR, ...others } = env;
  if (!TIDEMARK_DIR) return env;
  const { root, memoryDir } = findProject(cwd, env);
  return consentFiles(stateFolder(env)).project(root).memory === memoryDir ? env : others;
}

/**
 * Whether anything is recorded in a project. Every permission is stored in the user's state folder. The clock is the system's own, because
 * a variable that a project's settings may set must not end a pause.
 */
export async function recordingAt({ place, env, state, ...input }: RecordingInput): Promise<Recording> {
  const consent = consentFiles(state);
  const isBelievable = input.isEnvironmentTrusted || !isStateInProject(state, place);
  const project = consent.project(place.root);
  const isOwnPlace = place.memoryDir === join(place.root, ".tidemark") || project.memory === place.memoryDir;
  const everywhere = consent.everywhere();
  const settings = maySetRecording(place.memoryDir, env) ? await input.settings(place, env) : ALL_ON;
  const now = Date.now();
  const enclosing = await enclosingNo({ place, env, consent, now, settings: input.settings });
  const decision = decideRecording({
    now,
    isSilenced: isVariableSet(env.TIDEMARK_OFF),
    everywhere,
    project,
    enclosing,
    ...settings,
    hasOwnMemory: isBelievable && input.isKnown && isOwnPlace,
    mayBegin:
      everywhere.repositories === "every" && isBelievable && isOwnPlace && mayBegin(place, env, false),
  });
  if (decision.is_on) return decision;
  const fix = enclosing && decision.why === "enclosing" ? enclosing.fix : FIXES[decision.why];
  return { ...decision, fix };
}

type EnclosingInput = Pick<RecordingInput, "place" | "env" | "settings"> & {
  readonly consent: ConsentFiles;
  readonly now: number;
};

/** Turning recording off for a folder covers every repository, submodule and worktree in it. */
async function enclosingNo({ place, env, consent, now, settings }: EnclosingInput) {
  const { root, worktreeRoot } = place;
  const roots = worktreeRoot === root ? [root] : [root, worktreeRoot];
  const off = roots.flatMap(consent.around).find((each) => isPaused(each.off, now));
  if (off?.off) return { folder: off.folder, pause: off.off, fix: `tidemark on, in ${off.folder}` };
  for (const folder of roots.flatMap(memoriesAbove)) {
    const memoryDir = join(folder, ".tidemark");
    if (!mayProjectSetRecording(memoryDir)) continue;
    const { isEnabled, problem } = await settings({ ...place, root: folder, memoryDir }, env);
    const file = join(memoryDir, "config.yaml");
    if (problem !== undefined) return { folder, fix: `Put ${file} right: ${problem}` };
    if (!isEnabled) return { folder, fix: `Remove memory.enabled: false from ${file}.` };
  }
  return undefined;
}

const FIXES: { readonly [why in OffReason]: string } = {
  variable: "unset TIDEMARK_OFF",
  everywhere: "tidemark on --everywhere",
  project: "tidemark on",
  enclosing: "tidemark status",
  setting: "Remove memory.enabled: false from your config.yaml or the project's.",
  ignored: "Remove the pattern from recording.ignore in your own config.yaml.",
  settings_broken: "tidemark doctor",
  not_asked: "tidemark init",
};

const ALL_ON: RecordingSettings = { isEnabled: true };

/** Whether a memory may be created without `tidemark init`: automatically, or by another command that a person types there. */
export function mayBegin(
  { root, commonDir }: ProjectPlace,
  env: NodeJS.ProcessEnv,
  isTyped: boolean,
): boolean {
  const homes = [env.HOME, env.USERPROFILE, homedir()].flatMap((home) => home || []);
  const temporary = isTyped ? [] : TEMPORARY();
  return mayAutoStart({ root, isRepository: commonDir !== undefined, homes, temporary });
}

const TEMPORARY = () => ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm", tmpdir()];

/**
 * A repository's settings for a host can set HOME or XDG_STATE_HOME for its hooks, and so make any folder look like the user's own; links
 * and `/proc/self/cwd` can hide that. Only a project that contains the real home folder may contain its state folder.
 */
function isStateInProject(state: OwnedFolder, { root, worktreeRoot }: ProjectPlace): boolean {
  const path = realPathOf(state.path);
  const around = [root, worktreeRoot, ...repositoriesAround(realPathOf(root)), ...repositoriesAround(path)]
    .map(realPathOf)
    .filter((folder) => isWithin(path, folder));
  if (around.length === 0) return false;
  const realHome = realPathOf(userInfo().homedir);
  return around.some((folder) => !isWithin(realHome, folder));
}
