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
import { type OpenMemory, openMemory } from "./open-memory.ts";

/** The text that a host requests, and the session that gets it. */
export type HostAsks = {
  readonly host: string;
  readonly intent: Intent;
  /** Absent if only the other task is to be shown. */
  readonly input: BundleInput | undefined;
  /** The task to which the prompt switches. */
  readonly task?: TaskRequest | undefined;
  /** How many times longer than usual the host waits. */
  readonly patience?: number;
};

/** How long to wait for a server's brief. After that, the last copy on this machine answers. */
const SERVER_WAIT_MS = 1500;

/**
 * The text for a host: a brief when a session starts, search results for the first prompt, or a note before a tool call. It opens the
 * database, so a hook loads this module only for an event that needs text, after the event itself is durable.
 */
export async function bundleFor(cwd: string, env: NodeJS.ProcessEnv, asks: HostAsks): Promise<string> {
  const open = (serverWaitMs: number) =>
    openMemory({ cwd, env, effect: "reads", host: asks.host, serverWaitMs });
  // A server that answers slowly is treated as unreachable, because the last copy of its tape is on this machine.
  return new Promise((resolve, reject) => {
    const fromCopy = async (): Promise<void> => {
      const copy = await open(0);
      if (copy.deps.project.asOf === undefined) return copy.close();
      resolve(await tellAndClose(copy, asks));
    };
    const timer = setTimeout(() => void fromCopy().catch(() => {}), SERVER_WAIT_MS * (asks.patience ?? 1));
    const tell = async (): Promise<string> => {
      const opened = await open(SERVER_WAIT_MS);
      if (opened.deps.project.server === undefined) clearTimeout(timer);
      return tellAndClose(opened, asks);
    };
    tell()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function tellAndClose({ deps, close }: OpenMemory, asks: HostAsks): Promise<string> {
  // No embedder is called, because the host is waiting.
  const { embedder: _, ...ours } = deps;
  deps.crashPoint("hook.bundle");
  try {
    return await tellHost(ours, asks);
  } finally {
    await close();
  }
}

/** The text for a host, from an open memory. */
export async function tellHost(deps: WorkerDeps, { intent, input, task }: HostAsks): Promise<string> {
  const foreign = deps.ownership?.foreign;
  if (foreign) return intent === "brief" ? ownText(foreignForAgents(foreign)) : "";
  if (deps.config.memory.inject === "off") return intent === "brief" ? statusLine(deps) : "";
  const text = input === undefined ? "" : await bundleText(deps, intent, input);
  if (task === undefined) return text;
  const { taskNote } = await import("./app/briefing/task-note.ts");
  return `${text}${await taskNote(deps, task)}`;
}

async function bundleText(deps: WorkerDeps, intent: Intent, input: BundleInput): Promise<string> {
  const { session, pressure } = input;
  const notes = deps.project.hasMemory ? hookNotes(deps.project.memoryDir, tellRefused) : undefined;
  const refreshKeys = () => notes?.refreshKeys(() => actionKeys(deps));
  if (intent === "action" && notes?.areKeysOld()) await refreshKeys();
  if (intent !== "brief" || session === undefined) return (await giveBundle(deps, intent, input)).text;
  await readUnfinishedSessions(deps, session);
  const { bundle } = await giveBrief(deps, session, { pressure });
  await refreshKeys();
  notes?.begin(session);
  return bundle.text;
}

const tellRefused = (problem: string): void => void process.stderr.write(`tidemark hook: ${problem}\n`);
