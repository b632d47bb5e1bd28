/** Timers, chance and signals of this process, for a worker that stays. */
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
