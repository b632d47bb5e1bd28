import type { RemoteCaller } from "../../core/access/roles.ts";

/** The browser that was just opened uses the code at once. */
const CODE_MS = 60_000;
/** A working day. After that, `tidemark open` signs in again. */
const SESSION_MS = 12 * 60 * 60 * 1000;
/** Maximum number of sessions in memory. The oldest are dropped first. */
const KEPT_MAX = 200;

export type SessionParts = {
  readonly now: () => number;
  /** A secret that nobody can guess, suitable for an address and a cookie. */
  readonly secret: () => string;
  /** The hash that is stored for a secret, so that the server's memory does not contain the secret itself. */
  readonly hash: (secret: string) => string;
};

/** Browser sessions. They exist only in this process and end with it. A code signs in once, and is exchanged for the value of a cookie. */
export type BrowserSessions = {
  readonly codeFor: (caller: RemoteCaller) => string;
  /** The value of a cookie for a code; undefined if the code is wrong, expired or used. */
  readonly exchange: (code: string) => string | undefined;
  /** The value of a cookie for a caller who has signed in. */
  readonly begin: (caller: RemoteCaller) => string;
  readonly callerOf: (cookie: string) => RemoteCaller | undefined;
  readonly end: (cookie: string) => void;
};

type Remembered = { readonly caller: RemoteCaller; readonly until: number };

export function browserSessions({ now, secret, hash }: SessionParts): BrowserSessions {
  const codes = new Map<string, Remembered>();
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
      return caller === undefined ? undefined : begin(caller);
    },
    callerOf: (cookie) => find(sessions, cookie),
    end: (cookie) => void sessions.delete(hash(cookie)),
  };
}

function keep<Kept>(kept: Map<string, Kept>, name: string, value: Kept): void {
  kept.set(name, value);
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value ?? "");
}
