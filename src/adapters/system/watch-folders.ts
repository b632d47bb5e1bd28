import { join } from "node:path";
import type { Intent } from "../../core/bundle/intent.ts";
import { mayBlock } from "../disk/mounts.ts";

/** A host's call and its limits, in a form that can be passed to another thread. */
export type WatchedCall = {
  readonly host: string;
  readonly event: string;
  readonly intent: Intent | "recording";
  /** How long a system call may continue after the host was answered. */
  readonly blockedMs: number;
};

const PLACES = "HOME USERPROFILE XDG_STATE_HOME XDG_CONFIG_HOME CLAUDE_PROJECT_DIR TIDEMARK_DIR".split(" ");

/** Folders that a hook uses before it knows its project. */
export const foldersOfHook = (env: NodeJS.ProcessEnv): readonly string[] => [
  process.cwd(),
  ...PLACES.flatMap((variable) => env[variable] ?? []),
];

let isWatched = false;

/**
 * Calls to a network file system, or one in user space, may block. Then a thread keeps the time. The returned function says once whether
 * the main thread may answer; undefined if nothing new is watched.
 */
export async function watchFolders(
  folders: readonly string[],
  data: WatchedCall,
  untilMs: number,
): Promise<(() => boolean) | undefined> {
  if (isWatched || !mayBlock(folders.flatMap((folder) => [folder, join(folder, ".tidemark")])))
    return undefined;
  isWatched = true;
  const { startWatchdog } = await import("./watchdog.ts");
  const afterMs = untilMs - process.uptime() * 1000;
  return startWatchdog({ file: join(__dirname, "cli.cjs"), data, afterMs });
}
