import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "../bench.ts";
import { inFolder, ROOT } from "../place.ts";
import { say } from "../progress.ts";
import { bm25Over, fts5Over, minisearchOver } from "../recall-baselines.ts";
import { dataHash, type Finding } from "../result.ts";
import { median, percentile } from "../stats.ts";
import type { Table } from "../table.ts";
import { historiesOf, isFirst } from "../told.ts";
import type { History } from "../told-history.ts";
import { playHistory } from "../told-play.ts";
import { percentOf } from "../told-targets.ts";
import { bytesBelow, residentMb, timed } from "./cost.ts";
import { explainedTable, rowsLost } from "./explained-rows.ts";
import { foreignLetIn } from "./http-door.ts";
import type { McpSession } from "./mcp-session.ts";
import { commandsTable, remarksTable } from "./server-tables.ts";
import { installPeers, type MemoryServer, ownServer, type Statement } from "./servers.ts";
import { statementOf, WORDS } from "./statements.ts";

export const peers = bench({
  name: "peers",
  title: "Beside other memory servers",
  summary:
    "Installs other MCP memory servers outside the project and does the same work with them and with ours.",
  options: {
    folder: {
      value: "/var/tmp/tidemark-peers",
      help: "where the others are installed, and kept for the next run",
    },
    writes: { value: 20, help: "statements that each process keeps" },
    kills: { value: 10, help: "times a server is killed just after it said that a statement is kept" },
    memories: { value: 500, help: "statements that are there when times are taken" },
    histories: { value: 8, help: "project histories whose questions are asked" },
    only: { value: "", help: "names of the others to measure, separated by commas; without it, all" },
  },
  run: (settings) => inFolder((folder) => findingOf(folder, settings)),
});

type PeerSettings = {
  readonly folder: string;
  readonly writes: number;
  readonly kills: number;
  readonly memories: number;
  readonly histories: number;
  readonly only: string;
};

type Measured = {
  readonly server: MemoryServer;
  readonly lost: readonly { readonly processes: number; readonly lost: number; readonly refused: number }[];
  readonly killLost: number;
  readonly flushed: string;
  readonly foreign: string;
  readonly size: SizeAndTimes;
} & Partial<FoundFirst>;

async function findingOf(folder: string, settings: PeerSettings): Promise<Finding> {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const others = installPeers(settings.folder, settings.only.split(",").filter(Boolean));
  const servers = [ownServer(version), ...others.servers];
  const rows: Measured[] = [];
  for (const [i, server] of servers.entries()) {
    say(`${server.name} ${server.version}`);
    rows.push(await measure(server, { ...settings, folder: join(folder, String(i)) }));
  }
  const plain = await plainSearches(settings.histories);
  const table = tableOf(rows, settings);
  return {
    data: dataOf(settings),
    tables: [
      table,
      explainedTable(table),
      plainTable(plain),
      commandsTable(servers),
      remarksTable(servers, others.absent),
    ],
    verdicts: verdictsOf(rows, plain, table),
  };
}

