import { join } from "node:path";
import type { Intent } from "../../core/bundle/intent.ts";
import { mayBlock } from "../disk/mounts.ts";

/** Who waits for what, in a form that another thread can be given. */
export type WatchedCall = {
  readonly host: string;
  readonly event: string;
  readonly intent: Intent | "recording";
  /** How long a system call may go on once the host was answered. */
  readonly blockedMs: number;
};

const PLACES = "HOME USERPROFILE XDG_STATE_HOME XDG_CONFIG_HOME CLAUDE_PROJECT_DIR TIDEMARK_DIR".split(" ");

/** Where a hook reads or writes before it knows its project. */
export const foldersOfHook = (env: NodeJS.ProcessEnv): readonly string[] => [
  process.cwd(),
  ...PLACES.flatMap((variable) => env[variable] ?? []),
];

let isWatched = false;

/**
 * Calls to a network file system, or one in user space, may block: then a thread keeps the time. The returned function
 * says once whether the main thread may answer; undefined if nothing new is watched.
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
