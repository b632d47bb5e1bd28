import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Where events may wait: beside the database, or, when that folder cannot be written, in the user's own
 * state folder under a name that only this project has.
 */
export function spoolPlaces(memoryDir: string, env: NodeJS.ProcessEnv): { readonly near: string; readonly far: string } {
  const name = createHash("sha256").update(memoryDir).digest("hex").slice(0, 16);
  return { near: join(memoryDir, "spool"), far: join(stateFolder(env), "tidemark", "spool", name) };
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  if (env.XDG_STATE_HOME) return env.XDG_STATE_HOME;
  if (env.LOCALAPPDATA) return env.LOCALAPPDATA;
  return join(env.HOME || env.USERPROFILE || homedir(), ".local", "state");
}