async function measure(server: MemoryServer, settings: PeerSettings): Promise<Measured> {
  const place = (name: string): string => {
    const folder = join(settings.folder, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const lost: { processes: number; lost: number; refused: number }[] = [];
  for (const processes of [8, 32])
    lost.push({
      processes,
      ...(await lostWrites(server, place(`w${processes}`), { ...settings, processes })),
    });
  const killLost = await lostByKills(server, place("kills"), settings.kills);
  const flushed = await flushes(server, place("flush"));
  const foreign = server.http ? await foreignLetIn(server.http, place("http")) : "no HTTP server";
  const size = await sizeAndTimes(server, place("size"), settings.memories);
  const told =
    server.find &&
    (await measureQuestions({ ...server, find: server.find }, place("told"), settings.histories));
  return { server, lost, killLost, flushed, foreign, size, ...told };
}

type Writing = { readonly processes: number; readonly writes: number };

/**
 * Runs many servers on one store at once and counts the acknowledged statements that are missing afterwards.
 */
async function lostWrites(server: MemoryServer, folder: string, { processes, writes }: Writing) {
  const opened = await Promise.allSettled(Array.from({ length: processes }, () => server.open(folder)));
  const sessions = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const kept: string[] = [];
  // A server that fails to start refuses all statements of its agent.
  let refused = (processes - sessions.length) * writes;
  await Promise.all(
    sessions.map(async (session, i) => {
      for (let n = 0; n < writes; n++) {
        const statement = statementOf(i * writes + n);
        if (await isKept(server, session, statement)) kept.push(statement.key);
        else refused++;
      }
    }),
  );
  for (const session of sessions) await session.kill();
  return { lost: kept.length - (await countStored(server, folder, kept)), refused };
}

/** False if the server refuses the statement; then it has promised nothing. */
async function isKept(server: MemoryServer, session: McpSession, statement: Statement): Promise<boolean> {
  try {
    await server.keep(session, statement);
    return true;
  } catch {
    return false;
  }
}

/**
 * Counts the stored statements in a new process, as the next session would; 0 if it cannot read the store.
 */
async function countStored(server: MemoryServer, folder: string, keys: readonly string[]): Promise<number> {
  const session = await server.open(folder);
  try {
    return new Set(await server.holds(session, keys)).size;
  } catch {
    return 0;
  } finally {
    await session.kill();
  }
}

async function lostByKills(server: MemoryServer, folder: string, kills: number): Promise<number> {
  const kept: string[] = [];
  for (let i = 0; i < kills; i++) {
    const session = await server.open(folder);
    const statement = statementOf(i);
    if (await isKept(server, session, statement)) kept.push(statement.key);
    await session.kill();
  }
  return kept.length - (await countStored(server, folder, kept));
}

const FLUSHED_WRITES = 5;

/** Whether the server flushes a statement to disk before it acknowledges it. */
async function flushes(server: MemoryServer, folder: string): Promise<string> {
  const trace = join(folder, "trace");
  try {
    execFileSync("strace", ["-V"], { stdio: "ignore" });
  } catch {
    return "not measured (no strace)";
  }
  const around = ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", trace];
  const session = await server.open(folder, around);
  const count = (): number => (readFileSync(trace, "utf8").match(/f(?:data)?sync\(/g) ?? []).length;
  let flushed = 0;
  for (let i = 0; i < FLUSHED_WRITES; i++) {
    const before = count();
    await isKept(server, session, statementOf(i));
    if (count() > before) flushed++;
  }
  await session.kill();
  return flushed === FLUSHED_WRITES ? "yes" : flushed === 0 ? "no" : `${flushed} of ${FLUSHED_WRITES}`;
}

type SizeAndTimes = {
  readonly startMs: number;
  readonly keepMs: number;
  /** Missing if the server cannot search by text here. */
  readonly findMs?: number;
  readonly rssMb: number;
  readonly bytes: number;
  readonly schemaTokens: number;
};

const ASKED = 20;
const STARTS = 3;
/** Characters of JSON per token, roughly the same for every server. */
const LETTERS_PER_TOKEN = 4;

async function sizeAndTimes(server: MemoryServer, folder: string, memories: number): Promise<SizeAndTimes> {
  server.prepare?.(folder);
  const empty = bytesBelow(folder);
  const starts: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const began = performance.now();
    const session = await server.open(folder);
    await session.toolList();
    starts.push(performance.now() - began);
    await session.kill();
  }
  const session = await server.open(folder);
  const schema = await session.toolList();
  const keeps: number[] = [];
  for (let i = 0; i < memories; i++) keeps.push(await timed(() => isKept(server, session, statementOf(i))));
  const { find } = server;
  const finds: number[] = [];
  for (let i = 0; find && i < ASKED; i++)
    finds.push(await timed(() => find(session, `${WORDS[i % WORDS.length]} until`)));
  const rssMb = residentMb(session.pids);
  await session.kill();
  return {
    startMs: median(starts),
    keepMs: median(keeps),
    ...(find ? { findMs: percentile(finds, 0.95) } : {}),
    rssMb,
    bytes: Math.round((bytesBelow(folder) - empty) / memories),
    schemaTokens: Math.round(schema.length / LETTERS_PER_TOKEN),
  };
}

/**
 * How often the first five hits contain the current statement before an outdated one. The other servers
 * receive every turn of the person, because nothing records for them; ours imports the sessions.
 */
async function measureQuestions(server: SearchingServer, folder: string, count: number) {
  const rows: AskedOf[] = [];
  for (const [i, history] of historiesOf("dev", "").slice(0, count).entries()) {
    const own = join(folder, String(i));
    mkdirSync(own, { recursive: true });
    const hits =
      server.name === "tidemark" ? await tidemarkHits(history, own) : await peerHits(server, history, own);
    rows.push(...history.key.now.map((one, at) => ({ one, hits: hits[at] ?? [] })));
  }
  return sharesOf(rows);
}

type SearchingServer = MemoryServer & Pick<Required<MemoryServer>, "find">;
type AskedOf = Parameters<typeof isFirst>[0];
type FoundFirst = { readonly first: number; readonly firstAmended: number };

function sharesOf(rows: readonly AskedOf[]): FoundFirst {
  const amended = rows.filter(({ one }) => one.was !== undefined);
  const share = (of: readonly AskedOf[]): number =>
    percentOf({ met: of.filter(isFirst).length, of: of.length });
  return { first: share(rows), firstAmended: share(amended) };
}

/** Puts the same questions to plain full-text search over the person's turns. */
async function plainSearches(count: number): Promise<(FoundFirst & { readonly name: string })[]> {
  const found: (FoundFirst & { readonly name: string })[] = [];
  for (const over of [bm25Over, fts5Over, minisearchOver]) {
    const rows: AskedOf[] = [];
    let name = "";
    for (const { sessions, key } of historiesOf("dev", "").slice(0, count)) {
      const turns = turnsOf({ sessions }).map((text, at) => ({
        ...{ id: String(at), session: "s", at, role: "user", text },
      }));
      const system = await over(turns, HITS);
      name = system.name;
      for (const one of key.now)
        rows.push({ one, hits: (await system.ask(one.ask)).ranked.map(({ text }) => text) });
      await system.close();
    }
    found.push({ name, ...sharesOf(rows) });
  }
  return found;
}

const turnsOf = ({ sessions }: Pick<History, "sessions">): string[] =>
  sessions.flatMap(({ turns }) => turns.flatMap((turn) => (turn[0] === "u" ? [turn[1]] : [])));

const tidemarkHits = async (history: History, folder: string) =>
  (await playHistory(history, { folder, isReal: false })).asked.map(({ hits }) => hits);

const HITS = 5;

async function peerHits(server: SearchingServer, { sessions, key }: History, folder: string) {
  const session = await server.open(folder);
  for (const [i, text] of turnsOf({ sessions }).entries())
    await isKept(server, session, { key: `key-turn-${i}`, text });
  const hits: (readonly string[])[] = [];
  for (const { ask } of key.now) hits.push((await server.find(session, ask)).slice(0, HITS));
  await session.kill();
  return hits;
}

/** The remarks say why. */
const NOT_MEASURED = "not measured";

function tableOf(rows: readonly Measured[], { writes, kills, memories, histories }: PeerSettings) {
  const row = (what: string, value: (one: Measured) => string | number) => [what, ...rows.map(value)];
  return {
    title: `The same work with each (${writes} statements a process, ${kills} kills, ${memories} statements for times, ${histories} histories)`,
    columns: ["what", ...rows.map(({ server }) => `${server.name} ${server.version}`)],
    rows: [
      ...[0, 1].map((i) =>
        row(
          `acknowledged and lost, ${rows[0]?.lost[i]?.processes} processes`,
          ({ lost }) => lost[i]?.lost ?? "",
        ),
      ),
      row("refused, or dropped as a repetition, 32 processes", ({ lost }) => lost[1]?.refused ?? ""),
      row("acknowledged and lost by kill -9", ({ killLost }) => killLost),
      row("flushed to disk before it is acknowledged", ({ flushed }) => flushed),
      row("HTTP requests of another site's page that are let in", ({ foreign }) => foreign),
      row("what holds is found first by a whole question, %", ({ first }) => first ?? NOT_MEASURED),
      row("the same where it was amended, %", ({ firstAmended }) => firstAmended ?? NOT_MEASURED),
      row("start to list of tools, ms", ({ size }) => size.startMs),
      row("keep one statement, ms", ({ size }) => size.keepMs),
      row("find, p95 in ms", ({ size }) => size.findMs ?? NOT_MEASURED),
      row("memory of the server, MB", ({ size }) => size.rssMb),
      row("bytes on disk a statement", ({ size }) => size.bytes),
      row("tokens of the tool list", ({ size }) => size.schemaTokens),
    ],
  };
}

/** Identifies the statements and histories that all servers receive. */
const dataOf = ({ writes, memories, histories }: PeerSettings): NonNullable<Finding["data"]> => ({
  seed: 0,
  hash: dataHash([
    ...[writes, Array.from({ length: memories }, (_, n) => statementOf(n))],
    historiesOf("dev", "").slice(0, histories),
  ]),
});

const plainTable = (found: readonly (FoundFirst & { readonly name: string })[]): Table => ({
  title: "The same questions by plain search over what the person said",
  columns: ["what", ...found.map(({ name }) => name)],
  rows: [
    ["what holds is found first by a whole question, %", ...found.map(({ first }) => first)],
    ["the same where it was amended, %", ...found.map(({ firstAmended }) => firstAmended)],
  ],
});

function verdictsOf(
  rows: readonly Measured[],
  plain: readonly FoundFirst[],
  table: Table,
): Finding["verdicts"] {
  const [own, ...others] = rows;
  if (own === undefined) return [];
  const lost = own.lost.reduce((sum, each) => sum + each.lost + each.refused, own.killLost);
  const unexplained = rowsLost(table).filter(({ why }) => why === "");
  const best = Math.max(0, ...[...others, ...plain].map(({ firstAmended = 0 }) => firstAmended));
  return [
    { what: "statements lost or refused", target: "0", measured: String(lost), isMet: lost === 0 },
    {
      what: "flushed before it is acknowledged",
      target: "yes",
      measured: own.flushed,
      isMet: own.flushed === "yes",
    },
    {
      what: "HTTP requests of another site's page that are let in",
      target: "0",
      measured: own.foreign,
      isMet: own.foreign.startsWith("0 "),
    },
    {
      what: "amended statements found first",
      target: `more than the best of the others (${best} %)`,
      measured: `${own.firstAmended} %`,
      isMet: (own.firstAmended ?? 0) > best,
    },
    {
      what: "rows in which another is ahead and no reason is given",
      target: "0",
      measured: `${unexplained.length} of ${rowsLost(table).length}`,
      isMet: unexplained.length === 0,
    },
  ];
}
