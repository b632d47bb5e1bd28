import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import type { System } from "./recall-memory.ts";
import type { PackTurn } from "./recall-packs.ts";

/** The usual BM25 constants: term-frequency saturation and length normalisation. */
const K1 = 1.2;
const B = 0.75;

/** Stop words of questions. */
const QUESTION_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been by can could did do does for from had has have how i in is it me my of on or our should
   that the their there these they this to was we were what when where which who whom whose why will with would you your`
    .split(/\s+/)
    .map((word) => stemmer(word)),
);

/**
 * Plain BM25 over Porter stems, with identifiers split and question words dropped. Shares no code with
 * recall.
 */
export async function bm25Over(turns: readonly PackTurn[], k: number): Promise<System> {
  const began = performance.now();
  const { places, lengths } = indexOf(turns);
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, turns.length);
  const ingestMs = performance.now() - began;
  const rank = (text: string): number[] => {
    const scores = new Map<number, number>();
    for (const word of new Set(asked(text))) {
      const found = places.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (turns.length - found.size + 0.5) / (found.size + 0.5));
      for (const [turn, count] of found) {
        const held = K1 * (1 - B + (B * (lengths[turn] ?? 0)) / average);
        scores.set(turn, (scores.get(turn) ?? 0) + (rarity * count * (K1 + 1)) / (count + held));
      }
    }
    return [...scores].sort(([i, a], [j, b]) => b - a || i - j).map(([turn]) => turn);
  };
  return {
    name: "bm25",
    recordMs: ingestMs,
    distilMs: 0,
    ask: async (text) =>
      timed(() =>
        rank(text)
          .slice(0, k)
          .flatMap((turn) => turns[turn] ?? []),
      ),
    close: async () => 0,
  };
}

type Index = { readonly places: Map<string, Map<number, number>>; readonly lengths: number[] };

function indexOf(turns: readonly PackTurn[]): Index {
  const places: Index["places"] = new Map();
  const lengths = turns.map((turn, i) => {
    const words = stemsOf(said(turn));
    for (const word of words) {
      const found = places.get(word) ?? new Map<number, number>();
      places.set(word, found.set(i, (found.get(i) ?? 0) + 1));
    }
    return words.length;
  });
  return { places, lengths };
}

function asked(text: string): string[] {
  const words = stemsOf(text);
  const telling = words.filter((word) => !QUESTION_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

const stemsOf = (text: string): string[] =>
  (
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => stemmer(word));

/** SQLite's full-text search with Porter stemming: any word of the question matches, best first. */
export async function fts5Over(turns: readonly PackTurn[], k: number): Promise<System> {
  const database = (await chooseDriver()).open(":memory:");
  const began = performance.now();
  database.exec("CREATE VIRTUAL TABLE turns USING fts5(text, tokenize = 'porter unicode61'); BEGIN");
  const insert = database.prepare("INSERT INTO turns (rowid, text) VALUES (?, ?)");
  for (const [i, turn] of turns.entries()) insert.run(i + 1, said(turn));
  database.exec("COMMIT");
  const ingestMs = performance.now() - began;
  const select = database.prepare(
    "SELECT rowid FROM turns WHERE turns MATCH ? ORDER BY bm25(turns), rowid LIMIT ?",
  );
  const rank = (text: string): PackTurn[] => {
    const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
    if (words.length === 0) return [];
    const rows = select.all(words.map((word) => `"${word}"`).join(" OR "), k);
    return rows.flatMap(({ rowid }) => turns[Number(rowid) - 1] ?? []);
  };
  return {
    name: "fts5",
    recordMs: ingestMs,
    distilMs: 0,
    ask: async (text) => timed(() => rank(text)),
    close: async () => {
      database.close();
      return 0;
    },
  };
}

/** MiniSearch, a common JavaScript full-text search, with its defaults. */
export async function minisearchOver(turns: readonly PackTurn[], k: number): Promise<System> {
  const began = performance.now();
  const index = new MiniSearch<{ readonly id: number; readonly text: string }>({ fields: ["text"] });
  index.addAll(turns.map((turn, id) => ({ id, text: said(turn) })));
  const ingestMs = performance.now() - began;
  return {
    name: "minisearch",
    recordMs: ingestMs,
    distilMs: 0,
    ask: async (text) =>
      timed(() =>
        index
          .search(text)
          .slice(0, k)
          .flatMap(({ id }) => turns[Number(id)] ?? []),
      ),
    close: async () => 0,
  };
}

/** The searchable text, which includes the speaker's name. */
const said = ({ speaker, text }: PackTurn): string => (speaker === undefined ? text : `${speaker}: ${text}`);

function timed(work: () => PackTurn[]): { readonly ranked: readonly PackTurn[]; readonly ms: number } {
  const began = performance.now();
  const ranked = work();
  return { ranked, ms: performance.now() - began };
}
