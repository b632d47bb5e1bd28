import { createHash } from "node:crypto";
import { join } from "node:path";
import { fieldsIn } from "../../../core/fields.ts";
import type { PublishedPage } from "../../../core/sessions/refresh.ts";
import type { WorkingFiles, WorkingState } from "../../../ports/working-files.ts";
import { withDiskFailure } from "../../disk/disk-failure.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";

const STATE_SCHEMA = "state.v1";
/** Longest folder name that every file system accepts. */
const NAME_MAX = 80;
const STATE = "state.json";
const PAGE = "working.md";
/** A page has a few kilobytes, and the state one line for each session. A larger file was not written by us. */
const BYTES_MAX = 16 * 1024 * 1024;

/** Working memory under `.tidemark/sessions/`, and `state.json` beside it. */
export function workingFiles(memoryDir: string): WorkingFiles {
  const memory = ownedFolder(memoryDir);
  const sessions = memory.below("sessions");
  const folderOf = (session: string): OwnedFolder => sessions.below(folderName(session));
  const pathOf = (session: string): string => join(folderOf(session).path, PAGE);
  return {
    pathOf,
    read: (session) => textIn(folderOf(session), PAGE),
    write: (session, text) => {
      replace(folderOf(session), PAGE, text);
      return pathOf(session);
    },
    remove: (session) => {
      withDiskFailure(sessions.path, () => sessions.remove(folderName(session), { recursive: true }));
    },
    state: () => stateOf(textIn(memory, STATE)),
    writeState: (published) =>
      replace(memory, STATE, `${JSON.stringify({ schema: STATE_SCHEMA, sessions: published }, null, 2)}\n`),
  };
}

/**
 * A session's name as a folder name. Characters that some file systems reject are spelled out, and a long name, or one that differs only by
 * case, gets a part of its hash.
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

function textIn(folder: OwnedFolder, name: string): string | undefined {
  try {
    return folder.read(name, BYTES_MAX)?.toString("utf8");
  } catch {
    // A page that is unreadable or not ours counts as missing. The next refresh writes it, or reports why it cannot.
    return undefined;
  }
}

function replace(folder: OwnedFolder, name: string, text: string): void {
  withDiskFailure(join(folder.path, name), () => {
    folder.make();
    folder.replace(name, text);
  });
}

function stateOf(text: string | undefined): WorkingState {
  if (text === undefined) return {};
  try {
    const { schema, sessions } = fieldsIn(JSON.parse(text));
    if (schema !== STATE_SCHEMA) return {};
    return Object.fromEntries(Object.entries(fieldsIn(sessions)).filter(isPublishedEntry));
  } catch {
    // An incomplete or foreign file counts as if nothing had been published.
    return {};
  }
}

const isPublishedEntry = (entry: [string, unknown]): entry is [string, PublishedPage] =>
  isPublished(entry[1]);

function isPublished(value: unknown): value is PublishedPage {
  const { published_at, position, hash } = fieldsIn(value);
  return Number.isFinite(published_at) && Number.isInteger(position) && typeof hash === "string";
}
