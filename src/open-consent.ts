import { join } from "node:path";
import { consentFiles } from "./adapters/consent/consent-files.ts";
import { clearState, deleteMemory, knownMemories } from "./adapters/consent/known-memories.ts";
import { stateFolder } from "./adapters/disk/state-folder.ts";
import { accessTokens } from "./adapters/files/access/access-tokens.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { agentHostIn } from "./core/agent-hosts.ts";
import { MemoryError } from "./core/failure.ts";
import { isPaused, type Recording } from "./core/recording/recording.ts";
import { printable } from "./core/text/printable.ts";
import type { OpenMemoryOptions } from "./open-memory.ts";
import type { AccessTokens, Consent } from "./ports/ownership.ts";
import { agentEnvironment, mayBegin, recordingAt } from "./recording.ts";
import { recordingSettings } from "./recording-settings.ts";

/** The user's decisions about recording, for one project. */
export async function consentAt(
  place: ProjectPlace,
  { env, host }: OpenMemoryOptions,
  isKnown: boolean,
): Promise<Consent> {
  const state = stateFolder(env);
  const files = consentFiles(state);
  // Hosts start servers and the shells of their agents with variables that a repository's settings may have set.
  const isEnvironmentTrusted = host !== "mcp" && agentHostIn(env) === undefined;
  const look = () =>
    recordingAt({ place, env, state, isKnown, isEnvironmentTrusted, settings: recordingSettings });
  return {
    recording: await look(),
    look,
    now: Date.now,
    everywhere: files.everywhere,
    keepEverywhere: files.keepEverywhere,
    project: () => files.project(place.root),
    around: () => files.around(place.root),
    offPlaces: () => {
      const known = new Set(knownMemories(state, files).flatMap((each) => (each.exists ? each.project : [])));
      const isOff = (root: string): boolean => isPaused(files.project(root).off, Date.now());
      return files.roots().filter((root) => !known.has(root) && isOff(root));
    },
    keepProject: (consent) => files.keepProject(place.root, consent),
    pausedSessions: () => files.pausedSessions(place.root),
    memories: () =>
      knownMemories(state, files).map((memory) => {
        const found = memory.exists ? findProject(memory.project, env) : undefined;
        return found?.root === memory.project ? { ...memory, commonDir: found.commonDir } : memory;
      }),
    deleteMemory,
    clearState: (how) => clearState(state, how),
  };
}

/** The tokens for use over the network. Created on demand, because hooks and everyday commands do not need them. */
export const tokensAt =
  ({ memoryDir }: ProjectPlace, env: NodeJS.ProcessEnv): (() => AccessTokens) =>
  () =>
    accessTokens({ state: stateFolder(env), memoryDir, now: Date.now });

/** Effects that add events to the tape. */
const GROWING: readonly OpenMemoryOptions["effect"][] = ["writes", "receives"];

/** Effects that change an existing memory: without one there is nothing to change. */
const CHANGING: readonly OpenMemoryOptions["effect"][] = ["destroys", "mends"];

/**
 * Refuses to write if the user turned recording off, and refuses to create a memory for an agent. A program with our library may create
 * one anywhere, a command that a person types in a git repository, and `tidemark init` everywhere else.
 */
export function admitWriting(
  consent: Consent,
  place: ProjectPlace,
  options: OpenMemoryOptions & { readonly hasMemory: boolean },
): void {
  const { recording } = consent;
  if (CHANGING.includes(options.effect) && !options.hasMemory)
    throw isOfAgent(options) ? NOT_ASKED() : needsInit(place.root, "so there is nothing to change.");
  const isGrowing = GROWING.includes(options.effect);
  if (recording.is_on || (!isGrowing && !options.needsRepository)) return;
  if (recording.why !== "not_asked") throw recordingOff(recording);
  if (isOfAgent(options)) throw NOT_ASKED();
  if (options.needsRepository && !mayBegin(place, options.env, true)) throw needsInit(place.root, ONLY_INIT);
  if (!isGrowing) return;
  if (place.memoryDir !== join(place.root, ".tidemark"))
    consent.keepProject({ ...consent.project(), memory: place.memoryDir });
}

/** Ignores variables that a repository's settings may have set for an agent's server, or for its commands in a host's shell. */
export const withOwnEnvironment = (options: OpenMemoryOptions): OpenMemoryOptions =>
  isOfAgent(options) ? { ...options, env: agentEnvironment(options.cwd, options.env) } : options;

function isOfAgent({ host, voice, env }: OpenMemoryOptions): boolean {
  if (host === "mcp") return true;
  return host === undefined && voice !== "person" && agentHostIn(env) !== undefined;
}

const recordingOff = ({ message, fix }: Exclude<Recording, { readonly is_on: true }>): MemoryError =>
  new MemoryError("input.recording_off", `Recording is off, so nothing was stored. ${message}`, {
    fix:
      fix === "tidemark doctor" ? `See: ${fix}` : fix.startsWith("tidemark ") ? `To turn it on: ${fix}` : fix,
  });

const NOT_ASKED = (): MemoryError =>
  new MemoryError(
    "input.needs_person",
    "This project has no memory, so nothing was stored. Only a person can create one.",
    { fix: "Ask the user once whether they want one. They run: tidemark init" },
  );

const ONLY_INIT =
  "so nothing was stored. In a home folder and outside git, only `tidemark init` creates one.";

const needsInit = (root: string, why: string): MemoryError =>
  new MemoryError("input.needs_person", `There is no memory in ${printable(root)}, ${why}`, {
    fix: "If you want a memory in this folder: tidemark init",
  });
