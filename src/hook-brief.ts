import { hookNotes } from "./adapters/files/hosts/hook-notes.ts";
import { actionKeys, type BundleInput } from "./app/briefing/bundle.ts";
import { giveBundle } from "./app/briefing/ledger.ts";
import { ownText, statusLine } from "./app/briefing/status-line.ts";
import type { WorkerDeps } from "./app/runtime/deps.ts";
import { readUnfinishedSessions } from "./app/sessions/read-unfinished-sessions.ts";
import { giveBrief } from "./app/sessions/sessions.ts";
import { foreignForAgents } from "./app/upkeep/foreign-memory.ts";
import type { TaskRequest } from "./core/active-context/registry/task-request.ts";
import type { Intent } from "./core/bundle/intent.ts";
import { openWorld } from "./open-world.ts";

/** What a host asks for, and whose session it is. */
export type HostAsks = {
  readonly host: string;
  readonly intent: Intent;
  /** Absent where only the other task is to be told. */
  readonly input: BundleInput | undefined;
  /** Another task that the prompt turns to. */
  readonly task?: TaskRequest | undefined;
};

/** How long a host waits for a brief from a server that does not answer. */
const SERVER_WAIT_MS = 1500;

/**
 * What a host is given: a brief when a session starts, what is known about its first prompt, a note before a tool call.
 * It opens the database, so a hook loads it only for an event that wants it, after the event itself is safe.
 */
export async function bundleFor(cwd: string, env: NodeJS.ProcessEnv, asks: HostAsks): Promise<string> {
  const { world, close } = await openWorld({
    ...{ cwd, env, effect: "reads", host: asks.host },
    serverWaitMs: SERVER_WAIT_MS,
  });
  // A host waits: nobody elsewhere is asked what words mean.
  const { embedder: _, ...ours } = world;
  world.crashPoint("hook.bundle");
  try {
    return await tellHost(ours, asks);
  } finally {
    await close();
  }
}

/** The text for a host, from a memory that is open. */
export async function tellHost(world: WorkerDeps, { intent, input, task }: HostAsks): Promise<string> {
  const foreign = world.ownership?.foreign;
  if (foreign) return intent === "brief" ? ownText(foreignForAgents(foreign)) : "";
  if (world.config.memory.inject === "off") return intent === "brief" ? statusLine(world) : "";
  const text = input === undefined ? "" : await bundleText(world, intent, input);
  if (task === undefined) return text;
  const { taskNote } = await import("./app/briefing/task-note.ts");
  return `${text}${await taskNote(world, task)}`;
}

async function bundleText(world: WorkerDeps, intent: Intent, input: BundleInput): Promise<string> {
  if (intent === "brief" && input.session !== undefined) await readUnfinishedSessions(world, input.session);
  const { text } =
    intent === "brief" && input.session !== undefined
      ? (await giveBrief(world, input.session, { pressure: input.pressure })).bundle
      : await giveBundle(world, intent, input);
  if (intent === "brief" && input.session !== undefined && world.project.hasMemory)
    hookNotes(world.project.memoryDir, tellRefused).begin(input.session, await actionKeys(world));
  return text;
}

const tellRefused = (problem: string): void => void process.stderr.write(`tidemark hook: ${problem}\n`);
