/** The process that `processes.ts` starts: it writes to or reads from a store and prints what was acknowledged. */
import { mkdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { allViews } from "../../src/app/runtime/all-views.ts";
import type { Store } from "../../src/ports/store.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import type { WorkerInput } from "./processes.ts";
import { TEST_SEAL } from "./seal.ts";

/** Long enough for the slowest disk, so that a timeout is an error of the store. */
const WAIT_MS = 120_000;

const input = JSON.parse(process.argv[2] ?? "{}") as WorkerInput;

/** Writes synchronously into the pipe, so that the parent gets the line even if the process dies right after it. */
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};

try {
  await (input.work === "write" ? write(input) : read(input));
} catch (error) {
  say(`error ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

async function opened(): Promise<Store> {
  const spool = join(input.folder, "spool");
  mkdirSync(spool, { recursive: true });
  const name = `${String(Date.now()).padStart(14, "0")}-${process.pid}`;
  return openSqliteStore({
    driver: await chooseDriver(),
    path: join(input.folder, "tidemark.db"),
    spool: openSpool({ folder: ownedFolder(spool), name, now: Date.now, seal: TEST_SEAL }),
    sha256,
    waitMs: WAIT_MS,
  });
}

/** Alternates between the ways to write, so that kills hit each of them. */
async function write({ name, count }: WorkerInput): Promise<void> {
  const store = await opened();
  for (let n = 0; n < count; n++) {
    const event = turn(`${name}-${n}`, { session: name, subject: name, key: `key ${name}-${n}` });
    const commit = { events: [event], expect: new Map() };
    if (n % 4 === 0) await store.tape.enqueue([event]);
    else if (n % 4 === 1) await store.tape.append([event]);
    else if (n % 4 === 2) await store.tape.commit(commit);
    else {
      const shared = store.tape.group?.();
      await shared?.tape.commit(commit);
      await shared?.flush();
    }
    say(`ok ${event.id}`);
    if (n % 10 === 9) await keepUp(store);
  }
  await store.close();
}

async function read({ count }: WorkerInput): Promise<void> {
  const store = await opened();
  for (let n = 0; n < count; n++) {
    const { position } = await store.tape.end();
    const { upTo } = await store.events.read(0, 1_000_000);
    if (upTo < position) say(`error read up to ${upTo} after the end was ${position}`);
    await keepUp(store);
    if (n % 20 === 19) await store.views.reset(Object.values(allViews(sha256)));
    say(`read ${position}`);
  }
  await store.close();
}

async function keepUp(store: Store): Promise<void> {
  for (const view of Object.values(allViews(sha256)))
    await advance({ events: store.events, space: store.views, view });
}
