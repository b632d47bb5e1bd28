import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { MemoryError } from "../../../core/failure.ts";
import { withDiskFailure } from "../../disk/disk-failure.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";
import { folderName, stateFolder } from "../../disk/state-folder.ts";

/** Shorter tokens could be guessed with enough attempts. */
const LENGTH_MIN = 16;
const FILE = "token";
/** Far longer than any token. */
const BYTES_MAX = 4096;

/** The token that a client must send, and its source. */
export type Token = { readonly value: string; readonly file?: string };

/**
 * The token from the environment, or the token of this memory, which is made once. It is in the user's state folder, not in the memory's:
 * its author would know a token that came with a repository.
 */
export function tokenFor(memoryDir: string, env: NodeJS.ProcessEnv): Token {
  const given = env.TIDEMARK_TOKEN?.trim();
  if (given) return { value: checkToken(given, "TIDEMARK_TOKEN") };
  const folder = stateFolder(env).below("tokens").below(folderName(memoryDir));
  const file = join(folder.path, FILE);
  return {
    value: checkToken(
      withDiskFailure(file, () => readOrMakeToken(folder)),
      file,
    ),
    file,
  };
}

function readOrMakeToken(folder: OwnedFolder): string {
  folder.make();
  folder.create(FILE, `${randomBytes(32).toString("base64url")}\n`);
  refuseShared(folder);
  return folder.read(FILE, BYTES_MAX)?.toString("utf8").trim() ?? "";
}

function refuseShared(folder: OwnedFolder): void {
  const mode = folder.stat(FILE)?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  const file = join(folder.path, FILE);
  throw new MemoryError("input.config", `The token in ${file} can be read by others.`, {
    field: "TIDEMARK_TOKEN",
    fix: `Remove it; a new one is created: rm "${file}"`,
  });
}

function checkToken(value: string, from: string): string {
  if (value.length >= LENGTH_MIN && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new MemoryError(
    "input.config",
    `The token in ${from} must be at least ${LENGTH_MIN} letters, digits or signs, without spaces.`,
    { field: "TIDEMARK_TOKEN", fix: "Make a long random one, for example: openssl rand -base64 32" },
  );
}
