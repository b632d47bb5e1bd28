/** Seconds that a host gives one of our hooks. Our wiring asks every host for this limit. */
export const TIMEOUT_S = 10;

/** Events for which a host allows less, whatever our wiring asks for. */
const SHORTER: { readonly [host: string]: { readonly [event: string]: number } } = {
  codex: { SessionEnd: 3, Interrupt: 3 },
};

/** How many seconds a host waits before it ends one of our hooks. */
export const timeLimitOf = (host: string, event: string): number => SHORTER[host]?.[event] ?? TIMEOUT_S;
