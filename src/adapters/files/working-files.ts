import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Published } from "../../core/sessions/refresh.ts";
import type { WorkingFiles, WorkingState } from "../../ports/working-files.ts";
import { explained } from "../disk/disk-failure.ts";

const STATE_SCHEMA = "state.v1";
/** Longest folder name; every file system takes it. */
const NAME_MAX = 80;

/** Working memory under `.tidemark/sessions/`, and `state.json` beside it. */
export function workingFiles(memoryDir: string): WorkingFiles {
  const statePath = join(memoryDir, "state.json");
  const pathOf = (session: string): string => join(memoryDir, "sessions", folderName(session), "working.md");
  return {
    pathOf,
    read: (session) => textOf(pathOf(session)),
    write: (session, text) => {
      const path = pathOf(session);
      replace(path, text);
      return path;
    },
    remove: (session) => {
      const folder = dirname(pathOf(session));
      explained(folder, () => rmSync(folder, { recursive: true, force: true }));
    },
    state: () => stateOf(textOf(statePath)),
    writeState: (sessions) =>
      replace(statePath, `${JSON.stringify({ schema: STATE_SCHEMA, sessions }, null, 2)}\n`),
  };
}

/**
 * A session's name as a folder's: letters that some file system would not take are spelled out, and a name that is
 * long, or that only differs by case, gets a part of its hash.
 */
export function folderName(session: string): string {
  const spelled = session.replace(/[^a-z0-9_-]/g, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return `~${code.toString(16)}~`;
  });
  const isPlain =
    spelled === session && spelled.length <= NAME_MAX && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(spelled);
  if (isPlain) return spelled;
  const hash = createHash("sha256").update(session).digest("hex").slice(0, 12);
  return `${spelled
    .replaceAll("~", ".")
    .replace(/^\.+/, "")
    .slice(0, NAME_MAX - 14)}~${hash}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Missing, unreadable or not a file: to whoever asks there is no page, and the next refresh makes one.
    return undefined;
  }
}

/** Written beside and renamed: a reader sees the old page or the new one. */
function replace(path: string, text: string): void {
  explained(path, () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const beside = `${path}.${randomBytes(6).toString("hex")}`;
    writeFileSync(beside, text, { mode: 0o600 });
    try {
      renameSync(beside, path);
    } catch (cause) {
      rmSync(beside, { force: true });
      throw cause;
    }
  });
}

function stateOf(text: string | undefined): WorkingState {
  if (text === undefined) return {};
  try {
    const { schema, sessions } = JSON.parse(text) as { schema?: unknown; sessions?: unknown };
    if (schema !== STATE_SCHEMA || typeof sessions !== "object" || sessions === null) return {};
    return Object.fromEntries(Object.entries(sessions).filter(([, value]) => isPublished(value)));
  } catch {
    // Half a file or none of ours: as if nothing had been published.
    return {};
  }
}

function isPublished(value: unknown): value is Published {
  if (typeof value !== "object" || value === null) return false;
  const { published_at, position, hash } = value as { readonly [name: string]: unknown };
  return Number.isFinite(published_at) && Number.isInteger(position) && typeof hash === "string";
}
