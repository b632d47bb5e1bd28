import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findProject } from "./adapters/files/find-project.ts";
import { prepareMemoryFolder } from "./adapters/files/memory-folder.ts";
import { openWriter } from "./adapters/spool/writer.ts";
import { systemClock } from "./adapters/system/clock.ts";
import { systemIds } from "./adapters/system/ids.ts";
import { writerOf } from "./adapters/system/writer.ts";
import type { Payload } from "./core/tape/event.ts";
import { draftOfLine, typeOf } from "./core/tape/record-line.ts";
import { versionOf } from "./core/tape/versions.ts";

/**
 * `tidemark hook HOST EVENT`: records one event a host hands over on standard input, without opening the
 * database. The event is flushed to the spool; the next process that reads or writes puts it on the tape.
 * A hook never breaks its host: whatever happens it ends with 0, and says on standard error what was lost.
 */
function hook(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const [host, event] = argv;
  if (host !== "generic" || event === undefined) {
    throw new Error("usage: tidemark hook generic EVENT < event.json   (EVENT: turn, session.started, session.ended)");
  }
  const given = JSON.parse(readFileSync(0, "utf8")) as Payload;
  const place = findProject(process.cwd(), env);
  prepareMemoryFolder(place.memoryDir, { env });
  const { now } = systemClock(env);
  const ids = systemIds(now, randomBytes);
  const stamp = {
    id: ids.next("evt"),
    now: now(),
    writer: writerOf({ env, place, host }),
    version: versionOf(typeOf(event)),
    sha256: (text: string) => createHash("sha256").update(text).digest("hex"),
    ordinal: 0,
  };
  const spool = openWriter(join(place.memoryDir, "spool"), ids.next("hook").slice(5));
  spool.write([draftOfLine({ ...given, type: event }, stamp)]);
  spool.close();
}

try {
  hook(process.argv.slice(3), process.env);
} catch (error) {
  process.stderr.write(`tidemark hook: nothing was recorded: ${error instanceof Error ? error.message : error}\n`);
}
