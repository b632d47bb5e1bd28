import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { isRole } from "../../../core/access/roles.ts";
import { MemoryError } from "../../../core/failure.ts";
import { fieldsIn, isString } from "../../../core/fields.ts";
import { tryParseJson } from "../../../core/parse-json.ts";
import type { AccessToken, AccessTokens } from "../../../ports/ownership.ts";
import { inState } from "../../disk/in-state.ts";
import type { OwnedFolder } from "../../disk/owned-folder.ts";
import { folderName } from "../../disk/state-folder.ts";
import { underFileLock } from "../file-lock.ts";

const FILE = "access.json";
const LOCK = "access.lock";
const BYTES_MAX = 1024 * 1024;
/** More tokens than a team needs. */
const TOKENS_MAX = 1000;
/** Distinguishes our tokens from other secrets, for people and for scanners. */
const PREFIX = "tdm_";
/** The last use is stored with a precision of one minute: a write for each request would cost too much. */
const USE_MS = 60_000;
const LOCK_TRIES = 200;

type KeptToken = AccessToken & { readonly hash: string };
type KeptFile = { readonly memory: string; readonly tokens: readonly KeptToken[] };

export type TokenPlace = {
  /** The user's state folder: a repository cannot write a token there. */
  readonly state: OwnedFolder;
  /** The memory that the tokens are for. */
  readonly memoryDir: string;
  readonly now: () => number;
};

/** Tokens of one memory, in the user's state folder. */
export function accessTokens({ state, memoryDir, now }: TokenPlace): AccessTokens {
  const folder = state.below("tokens").below(folderName(memoryDir));
  const read = (): readonly KeptToken[] => tokensIn(folder, memoryDir);
  const change = (edit: (tokens: readonly KeptToken[]) => readonly KeptToken[]): void =>
    inState(state, () => {
      folder.make();
      changeUnderLock(folder, () => {
        const kept: KeptFile = { memory: memoryDir, tokens: edit(read()) };
        folder.replace(FILE, `${JSON.stringify(kept)}\n`, { isFlushed: true });
      });
    });
  return {
    list: () => read().map(withoutHash),
    create: (wanted) => {
      const secret = `${PREFIX}${randomBytes(32).toString("base64url")}`;
      const token: AccessToken = { id: `tok_${randomBytes(5).toString("hex")}`, createdAt: now(), ...wanted };
      change((tokens) => [...withRoom(tokens), { ...token, hash: hashOf(secret).toString("hex") }]);
      return { token, secret };
    },
    revoke: (id) => {
      const isKnown = read().some((token) => token.id === id);
      if (isKnown) change((tokens) => tokens.filter((token) => token.id !== id));
      return isKnown;
    },
    match: (secret) => {
      const found = findToken(read(), hashOf(secret));
      return found === undefined || isExpired(found, now()) ? undefined : withoutHash(found);
    },
    noteUse: (id) => {
      const at = now();
      const isNoted = read().some((token) => token.id === id && at - (token.lastUsedAt ?? 0) < USE_MS);
      if (isNoted) return;
      try {
        change((tokens) => tokens.map((token) => (token.id === id ? { ...token, lastUsedAt: at } : token)));
      } catch {
        // The caller gets an answer anyway.
      }
    },
  };
}

const hashOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Compares every token, whichever matches, so that the time reveals nothing. */
function findToken(tokens: readonly KeptToken[], hash: Buffer): KeptToken | undefined {
  let found: KeptToken | undefined;
  for (const token of tokens) {
    const kept = Buffer.from(token.hash, "hex");
    if (kept.length === hash.length && timingSafeEqual(kept, hash)) found = token;
  }
  return found;
}

const isExpired = ({ expiresAt }: AccessToken, now: number): boolean =>
  expiresAt !== undefined && expiresAt <= now;

const withoutHash = ({ hash: _, ...token }: KeptToken): AccessToken => token;

function withRoom(tokens: readonly KeptToken[]): readonly KeptToken[] {
  if (tokens.length < TOKENS_MAX) return tokens;
  throw new MemoryError("input.invalid", `There are ${TOKENS_MAX} tokens already.`, {
    fix: "Revoke those that nobody uses. See: tidemark token list",
  });
}

/** Several processes may change the file at once. Each waits for the other, which takes a millisecond. */
function changeUnderLock(folder: OwnedFolder, work: () => void): void {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    if (underFileLock({ folder, name: LOCK }, work)) return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  throw new MemoryError(
    "store.busy",
    `The list of tokens in ${folder.path} is being changed by another process.`,
    {
      retryable: true,
    },
  );
}

/** An unreadable file admits nobody. */
function tokensIn(folder: OwnedFolder, memoryDir: string): readonly KeptToken[] {
  const { memory, tokens } = fieldsIn(tryParseJson(folder.read(FILE, BYTES_MAX)));
  // Names of folders are short hashes of paths, so two paths may share one.
  return memory === memoryDir && Array.isArray(tokens) ? tokens.filter(isKeptToken) : [];
}

function isKeptToken(value: unknown): value is KeptToken {
  const { id, person, role, hash, createdAt, expiresAt } = fieldsIn(value);
  const isWhole = [id, person, hash].every(isString) && isRole(role) && typeof createdAt === "number";
  return isWhole && (expiresAt === undefined || typeof expiresAt === "number");
}
