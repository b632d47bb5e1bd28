import type { RunningServer } from "./adapters/files/access/running-server.ts";
import { fieldsIn } from "./core/fields.ts";

const ASK_MS_MAX = 2000;

/** The sign-in address of a running server for its own user; undefined if the server does not answer. */
export async function ownerUrlOf({ url, key, pid }: RunningServer): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  try {
    const response = await fetch(`${url}/session/code`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: "{}",
      redirect: "error",
      signal: AbortSignal.timeout(ASK_MS_MAX),
    });
    const { path } = fieldsIn(await response.json());
    return response.ok && typeof path === "string" && /^\/open\/[\w-]+$/.test(path)
      ? `${url}${path}`
      : undefined;
  } catch {
    // The server has ended or belongs to another user. The caller then starts its own.
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
