import { mix } from "../../../core/mix.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { isRefusal } from "../../disk/refusal.ts";

/** Maximum number of sessions with notes; older ones have ended or never continued. */
const SESSIONS_MAX = 200;
/** More than the calls of some seconds, or the keys of a large memory. A larger file is not ours. */
const NOTE_BYTES_MAX = 16 * 1024 * 1024;
/** A host that has us twice, by its plugin and by its settings, calls twice within this time. Nobody repeats a message that fast. */
const SAME_CALL_MS = 3000;

/**
 * Notes of hooks for other hooks, so that most of them need not open the memory: sessions that wait for their first prompt, tool calls
 * about which something is known, and which of those notes a session was told. All of it can be deleted.
 */
export type HookNotes = {
  /** False for a call that another process has just answered, because two settings of the host name us. */
  readonly takeCall: (call: string) => boolean;
  /** A session has begun and gets more context with its first prompt. Notes about tool calls may be repeated to it. */
  readonly begin: (session: string) => void;
  /** Items have changed, so that the keys must be read anew. */
  readonly itemsChanged: () => void;
  /** Whether items have changed since the keys were read. */
  readonly areKeysOld: () => boolean;
  /** Reads the keys of all items. Each has the mark of its items behind it. */
  readonly refreshKeys: (read: () => Promise<readonly string[]>) => Promise<void>;
  /** True once for a session that has started. */
  readonly takeFirst: (session: string) => boolean;
  /** A session lost its brief while its host accepts no text: the brief is repeated with the next prompt. */
  readonly owe: (session: string) => void;
  /** True once for a session whose brief must be repeated. */
  readonly takeOwed: (session: string) => boolean;
  /** Whether something may be known about a call with these keys that the session was not told yet. True once after each change of items. */
  readonly isNews: (session: string, keys: readonly string[]) => boolean;
  readonly told: (session: string, keys: readonly string[]) => void;
  /** True once for each task that a session's prompts name. */
  readonly takeTask: (session: string, task: string) => boolean;
  /** A session has ended: its notes are no longer needed. */
  readonly end: (session: string) => void;
};

const nameOf = (text: string): string =>
  mix(text)
    .map((part) => part.toString(36))
    .join("");

/** Called for a refused file. Nothing fails without notes. */
export type OnRefused = (problem: string) => void;

const KEYS = "keys";
const CALLS = "calls";
/** The name of the last change of items; the change that the keys follow is the first line of their file. */
const CHANGED = "changed";
/** The last change after which a hook began to read the keys, and when. A hook that was cut off is followed by another one after a while. */
const ASKED = "asked";
const READING_MS = 5000;

export function hookNotes(memoryDir: string, onRefused: OnRefused = () => {}): HookNotes {
  const folder = ownedFolder(memoryDir).below("hooks");
  const firstOf = (session: string): string => `${nameOf(session)}.first`;
  const owedOf = (session: string): string => `${nameOf(session)}.owed`;
  const toldOf = (session: string): string => `${nameOf(session)}.told`;
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch (error) {
      if (isRefusal(error)) onRefused(`${error.message} ${error.fix}`);
      return otherwise;
    }
  };
  return {
    ...keyNotes({ folder, exists: () => ownedFolder(memoryDir).exists(), toldOf, attempt }),
    // If nothing can be recorded, a call is answered twice rather than not at all.
    takeCall: (call) =>
      attempt(() => {
        if (ownedFolder(memoryDir).exists()) folder.make();
        return isFirstCall(folder, nameOf(call));
      }, true),
    begin: (session) =>
      attempt(() => {
        folder.make();
        prune(folder);
        if (folder.stat(CALLS) !== undefined)
          folder.replace(CALLS, noteText(recentCalls(folder, Date.now())));
        folder.remove(toldOf(session));
        folder.create(firstOf(session), "");
      }, undefined),
    // If the file cannot be removed, nothing is told, because twice would be worse.
    takeFirst: (session) => attempt(() => folder.remove(firstOf(session)), false),
    owe: (session) =>
      attempt(() => {
        folder.make();
        folder.create(owedOf(session), "");
      }, undefined),
    takeOwed: (session) => attempt(() => folder.remove(owedOf(session)), false),
    takeTask: (session, task) =>
      attempt(() => {
        if (!ownedFolder(memoryDir).exists()) return false;
        folder.make();
        const key = `task ${nameOf(task.toLowerCase())}`;
        if (linesOf(folder, toldOf(session)).includes(key)) return false;
        folder.append(toldOf(session), noteText([key]));
        return true;
      }, false),
    end: (session) =>
      attempt(() => {
        for (const name of [firstOf(session), owedOf(session), toldOf(session)]) folder.remove(name);
      }, undefined),
  };
}

