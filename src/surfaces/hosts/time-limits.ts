/** Seconds that a host gives one of our hooks: our wiring asks every host for as much. */
export const TIMEOUT_S = 10;

/** Events to which a host gives less, whatever our wiring asks for. */
const SHORTER: { readonly [host: string]: { readonly [event: string]: number } } = {
  codex: { SessionEnd: 3, Interrupt: 3 },
};

/** How long a host waits for a hook of ours before it ends it, in seconds. */
export const timeLimitOf = (host: string, event: string): number => SHORTER[host]?.[event] ?? TIMEOUT_S;
