/** Timers, random numbers and signals for a permanent worker. */
export function systemLoop() {
  return {
    untilStopped: (): Promise<void> =>
      new Promise((stop) => {
        for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop());
      }),
    schedule: (work: () => void, ms: number): (() => void) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    chance: Math.random,
  };
}