type KeyNotesPlace = {
  readonly folder: OwnedFolder;
  readonly exists: () => boolean;
  readonly toldOf: (session: string) => string;
  readonly attempt: <T>(act: () => T, otherwise: T) => T;
};

/** The part of the notes that says about which tool calls something is known. */
function keyNotes({
  folder,
  exists,
  toldOf,
  attempt,
}: KeyNotesPlace): Pick<HookNotes, "itemsChanged" | "areKeysOld" | "refreshKeys" | "isNews" | "told"> {
  const linesIn = (name: string): readonly string[] => attempt(() => linesOf(folder, name), []);
  const knownKeys = (keys: readonly string[]): string[] => {
    const own = new Set(keys);
    return linesIn(KEYS).filter((line, at) => at > 0 && own.has(line.split(" ", 1)[0] ?? ""));
  };
  const change = (): string => linesIn(CHANGED)[0] ?? "";
  const areKeysOld = (): boolean => (linesIn(KEYS)[0] ?? "") !== change();
  const isBeingRead = (): boolean => {
    const [last, at] = linesIn(ASKED);
    return last === change() && Math.abs(Date.now() - Number(at)) < READING_MS;
  };
  const noteReading = (): boolean => {
    folder.replace(ASKED, `${change()}\n${Date.now()}`);
    return true;
  };
  return {
    itemsChanged: () =>
      attempt(() => {
        if (!exists()) return;
        folder.make();
        folder.replace(CHANGED, `${Date.now()}-${process.pid}-${Math.random().toString(36).slice(2, 12)}`);
      }, undefined),
    areKeysOld,
    refreshKeys: async (read) => {
      // An item that changes while the keys are read makes them old again.
      const last = change();
      const keys = await read();
      attempt(() => {
        folder.make();
        folder.replace(KEYS, [last, ...keys].join("\n"));
      }, undefined);
    },
    isNews: (session, keys) => {
      const isAsked = areKeysOld() && !isBeingRead() && attempt(noteReading, false);
      if (isAsked) return true;
      const known = knownKeys(keys);
      const told = known.length === 0 ? [] : linesIn(toldOf(session));
      return known.some((line) => !told.includes(line));
    },
    told: (session, keys) =>
      attempt(() => folder.append(toldOf(session), noteText(knownKeys(keys))), undefined),
  };
}

/** The process that wrote its line first answers. A short line is appended completely or not at all. */
function isFirstCall(folder: OwnedFolder, name: string): boolean {
  const now = Date.now();
  const own = `${name} ${now} ${process.pid}`;
  folder.append(CALLS, noteText([own]));
  const first = recentCalls(folder, now).find((line) => line.startsWith(`${name} `));
  return first === undefined || first === own;
}

const recentCalls = (folder: OwnedFolder, now: number): string[] =>
  linesOf(folder, CALLS).filter((line) => Math.abs(now - Number(line.split(" ")[1])) < SAME_CALL_MS);

const noteText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const linesOf = (folder: OwnedFolder, name: string): string[] =>
  folder.read(name, NOTE_BYTES_MAX)?.toString("utf8").split("\n") ?? [];

/** Names begin with a hash, so dropping the first ones is as good as random. None of them is needed. */
function prune(folder: OwnedFolder): void {
  const names = folder.list().filter((name) => /\.(?:first|owed|told)$/.test(name));
  if (names.length < SESSIONS_MAX * 2) return;
  for (const name of names.slice(0, SESSIONS_MAX)) folder.remove(name);
}
