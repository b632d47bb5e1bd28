import { join } from "node:path";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import { bm25Over, fts5Over, minisearchOver } from "./recall-baselines.ts";
import { type System, tidemarkOver } from "./recall-memory.ts";
import { isFresh, type Scored, scoresOf } from "./recall-metrics.ts";
import type { Group, Pack, PackTurn, Question } from "./recall-packs.ts";
import { evenly, unrelatedTo } from "./recall-unrelated.ts";

/** Number of hits requested. */
export const K = 50;

/** The unit of ranking: single turns, or their sessions. */
export const LEVELS = ["turn", "session"] as const;
export type Level = (typeof LEVELS)[number];

/** The results of one system on one pack. */
export type Measured = {
  readonly system: string;
  readonly pack: Pack;
  readonly levels: { readonly [level in Level]: readonly Scored[] };
  /** The number of turns and sessions in the smallest store. */
  readonly haystack: { readonly [level in Level]: number };
  readonly cost: Cost;
};

export type Cost = {
  readonly turns: number;
  readonly recordMs: number;
  readonly distilMs: number;
  readonly queryMs: readonly number[];
  readonly bytes: number;
  readonly rssMb: number;
};

export type How = {
  /** Maximum number of questions per pack; 0 for all. */
  readonly limit: number;
  /** Number of unrelated turns added to each group. */
  readonly unrelated: number;
  /** Packs from which unrelated turns are taken. */
  readonly packs: readonly Pack[];
};

/** Puts a pack's questions to Tidemark and then to the baselines, with a separate store for each group. */
export async function measure(pack: Pack, how: How): Promise<readonly [Measured, ...Measured[]]> {
  const questions = how.limit > 0 ? evenly(pack.questions, how.limit) : pack.questions;
  const parts: { readonly [system in (typeof SYSTEMS)[number]]: Part[] } = {
    tidemark: [],
    bm25: [],
    fts5: [],
    minisearch: [],
  };
  for (const group of pack.groups) {
    const asked = questions.filter(({ gid }) => gid === group.gid);
    if (asked.length === 0) continue;
    const others = unrelatedTo(group, { pack, packs: how.packs, count: how.unrelated });
    const turns = [...group.turns, ...others].sort((a, b) => a.at - b.at);
    await inFolder(async (folder) => {
      const part = async (system: System) => partOf(system, { group, turns, asked });
      parts.tidemark.push(await part(await tidemarkOver(turns, K, { folder: join(folder, "memory") })));
      parts.bm25.push(await part(await bm25Over(turns, K)));
      parts.fts5.push(await part(await fts5Over(turns, K)));
      parts.minisearch.push(await part(await minisearchOver(turns, K)));
    });
    say(`${pack.name} ${group.gid}: ${turns.length} turns, ${asked.length} questions`);
  }
  const [first, ...rest] = SYSTEMS;
  const of = (system: (typeof SYSTEMS)[number]) => ({ system, pack, ...joined(parts[system]) });
  return [of(first), ...rest.map(of)];
}

const SYSTEMS = ["tidemark", "bm25", "fts5", "minisearch"] as const;

type Part = Omit<Measured, "system" | "pack">;

type Asked = {
  readonly group: Group;
  readonly turns: readonly PackTurn[];
  readonly asked: readonly Question[];
};

async function partOf(system: System, { group, turns, asked }: Asked): Promise<Part> {
  const sessions = new Map(group.turns.map(({ id, session }) => [id, session]));
  const queryMs: number[] = [];
  const levels: { [level in Level]: Scored[] } = { turn: [], session: [] };
  for (const question of asked) {
    const { ranked, ms } = await system.ask(question.text);
    queryMs.push(ms);
    levels.turn.push(...turnScores(question, ranked));
    levels.session.push(...sessionScores(question, ranked, sessions));
  }
  const { recordMs, distilMs } = system;
  const bytes = await system.close();
  const rssMb = process.resourceUsage().maxRSS / 1024;
  return {
    levels,
    haystack: { turn: turns.length, session: new Set(turns.map(({ session }) => session)).size },
    cost: { turns: turns.length, recordMs, distilMs, queryMs, bytes, rssMb },
  };
}

function turnScores({ qid, type, gold, older, newer }: Question, turns: readonly PackTurn[]): Scored[] {
  const ranked = turns.map(({ id }) => id);
  return scored({ qid, type, ranked, gold, older, newer });
}

function sessionScores(
  { qid, type, gold, goldSessions, olderSessions }: Question,
  turns: readonly PackTurn[],
  sessions: ReadonlyMap<string, string>,
): Scored[] {
  const ranked = [...new Set(turns.map(({ session }) => session))];
  const wanted = goldSessions.length > 0 ? goldSessions : gold.flatMap((id) => sessions.get(id) ?? []);
  return scored({ qid, type, ranked, gold: wanted, older: olderSessions, newer: [] });
}

type Ranked = Pick<Question, "qid" | "type" | "gold" | "older" | "newer"> & {
  readonly ranked: readonly string[];
};

/** Scores one question; empty if it has no answer at this level. */
function scored({ qid, type, ranked, gold, older, newer }: Ranked): Scored[] {
  if (gold.length === 0) return [];
  const names = { newer: new Set(newer.length > 0 ? newer : gold), older: new Set(older) };
  const fresh = older.length > 0 ? { fresh: isFresh(ranked, names) } : {};
  return [{ qid, type, scores: scoresOf(ranked, new Set(gold)), ...fresh }];
}

function joined(parts: readonly Part[]): Part {
  const total = (of: (cost: Cost) => number): number => parts.reduce((sum, { cost }) => sum + of(cost), 0);
  const smallest = (level: Level): number => Math.min(...parts.map(({ haystack }) => haystack[level]));
  return {
    levels: {
      turn: parts.flatMap(({ levels }) => levels.turn),
      session: parts.flatMap(({ levels }) => levels.session),
    },
    haystack: { turn: smallest("turn"), session: smallest("session") },
    cost: {
      turns: total(({ turns }) => turns),
      recordMs: total(({ recordMs }) => recordMs),
      distilMs: total(({ distilMs }) => distilMs),
      queryMs: parts.flatMap(({ cost }) => cost.queryMs),
      bytes: total(({ bytes }) => bytes),
      rssMb: Math.max(0, ...parts.map(({ cost }) => cost.rssMb)),
    },
  };
}
