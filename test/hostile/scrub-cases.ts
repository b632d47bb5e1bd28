import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GENESIS, linkHash, payloadText } from "../../src/core/tape/chain.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { exportLine } from "../../src/core/tape/export-line.ts";
import {
  EXPORT_FILES,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  MANIFEST,
  TAPE_FILE,
} from "../../src/core/tape/manifest.ts";
import {
  attack,
  contextFile,
  control,
  filesHolding,
  isKnown,
  isWhole,
  memoryFile,
  must,
  remember,
  SAFE,
} from "./forget-stage.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";

/** An invented token. It is joined at run time, so that secret scanners do not report this file. */
const TOKEN = ["ghp", "Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3h2"].join("_");

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Imports turns with unredacted secrets, as an older version without today's rule stored them. */
async function stored(stage: HostileStage, ...texts: readonly string[]): Promise<void> {
  const dir = join(stage.home, "old-export");
  mkdirSync(dir);
  let previous = GENESIS;
  const events = texts.map((text, i): StoredEvent => {
    const payload = { role: "user", text };
    const at = Date.parse("2026-01-01T09:00:00.000Z") + i;
    const header = {
      ...{ position: i + 1, id: `evt_old_${i}`, type: "turn.recorded", version: 1, at, recordedAt: at },
      ...{ writer: { agent: "old", host: "old", process: "p", worktree: "main" }, session: "old" },
      payloadHash: sha256(payloadText(payload)),
    };
    previous = linkHash(sha256, previous, header);
    return { ...header, payload, hash: previous };
  });
  const tape = events.map((event) => `${exportLine(event)}\n`).join("");
  const files = EXPORT_FILES.map((name) => {
    const text = name === TAPE_FILE ? tape : "";
    writeFileSync(join(dir, name), text);
    return { name, bytes: Buffer.byteLength(text), sha256: sha256(text) };
  });
  const counts = { events: events.length, last_hash: previous, files };
  writeFileSync(
    join(dir, MANIFEST),
    JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION, ...counts }),
  );
  await must(stage, ["import", dir]);
  for (const name of [...EXPORT_FILES, MANIFEST]) writeFileSync(join(dir, name), "");
}

const scrubbed = async (stage: HostileStage): Promise<string | undefined> => {
  const { code, stdout, stderr } = await stage.tidemark(["scrub", "--yes"]);
  const left = filesHolding(stage, TOKEN);
  if (left.length > 0) return `the secret is in ${left.join(", ")}`;
  return code === 0 ? undefined : `it ended with ${code}: ${stdout}${stderr}`;
};

export const SCRUB_CASES: readonly HostileCase[] = [
  attack("scrub removes a stored secret from all files, and keeps the rest of the turn", async (stage) => {
    await stored(stage, `Deploy ${SAFE} with ${TOKEN} on Mondays`);
    const why = (await scrubbed(stage)) ?? (await isWhole(stage));
    return why ?? ((await isKnown(stage, SAFE)) ? undefined : "the rest of the turn is gone");
  }),
  attack("scrub cleans backups in the memory folder", async (stage) => {
    await stored(stage, `Deploy with ${TOKEN}`);
    mkdirSync(memoryFile(stage, "backups"));
    await must(stage, ["backup", memoryFile(stage, "backups", "mine.db")]);
    return scrubbed(stage);
  }),
  attack("scrub cleans rejected input and the notes of hooks", async (stage) => {
    await stored(stage, "Nothing of the kind");
    writeFileSync(memoryFile(stage, "spool", "rejected.log"), `{"why":"torn","what":"use ${TOKEN} now"}\n`);
    return scrubbed(stage);
  }),
  attack("the preview counts secrets, shows none and does not end with 0", async (stage) => {
    await stored(stage, `Deploy with ${TOKEN}`);
    const { code, stdout, stderr } = await stage.tidemark(["scrub"]);
    if (`${stdout}${stderr}`.includes(TOKEN)) return "the secret was shown";
    if (code !== 1 || !stdout.includes("the tape")) return `it ended with ${code}: ${stdout}${stderr}`;
    return (await isKnown(stage, TOKEN)) ? undefined : "something was changed";
  }),
  attack("a scrub that is killed is completed by the next one", async (stage) => {
    await stored(stage, `Deploy with ${TOKEN}`, `Then again ${TOKEN}`);
    for (const point of ["scrub.files", "scrub.tape"])
      await stage.tidemark(["scrub", "--yes"], { env: { ...stage.env, TIDEMARK_DIE_AT: point } });
    return (await scrubbed(stage)) ?? isWhole(stage);
  }),
  attack("an older backup does not restore a scrubbed secret", async (stage) => {
    await stored(stage, `Deploy with ${TOKEN}`);
    const outside = join(stage.home, "outside.db");
    await must(stage, ["backup", outside]);
    const before = readFileSync(outside);
    await stage.tidemark(["scrub", "--yes"]);
    if (!before.equals(readFileSync(outside))) return "a person's backup was changed";
    await must(stage, ["restore", outside]);
    return (await isKnown(stage, TOKEN)) ? "the secret is back" : isWhole(stage);
  }),
  attack(
    "a handwritten line with a secret in the active context is named, and is cleaned with consent",
    async (stage) => {
      await must(stage, ["context", "init", "--task", "T1", "--goal", "Ship it soon"]);
      const path = contextFile(stage, "active_context.md");
      writeFileSync(path, `${readFileSync(path, "utf8")}\nUse ${TOKEN}\n`);
      const { code, stdout } = await stage.tidemark(["scrub", "--yes"]);
      if (code !== 1 || !stdout.includes("active_context.md")) return `it ended with ${code}: ${stdout}`;
      if (stdout.includes("Removed secrets")) return `it says that the line was cleaned: ${stdout}`;
      const again = await stage.tidemark(["scrub", "--yes", "--handwritten"]);
      return again.code === 0 && filesHolding(stage, TOKEN).length === 0 ? undefined : again.stdout;
    },
  ),
  control("items and turns without secrets stay unchanged, and the chain verifies", async (stage) => {
    await remember(stage, `The colour is ${SAFE}`);
    await stage.tidemark(["scrub", "--yes"]);
    return (await isKnown(stage, SAFE)) ? isWhole(stage) : "another item is gone";
  }),
];
