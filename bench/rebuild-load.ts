import type { Draft } from "../src/core/tape/event.ts";
import { generatedTape } from "./generated-tape.ts";
import { openStore } from "./open-store.ts";
import { say } from "./progress.ts";

export type LoadInput = { readonly folder: string; readonly seed: number; readonly events: number };
export type LoadReport = { readonly seconds: number; readonly hash: string };

/** Events per transaction. Larger ones are hardly faster and leave a long write-ahead log. */
const BATCH = 5000;
const SAY_EVERY = 100_000;

/** Fills an empty store with a generated tape. The tape's last hash identifies its contents. */
export async function work({ folder, seed, events }: LoadInput): Promise<LoadReport> {
  const store = await openStore(folder);
  const began = performance.now();
  let batch: Draft[] = [];
  let done = 0;
  const flush = async (): Promise<void> => {
    await store.tape.append(batch);
    done += batch.length;
    batch = [];
    if (done % SAY_EVERY === 0) say(`loaded ${done} of ${events} events`);
  };
  for (const draft of generatedTape(seed, events)) {
    batch.push(draft);
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  const { hash } = await store.tape.end();
  await store.close();
  return { seconds: (performance.now() - began) / 1000, hash };
}
