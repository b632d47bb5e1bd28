import { randomBytes } from "node:crypto";
import { lstatSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../core/failure.ts";
import { codeOf, explained } from "../disk/disk-failure.ts";

/** Shorter ones could be guessed by whoever may ask often enough. */
const LENGTH_MIN = 16;
const FILE = "token";

/** What a client must know to be let in, and where it came from. */
export type Token = { readonly value: string; readonly file?: string };

/** The token of the environment, or else the one of this memory, which is made once and readable by its owner alone. */
export function tokenFor(memoryDir: string, env: NodeJS.ProcessEnv): Token {
  const given = env.TIDEMARK_TOKEN?.trim();
  if (given) return { value: sound(given, "TIDEMARK_TOKEN") };
  const file = join(memoryDir, FILE);
  const value = explained(file, () => kept(file));
  return { value: sound(value, file), file };
}

function kept(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
  refuseForeign(file);
  return readFileSync(file, "utf8").trim();
}

/** One that came with a repository is known to others: it is a link, or readable by everybody. */
function refuseForeign(file: string): void {
  const stat = lstatSync(file);
  if (stat.isFile() && (process.platform === "win32" || (stat.mode & 0o077) === 0)) return;
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
