import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { MemoryError } from "../../core/failure.ts";
import { explained } from "../disk/disk-failure.ts";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";

/** Shorter ones could be guessed by whoever may ask often enough. */
const LENGTH_MIN = 16;
const FILE = "token";
/** Far longer than anybody makes one. */
const BYTES_MAX = 4096;

/** What a client must know to be let in, and where it came from. */
export type Token = { readonly value: string; readonly file?: string };

/** The token of the environment, or else the one of this memory, which is made once and readable by its owner alone. */
export function tokenFor(memoryDir: string, env: NodeJS.ProcessEnv): Token {
  const given = env.TIDEMARK_TOKEN?.trim();
  if (given) return { value: sound(given, "TIDEMARK_TOKEN") };
  const file = join(memoryDir, FILE);
  const value = explained(file, () => kept(ownedFolder(memoryDir)));
  return { value: sound(value, file), file };
}

function kept(memory: OwnedFolder): string {
  memory.create(FILE, `${randomBytes(32).toString("base64url")}\n`);
  refuseForeign(memory);
  return memory.read(FILE, BYTES_MAX)?.toString("utf8").trim() ?? "";
}

/** One that came with a repository is known to others: it is a link, or readable by everybody. */
function refuseForeign(memory: OwnedFolder): void {
  const stat = memory.look(FILE);
  if (stat?.isFile() && (process.platform === "win32" || (stat.mode & 0o077) === 0)) return;
  const file = join(memory.path, FILE);
  throw new MemoryError("input.config", `The token in ${file} is a link or can be read by others.`, {
    field: "TIDEMARK_TOKEN",
    fix: `Remove it, and a new one is made: rm "${file}"`,
  });
}

function sound(value: string, from: string): string {
  if (value.length >= LENGTH_MIN && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new MemoryError(
    "input.config",
    `The token in ${from} must be at least ${LENGTH_MIN} letters, digits or signs, without spaces.`,
    { field: "TIDEMARK_TOKEN", fix: "Make a long random one, for example: openssl rand -base64 32" },
  );
}
