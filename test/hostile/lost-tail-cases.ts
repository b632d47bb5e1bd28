import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { crashedMemory, databaseOf, eventsIn, lossNoticed, memoryOf, sizeOf } from "./store-stage.ts";

type Damage = (stage: HostileStage) => Promise<string | undefined>;

const lost = (name: string, run: Damage): HostileCase => ({ area: "lost tails", name, run });
const control = (name: string, run: Damage): HostileCase => ({ ...lost(name, run), isControl: true });

/** Lengths to which the log is truncated, as shares of its length. */
const CUTS = [0.02, 0.3, 0.5, 0.7, 0.9, 0.99] as const;
/** Offsets of the flipped byte, as shares of the length of the log. */
const FLIPS = [0.01, 0.35, 0.6, 0.8] as const;

const walOf = (stage: HostileStage): string => `${databaseOf(stage)}-wal`;

const damageCases = [
  ...CUTS.map((share) =>
    lost(`a log that was cut at ${share * 100} % is noticed`, async (stage) => {
      const events = await crashedMemory(stage);
      truncateSync(walOf(stage), Math.floor(sizeOf(walOf(stage)) * share));
      return lossNoticed(stage, events);
    }),
  ),
  ...FLIPS.map((share) =>
    lost(`a byte that flipped at ${share * 100} % of the log is noticed`, async (stage) => {
      const events = await crashedMemory(stage);
      const bytes = readFileSync(walOf(stage));
      const at = Math.floor(bytes.length * share);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      writeFileSync(walOf(stage), bytes);
      return lossNoticed(stage, events);
    }),
  ),
  lost("a deleted log is noticed", async (stage) => {
    const events = await crashedMemory(stage);
    rmSync(walOf(stage));
    return lossNoticed(stage, events);
  }),
  lost("a deleted database is noticed if its log still exists", async (stage) => {
    const events = await crashedMemory(stage);
    rmSync(databaseOf(stage));
    return lossNoticed(stage, events);
  }),
  lost("a deleted database is noticed", async (stage) => {
    const events = await crashedMemory(stage);
    for (const path of [databaseOf(stage), walOf(stage)]) rmSync(path);
    return lossNoticed(stage, events);
  }),
  lost("an emptied database is noticed", async (stage) => {
    const events = await crashedMemory(stage);
    rmSync(walOf(stage));
    truncateSync(databaseOf(stage), 0);
    return lossNoticed(stage, events);
  }),
  lost("a folder that was deleted is noticed", async (stage) => {
    const events = await crashedMemory(stage);
    rmSync(memoryOf(stage), { recursive: true });
    return lossNoticed(stage, events);
  }),
  lost("an older copy that was put back over the database is noticed", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const copy = readFileSync(databaseOf(stage));
    await stage.tidemark(["remember", "tabs not spaces"]);
    const events = await eventsIn(stage);
    writeFileSync(databaseOf(stage), copy);
    return lossNoticed(stage, events);
  }),
  lost("an older copy of the whole folder that was put back is noticed", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    cpSync(memoryOf(stage), join(stage.home, "copy"), { recursive: true });
    await stage.tidemark(["remember", "tabs not spaces"]);
    const events = await eventsIn(stage);
    rmSync(memoryOf(stage), { recursive: true });
    cpSync(join(stage.home, "copy"), memoryOf(stage), { recursive: true });
    return lossNoticed(stage, events);
  }),
  lost("a loss stays noticed when others have recorded more since", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const copy = readFileSync(databaseOf(stage));
    await stage.tidemark(["remember", "tabs not spaces"]);
    const events = await eventsIn(stage);
    writeFileSync(databaseOf(stage), copy);
    for (const text of ["one", "two", "three"]) await stage.tidemark(["remember", `fact ${text}`]);
    return lossNoticed(stage, events + 1_000_000);
  }),
];

/** Undefined if no command reports a loss. */
async function isQuiet(stage: HostileStage): Promise<string | undefined> {
  const verify = await stage.tidemark(["verify"]);
  const status = await stage.tidemark(["status"]);
  if (verify.code !== 0) return `verify: ${verify.stdout}${verify.stderr}`;
  return /missing|came from elsewhere/.test(status.stdout) ? `status: ${status.stdout}` : undefined;
}

const anchorsIn = (stage: HostileStage): string[] => {
  const stores = join(stage.home, ".local", "state", "tidemark", "stores");
  return existsSync(stores) ? readdirSync(stores).map((name) => join(stores, name, "anchor")) : [];
};

const quietCases = [
  control("a process that dies before it writes the anchor raises no alarm", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const kept = anchorsIn(stage).map((path) => [path, readFileSync(path)] as const);
    await stage.tidemark(["remember", "tabs not spaces"]);
    for (const [path, bytes] of kept) writeFileSync(path, bytes);
    return isQuiet(stage);
  }),
  control("a half-written anchor raises no alarm", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    for (const path of anchorsIn(stage)) {
      const bytes = readFileSync(path);
      bytes.fill("9", 0, bytes.length);
      writeFileSync(path, bytes);
    }
    return isQuiet(stage);
  }),
  control("a crash that leaves everything in the log raises no alarm", async (stage) => {
    const events = await crashedMemory(stage);
    const left = await eventsIn(stage);
    return left === events ? isQuiet(stage) : `${events - left} events are gone`;
  }),
  control("restoring a backup raises no alarm", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    await stage.tidemark(["backup", join(stage.home, "memory.db")]);
    await stage.tidemark(["remember", "tabs not spaces"]);
    const { code, stderr } = await stage.tidemark(["restore", join(stage.home, "memory.db")]);
    return code === 0 ? isQuiet(stage) : stderr;
  }),
  control("a salvaged memory raises no alarm", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const bytes = readFileSync(databaseOf(stage));
    bytes.fill(0, 0, 100);
    writeFileSync(databaseOf(stage), bytes);
    const { code, stderr } = await stage.tidemark(["restore", "--salvage"]);
    return code === 0 ? isQuiet(stage) : stderr;
  }),
  control("forgetting and rebuilding raise no alarm", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    await stage.tidemark(["forget", "fct#1"]);
    await stage.tidemark(["rebuild"]);
    return isQuiet(stage);
  }),
  control("a loss that a person accepted is not reported again", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const copy = readFileSync(databaseOf(stage));
    await stage.tidemark(["remember", "tabs not spaces"]);
    writeFileSync(databaseOf(stage), copy);
    await stage.tidemark(["adopt", "--yes"]);
    return isQuiet(stage);
  }),
  control("a read-only state folder raises no alarm while reading", async (stage) => {
    await stage.tidemark(["remember", "use pnpm"]);
    const state = join(stage.home, ".local", "state");
    mkdirSync(state, { recursive: true });
    chmodSync(state, 0o500);
    try {
      return await isQuiet(stage);
    } finally {
      chmodSync(state, 0o700);
    }
  }),
];

export const lostTailCases: readonly HostileCase[] = [...damageCases, ...quietCases];
