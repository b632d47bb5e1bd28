import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { patienceOf } from "../../../core/hook-patience.ts";
import type { HookCall, TriedHook } from "../../../ports/wiring.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";

/** Longer than a host waits for a hook. A hook that may take longer on a slow machine gets as much more time here. */
const RUN_MS_MAX = 15_000;
const OUTPUT_MAX = 4000;
/** As many as a small machine can run in parallel. */
const AT_ONCE = 4;

export type TryOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** The root of the checkout. */
  readonly project: string;
  /** Where hooks write events: beside the memory, or elsewhere if that folder cannot be written. */
  readonly spools: { readonly near: OwnedFolder; readonly far: OwnedFolder };
};

/** Digits only: letters could form a cue of redaction ("2fa"), and a token that looks like a secret does not arrive. */
export const canaryToken = (): string => String(randomInt(10 ** 9, 10 ** 10));

/**
 * Runs the command lines of hooks with a canary: a variable that makes a hook write its event where only this check reads it. Only if
 * recording is on, because otherwise a hook stores nothing.
 */
export async function tryHooks(calls: readonly HookCall[], options: TryOptions): Promise<TriedHook[]> {
  const token = canaryToken();
  const { near, far } = options.spools;
  // Windows would search the project for the program before the search path.
  const here = { NoDefaultCurrentDirectoryInExePath: "1" };
  const env = { ...options.env, ...here, TIDEMARK_CANARY: token };
  const results = await inLanes(calls.map((call) => () => runHook(call, { ...options, env }, token)));
  const arrived = { near: arrivals(near, token), far: arrivals(far, token) };
  removeIfEmpty(far);
  return results.map(({ call, ...result }) => {
    if (arrived.near.has(call.command)) return { call, ...result, arrived: "near" };
    return arrived.far.has(call.command) ? { call, ...result, arrived: "far" } : { call, ...result };
  });
}

async function inLanes<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < work.length; at = next++) {
      const result = await work[at]?.();
      if (result !== undefined) results[at] = result;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}

/**
 * Runs a hook as a host does: with a shell, in the project, and with the event on standard input. The command line is one of our own
 * constants, never the text of a settings file, which a repository could ship.
 */
function runHook(call: HookCall, { env, project }: TryOptions, token: string): Promise<TriedHook> {
  const session = `canary-${token}`;
  const input = JSON.stringify({ cwd: project, session, session_id: session, sessionId: session });
  return new Promise((done) => {
    const child = spawn(call.command, {
      shell: true,
      cwd: project,
      env,
      timeout: RUN_MS_MAX * patienceOf(env),
      windowsHide: true,
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        if (said.length < OUTPUT_MAX) said += text;
      });
    child.on("error", (error) => done({ call, code: undefined, said: error.message }));
    child.on("close", (code) => done({ call, code: code ?? undefined, said }));
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** A canary is one event of a few words. */
const CANARY_BYTES_MAX = 64 * 1024;

/** The command lines whose canary arrived in a spool. Canaries are removed as they are read, because they do not belong to a memory. */
function arrivals(spool: OwnedFolder, token: string): ReadonlySet<string> {
  const folder = spool.below("canary");
  const form = new RegExp(`canary ${token} (\\S+) ([^\\s"]+)"`);
  const found = folder.list().flatMap((name) => {
    const [, host, event] = form.exec(folder.read(name, CANARY_BYTES_MAX)?.toString("utf8") ?? "") ?? [];
    return host === undefined ? [] : [`tidemark hook ${host} ${event}`];
  });
  spool.remove("canary", { recursive: true });
  return new Set(found);
}

/** A spool that contained only canaries must not look like one with events. */
function removeIfEmpty(spool: OwnedFolder): void {
  try {
    spool.removeEmpty();
  } catch {
    // It contains events.
  }
}
