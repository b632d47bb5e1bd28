import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import type { Table } from "./table.ts";
import {
  type Groups,
  type History,
  type Holding,
  hasAll,
  linesOf,
  type Told,
  tellsOld,
} from "./told-history.ts";
import { playHistory } from "./told-play.ts";

const CORPUS = join(ROOT, "bench/corpus/told");

export const told = bench({
  name: "told",
  title: "What an agent is told, held against what holds",
  summary: "Plays project histories and counts what a new session hears.",
  options: {
    part: { value: "dev", help: "dev, or test, which nobody reads" },
    file: { value: "", help: "files of the part, such as first,third; else all" },
    only: { value: "", help: "the name of one history" },
    show: { value: "", help: "the name of a history, or all: prints each miss with what was told" },
    real: { value: "", help: "yes: start the built command for every step, else work in process" },
  },
  run: ({ part, file, only, show, real }) => {
    const histories = historiesOf(part, file).filter(({ name }) => [name, ""].includes(only || oneOf(show)));
    return inFolder((folder) => findingOf(histories, { folder, isReal: real !== "", isShown: show !== "" }));
  },
});

const oneOf = (show: string): string => (show === "all" ? "" : show);

function historiesOf(part: string, file: string): History[] {
  const folder = join(CORPUS, part === "test" ? "test" : "dev");
  const wanted = file === "" ? undefined : file.split(",").map((name) => `${name}.json`);
  const files = readdirSync(folder).filter((name) => wanted?.includes(name) ?? true);
  return files.sort().flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as History[]);
}

type ToldOptions = { readonly folder: string; readonly isReal: boolean; readonly isShown: boolean };

async function findingOf(
  histories: readonly History[],
  { folder, isReal, isShown }: ToldOptions,
): Promise<Finding> {
  const counted: CountedHistory[] = [];
  for (const history of histories) {
    const heard = await playHistory(history, { folder: join(folder, String(counted.length)), isReal });
    if (isShown) for (const line of missesOf(history, heard)) process.stdout.write(`${line}\n`);
    counted.push(countOf(history, heard));
    say(`${counted.length} of ${histories.length} histories`);
  }
  return { tables: [figuresTable(counted)], verdicts: [] };
}

type Figure = { readonly met: number; readonly of: number };
type CountedHistory = { readonly [figure: string]: Figure };

const share = <T>(list: readonly T[], test: (one: T) => boolean): Figure => ({
  met: list.filter(test).length,
  of: list.length,
});

const briefLines = (brief: string): string[] => linesOf(brief).filter((line) => line.startsWith("- "));

type AskedRow = { readonly one: Holding; readonly heard: string; readonly hits: readonly string[] };

const rowsOf = ({ key }: History, { asked }: Told): AskedRow[] =>
  key.now.map((one, i) => ({ one, heard: "", hits: [], ...asked[i] }));

const hasLine = (text: string, groups: Groups): boolean => linesOf(text).some((line) => hasAll(line, groups));
const isOld = ({ one, heard }: AskedRow): boolean => linesOf(heard).some((line) => tellsOld(line, one));
const isRight = (row: AskedRow): boolean => hasLine(row.heard, row.one.holds) && !isOld(row);

function isFirst({ one, hits }: AskedRow): boolean {
  const at = hits.findIndex((text) => hasAll(text, one.holds));
  const oldAt = hits.findIndex((text) => tellsOld(text, one));
  return at >= 0 && (oldAt < 0 || at < oldAt);
}

/** Lines of a brief that tell what a line before them told, by what they tell. */
function repeatsIn(lines: readonly string[], now: readonly Holding[]): number {
  const counts = now.map(({ holds }) => lines.filter((line) => hasAll(line, holds)).length);
  return counts.reduce((total, count) => total + Math.max(0, count - 1), 0);
}

function countOf(history: History, heard: Told): CountedHistory {
  const { key } = history;
  const lines = briefLines(heard.brief);
  const rows = rowsOf(history, heard);
  const amended = rows.filter(({ one }) => one.was !== undefined);
  const acts = key.acts ?? [];
  return {
    "brief.now": share(rows, ({ one }) => lines.some((line) => hasAll(line, one.holds))),
    "brief.old": share(amended, ({ one }) => lines.some((line) => tellsOld(line, one))),
    "brief.noise": share(key.noise ?? [], (groups) => lines.some((line) => hasAll(line, groups))),
    "brief.twice": { met: repeatsIn(lines, key.now), of: lines.length },
    "ask.right": share(rows, isRight),
    "ask.right, amended": share(amended, isRight),
    "ask.wrong": share(amended, isOld),
    "recall.first": share(rows, isFirst),
    "recall.first, amended": share(amended, isFirst),
    act: share(acts, (act) => hasLine(heard.acts[acts.indexOf(act)] ?? "", act.holds)),
    quiet: share(heard.quiet, (text) => text.trim() === ""),
  };
}

/** What was missed, each with what was told instead. */
function missesOf(history: History, heard: Told): string[] {
  const { key, name } = history;
  const lines = briefLines(heard.brief);
  const entry = (title: string, texts: readonly string[]): string[] => [
    `  ${title}`,
    ...texts.map((text) => `    ${text.slice(0, 300)}`),
  ];
  const asked = rowsOf(history, heard).flatMap((row) => {
    const { one, hits } = row;
    const what = `${one.id}: ${one.ask} holds ${JSON.stringify(one.holds)}, was ${JSON.stringify(one.was ?? [])}`;
    const old = lines.filter((line) => tellsOld(line, one));
    return [
      ...(lines.some((line) => hasAll(line, one.holds)) ? [] : [`  brief.now: ${what}`]),
      ...(old.length === 0 ? [] : entry(`brief.old: ${what}`, old)),
      ...(isRight(row) ? [] : entry(`ask.right: ${what}`, linesOf(row.heard))),
      ...(isFirst(row) ? [] : entry(`recall.first: ${what}`, hits)),
    ];
  });
  const acts = (key.acts ?? []).flatMap((act, i) =>
    hasLine(heard.acts[i] ?? "", act.holds)
      ? []
      : entry(`act: ${JSON.stringify(act)}`, linesOf(heard.acts[i] ?? "")),
  );
  const loud = (key.quiet ?? []).flatMap((prompt, i) =>
    heard.quiet[i]?.trim() ? entry(`quiet: ${prompt}`, linesOf(heard.quiet[i] ?? "")) : [],
  );
  return [name, ...entry("brief", linesOf(heard.brief)), ...asked, ...acts, ...loud];
}

function figuresTable(counted: readonly CountedHistory[]): Table {
  const names = Object.keys(counted[0] ?? {});
  const rows = names.map((name) => {
    const sum = (part: keyof Figure) => counted.reduce((total, each) => total + (each[name]?.[part] ?? 0), 0);
    const [met, of] = [sum("met"), sum("of")];
    return [name, `${met} of ${of}`, of === 0 ? "none" : `${((100 * met) / of).toFixed(1)} %`];
  });
  return { title: `${counted.length} histories`, columns: ["figure", "counted", "share"], rows };
}
