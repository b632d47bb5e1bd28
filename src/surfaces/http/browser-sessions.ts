import type { RemoteCaller } from "../../core/access/roles.ts";

/** A code is used at once by the browser that was just opened. */
const CODE_MS = 60_000;
/** A working day. After that `tidemark open` lets in again. */
const SESSION_MS = 12 * 60 * 60 * 1000;
/** Bounds what is remembered; the oldest go first. */
const KEPT_MAX = 200;

export type SessionParts = {
  readonly now: () => number;
  /** A secret that nobody can guess, fit for an address and for a cookie. */
  readonly secret: () => string;
  /** What is remembered of a secret: whoever reads the server's memory does not find it there. */
  readonly hash: (secret: string) => string;
};

/**
 * Pages that were let in. They are remembered by this process alone and end with it. A code lets in once; what it gives
 * is the value of a cookie. A code that comes a second time was seen by somebody else, so the page it let in is let out.
 */
export type BrowserSessions = {
  readonly codeFor: (caller: RemoteCaller) => string;
  /** The value of a cookie for a code; undefined for one that is wrong, too old or used. */
  readonly exchange: (code: string) => string | undefined;
  /** The value of a cookie for somebody who was let in. */
  readonly begin: (caller: RemoteCaller) => string;
  readonly callerOf: (cookie: string) => RemoteCaller | undefined;
  readonly end: (cookie: string) => void;
};

type Remembered = { readonly caller: RemoteCaller; readonly until: number };

export function browserSessions({ now, secret, hash }: SessionParts): BrowserSessions {
  const codes = new Map<string, Remembered>();
  /** The page that each used code let in. */
  const used = new Map<string, string>();
  const sessions = new Map<string, Remembered>();
  const find = (kept: Map<string, Remembered>, given: string): RemoteCaller | undefined => {
    const found = kept.get(hash(given));
    return found !== undefined && found.until > now() ? found.caller : undefined;
  };
  const remember = (kept: Map<string, Remembered>, remembered: Remembered): string => {
    const given = secret();
    keep(kept, hash(given), remembered);
    return given;
  };
  const begin = (caller: RemoteCaller): string => remember(sessions, { caller, until: now() + SESSION_MS });
  return {
    begin,
    codeFor: (caller) => remember(codes, { caller, until: now() + CODE_MS }),
    exchange: (code) => {
      const caller = find(codes, code);
      codes.delete(hash(code));
      sessions.delete(used.get(hash(code)) ?? "");
      if (caller === undefined) return undefined;
      const cookie = begin(caller);
      keep(used, hash(code), hash(cookie));
      return cookie;
    },
    callerOf: (cookie) => find(sessions, cookie),
    end: (cookie) => void sessions.delete(hash(cookie)),
  };
}

function keep<Kept>(kept: Map<string, Kept>, name: string, value: Kept): void {
  kept.set(name, value);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
}
