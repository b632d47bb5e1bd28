import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { TEST_SEAL } from "./seal.ts";

/** Records turns one after the other and prints the id of each acknowledged one, until its input ends. */
const memoryDir = process.argv[2] ?? "";
const name = randomBytes(5).toString("hex");
const store = await openSqliteStore({
  driver: await chooseDriver(),
  path: join(memoryDir, "tidemark.db"),
  spool: openSpool({ folder: ownedFolder(memoryDir).below("spool"), name, now: Date.now, seal: TEST_SEAL }),
  sha256,
  waitMs: 10_000,
});
let isStopped = false;
process.stdin.on("end", () => {
  isStopped = true;
});
process.stdin.resume();
const writer = { agent: "other", host: "test", process: name, worktree: "main" };
for (let i = 0; !isStopped; i++) {
  const id = `evt_${name}_${i}`;
  const at = Date.now();
  const draft = { id, type: "turn.recorded", version: 1, at, recordedAt: at, writer, session: "ses_2" };
  const events = [{ ...draft, payload: { role: "user", text: `turn ${i} of another process` } }];
  if (i % 2 === 0) await store.tape.append(events);
  else await store.tape.enqueue(events);
  process.stdout.write(`${id}\n`);
  await new Promise((done) => setTimeout(done, 1));
}
await store.close();
