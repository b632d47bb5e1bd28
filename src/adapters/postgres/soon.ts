/** Work that nobody waits for. It runs once at a time, and once more when it was asked for meanwhile. */
export type SoonWork = {
  readonly ask: () => void;
  /** Ends when nothing is under way any more. */
  readonly settled: () => Promise<void>;
};

/** What fails is left: whoever does the same and waits for it meets the same trouble, and can be told. */
export function coalesced(work: () => Promise<unknown>): SoonWork {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await work().catch(() => {});
    } while (isAskedAgain);
    running = undefined;
  };
  return {
    ask: () => {
      isAskedAgain = running !== undefined;
      running ??= run();
    },
    settled: async () => running,
  };
}
