import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mix } from "../../core/mix.ts";

/** Sessions of which something is noted. More are over, or never went on. */
const SESSIONS_MAX = 200;
/** A host that has us twice, by its plugin and by its settings, calls twice within less; nobody says the same twice. */
const SAME_CALL_MS = 3000;

/**
 * What hooks note for each other, so that most of them need not open the memory: which sessions wait for their first
 * prompt, which tool calls something is known about, and which of these a session was told. All of it can be deleted.
 */
export type HookNotes = {
  /** False for a call that another process has just answered, because two settings of the host name us. */
  readonly takeCall: (call: string) => boolean;
  /** A session has begun and will be told more with its first prompt. What it was told of calls it may be told again. */
  readonly begin: (session: string, keys: readonly string[]) => void;
  /** True once for a session that has begun. */
  readonly takeFirst: (session: string) => boolean;
  /** A session lost what it was told, and its host takes no words then: it is told with its next prompt. */
  readonly owe: (session: string) => void;
  /** True once for a session that is owed its brief. */
  readonly takeOwed: (session: string) => boolean;
  /** Of the keys of a call, those that something is known about and that the session was not told yet. */
  readonly news: (session: string, keys: readonly string[]) => readonly string[];
  readonly told: (session: string, keys: readonly string[]) => void;
  /** A session is over: nothing has to be noted of it any more. */
  readonly end: (session: string) => void;
};

const nameOf = (text: string): string =>
  mix(text)
    .map((part) => part.toString(36))
    .join("");

export function hookNotes(memoryDir: string): HookNotes {
  const folder = join(memoryDir, "hooks");
  const firstOf = (session: string): string => join(folder, `${nameOf(session)}.first`);
  const owedOf = (session: string): string => join(folder, `${nameOf(session)}.owed`);
  const toldOf = (session: string): string => join(folder, `${nameOf(session)}.told`);
  const known = join(folder, "keys");
  const calls = join(folder, "calls");
  return {
    takeCall: (call) => {
      try {
        if (existsSync(memoryDir)) mkdirSync(folder, { recursive: true, mode: 0o700 });
        return isFirstCall(calls, nameOf(call));
      } catch {
        // Nothing can be noted: a call is rather answered twice than not at all.
        return true;
      }
    },
    begin: (session, keys) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      prune(folder);
      if (existsSync(calls)) replace(calls, lines(recentCalls(calls, Date.now())));
      replace(known, keys.join("\n"));
      rmSync(toldOf(session), { force: true });
      writeFileSync(firstOf(session), "", { mode: 0o600 });
    },
    takeFirst: (session) => isTaken(firstOf(session)),
    owe: (session) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(owedOf(session), "", { mode: 0o600 });
    },
    takeOwed: (session) => isTaken(owedOf(session)),
    news: (session, keys) => {
      const all = linesOf(known);
      const some = keys.filter((key) => all.has(key));
      if (some.length === 0) return some;
      const told = linesOf(toldOf(session));
      return some.filter((key) => !told.has(key));
    },
    told: (session, keys) =>
      writeFileSync(toldOf(session), `${keys.join("\n")}\n`, { mode: 0o600, flag: "a" }),
    end: (session) => {
      for (const path of [firstOf(session), owedOf(session), toldOf(session)]) rmSync(path, { force: true });
    },
  };
}

/** Whoever wrote its line first answers: a short line is appended whole or not at all. */
function isFirstCall(path: string, name: string): boolean {
  const now = Date.now();
  const own = `${name} ${now} ${process.pid}`;
  writeFileSync(path, `${own}\n`, { mode: 0o600, flag: "a" });
  const first = recentCalls(path, now).find((line) => line.startsWith(`${name} `));
  return first === undefined || first === own;
}

const recentCalls = (path: string, now: number): string[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => Math.abs(now - Number(line.split(" ")[1])) < SAME_CALL_MS);

function isTaken(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch {
    // Not the first, or another process took it, or the file cannot be removed: nobody is told twice.
    return false;
  }
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

function linesOf(path: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(path, "utf8").split("\n"));
  } catch {
    // No file, no keys.
    return new Set();
  }
}

/** Names begin with a hash, so that which ones go is as good as chance: none of them is missed. */
function prune(folder: string): void {
  const names = readdirSync(folder).filter((name) => name !== "keys" && name !== "calls");
  if (names.length < SESSIONS_MAX * 2) return;
  for (const name of names.slice(0, SESSIONS_MAX)) rmSync(join(folder, name), { force: true });
}

/** Written beside and renamed: a hook that reads meanwhile sees the old keys or the new ones. */
function replace(path: string, text: string): void {
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text, { mode: 0o600 });
  renameSync(beside, path);
}
