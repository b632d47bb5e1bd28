import { MemoryError } from "../../core/failure.ts";
import type { SipKey } from "../../core/siphash.ts";
import { inState } from "../disk/in-state.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";

const KEY = "key";
const KEY_DIGITS = 32;
/** How long to wait for a key that another process is writing. */
const WAIT_MS = 5;
const TRIES_MAX = 40;

/** The user's secret key, made once. Without it nobody can write files that we accept as our own. */
export function userKey(state: OwnedFolder): SipKey {
  return inState(state, () => wordsOf(readKey(state) ?? makeKey(state)));
}

function makeKey(state: OwnedFolder): string {
  state.make();
  // Loaded only here, once in a user's life: loading it would cost a hook milliseconds.
  const { randomBytes } = process.getBuiltinModule?.("node:crypto") ?? require("node:crypto");
  const made: string = randomBytes(KEY_DIGITS / 2).toString("hex");
  if (state.create(KEY, made)) return made;
  // Another process was first, and may not have finished writing.
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const found = readKey(state);
    if (found !== undefined) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  throw new MemoryError("store.io", `The key in ${state.path} is damaged.`, {
    fix: `Remove it; a new one is created: rm "${state.path}/${KEY}"  (events that wait in a spool are then lost)`,
  });
}

function readKey(state: OwnedFolder): string | undefined {
  const text = state.read(KEY, KEY_DIGITS)?.toString("latin1");
  return text !== undefined && /^[0-9a-f]{32}$/.test(text) ? text : undefined;
}

function wordsOf(digits: string): SipKey {
  const word = (at: number): number => Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16) | 0;
  return [word(0), word(1), word(2), word(3)];
}
