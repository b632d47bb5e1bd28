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
 * is the value of a cookie.
 */
export type BrowserSessions = {
  readonly codeFor: (caller: RemoteCaller) => string;
  readonly callerByCode: (code: string) => RemoteCaller | undefined;
  readonly begin: (caller: RemoteCaller) => string;
  readonly callerOf: (cookie: string) => RemoteCaller | undefined;
  readonly end: (cookie: string) => void;
};

type Remembered = { readonly caller: RemoteCaller; readonly until: number };

export function browserSessions({ now, secret, hash }: SessionParts): BrowserSessions {
  const codes = new Map<string, Remembered>();
  const sessions = new Map<string, Remembered>();
  const remember = (kept: Map<string, Remembered>, caller: RemoteCaller, ms: number): string => {
    const given = secret();
    kept.set(hash(given), { caller, until: now() + ms });
    if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
    return given;
  };
  const find = (kept: Map<string, Remembered>, given: string): RemoteCaller | undefined => {
    const found = kept.get(hash(given));
    return found !== undefined && found.until > now() ? found.caller : undefined;
  };
  return {
    codeFor: (caller) => remember(codes, caller, CODE_MS),
    callerByCode: (code) => {
      const caller = find(codes, code);
      codes.delete(hash(code));
      return caller;
    },
    begin: (caller) => remember(sessions, caller, SESSION_MS),
    callerOf: (cookie) => find(sessions, cookie),
    end: (cookie) => void sessions.delete(hash(cookie)),
  };
}
