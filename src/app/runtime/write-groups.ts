import type { Deps } from "./deps.ts";

type Write = (deps: Deps) => Promise<unknown>;
type Waiting = { readonly deps: Deps; readonly write: Write; readonly settle: (answer: unknown) => void };

/** Limits how long the first write of a group waits for the last one. */
const GROUP_MAX = 100;

/**
 * Runs writes one after the other, so that each decision sees the writes before it. Concurrent writes share one flush,
 * and none is answered before that flush.
 */
export function writeGroups(): (deps: Deps, write: Write) => Promise<unknown> {
  const waiting: Waiting[] = [];
  let running = Promise.resolve();
  const runGroup = async (): Promise<void> => {
    const group = waiting.splice(0, GROUP_MAX);
    const tape = group[0]?.deps.store.tape;
    const isShared = group.length > 1 && group.every(({ deps }) => deps.store.tape === tape);
    const shared = isShared ? tape?.group?.() : undefined;
    const answers: Promise<unknown>[] = [];
    for (const { deps, write } of group) {
      const answer = write(shared ? { ...deps, store: { ...deps.store, tape: shared.tape } } : deps);
      await answer.catch(() => {});
      answers.push(answer);
    }
    const flushed = shared?.flush();
    await flushed?.catch(() => {});
    for (const [i, { settle }] of group.entries()) settle(flushed?.then(() => answers[i]) ?? answers[i]);
    if (waiting.length > 0) await runGroup();
  };
  return (deps, write) =>
    new Promise((settle) => {
      if (waiting.push({ deps, write, settle }) === 1) running = running.then(runGroup);
    });
}
