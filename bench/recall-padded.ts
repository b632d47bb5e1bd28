import { join } from "node:path";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import { K } from "./recall-measure.ts";
import { tidemarkOver } from "./recall-memory.ts";
import type { Pack } from "./recall-packs.ts";
import { evenly, unrelatedTo } from "./recall-unrelated.ts";
import { percentile } from "./stats.ts";
import type { Table } from "./table.ts";

/** Questions per store; more do not change the results. */
const QUESTIONS = 50;
const KILOBYTE = 1024;

/** Cost of recording and querying when a pack's first group is a small part of a large store. */
export async function paddedCosts(
  packs: readonly Pack[],
  pool: readonly Pack[],
  sizes: string,
): Promise<{ readonly tables: readonly Table[]; readonly verdicts: readonly [] }> {
  const rows: Table["rows"][number][] = [];
  for (const size of sizes
    .split(",")
    .map(Number)
    .filter((each) => each > 0))
    for (const pack of packs) rows.push(...(await costIn(pack, pool, size)));
  const title = "What it takes in a store padded with unrelated turns, which no worker has read";
  const columns = [
    "pack",
    "turns",
    "record and index, ms a turn",
    "KB a turn",
    "p50 ms",
    "p95 ms",
    "peak MB until then",
  ];
  return { tables: rows.length > 0 ? [{ title, columns, rows }] : [], verdicts: [] };
}

async function costIn(pack: Pack, pool: readonly Pack[], size: number): Promise<Table["rows"][number][]> {
  const [group] = pack.groups;
  const asked = pack.questions.filter(({ gid }) => gid === group?.gid);
  if (group === undefined || asked.length === 0) return [];
  const others = unrelatedTo(group, { pack, packs: pool, count: Math.max(0, size - group.turns.length) });
  const turns = [...group.turns, ...others].sort((a, b) => a.at - b.at);
  return inFolder(async (folder) => {
    const system = await tidemarkOver(turns, K, { folder: join(folder, "memory"), isRead: false });
    const times: number[] = [];
    for (const { text } of evenly(asked, QUESTIONS)) times.push((await system.ask(text)).ms);
    const bytes = await system.close();
    const ingestMs = system.recordMs + system.distilMs;
    say(`${pack.name}, padded: ${turns.length} turns, ${times.length} questions`);
    return [
      [
        ...[pack.name, turns.length, ingestMs / turns.length, bytes / turns.length / KILOBYTE],
        ...[percentile(times, 0.5), percentile(times, 0.95), process.resourceUsage().maxRSS / 1024],
      ],
    ];
  });
}
