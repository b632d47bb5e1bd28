import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import type { Table } from "./table.ts";
import { type History, hasAll, linesOf, type Told, tellsOld } from "./told-history.ts";
import { playHistory } from "./told-play.ts";

const CORPUS = join(ROOT, "bench/corpus/told");

export const told = bench({
  name: "told",
  title: "What an agent is told, held against what holds",
  summary: "Plays project histories through the built command and counts what a new session hears.",
  options: {
    part: { value: "dev", help: "dev, or test, which nobody reads" },
    only: { value: "", help: "the name of one history" },
  },
  run: ({ part, only }) => inFolder((folder) => findingOf(folder, historiesOf(part, only))),
});

function historiesOf(part: string, only: string): History[] {
  const folder = join(CORPUS, part === "test" ? "test" : "dev");
  const files = readdirSync(folder).sort();
  const all = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as History[]);
  return all.filter(({ name }) => only === "" || name === only);
}

async function findingOf(folder: string, histories: readonly History[]): Promise<Finding> {
  const counted: CountedHistory[] = [];
  for (const history of histories) {
    counted.push(countOf(history, await playHistory(join(folder, String(counted.length)), history)));
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

function countOf({ key }: History, { brief, asked, acts, quiet }: Told): CountedHistory {
  const lines = linesOf(brief).filter((line) => line.startsWith("- "));
  const rows = key.now.map((one, i) => ({ one, ...asked[i] }) as const);
  const amended = rows.filter(({ one }) => one.was !== undefined);
  type Row = (typeof rows)[number];
  const isTold = ({ one, heard = "" }: Row) => linesOf(heard).some((line) => hasAll(line, one.holds));
  const isOld = ({ one, heard = "" }: Row) => linesOf(heard).some((line) => tellsOld(line, one));
  const isRight = (row: Row) => isTold(row) && !isOld(row);
  const isFirst = ({ one, hits = [] }: Row) => {
    const at = hits.findIndex((text) => hasAll(text, one.holds));
    const oldAt = hits.findIndex((text) => tellsOld(text, one));
    return at >= 0 && (oldAt < 0 || at < oldAt);
  };
  return {
    "brief.now": share(rows, ({ one }) => lines.some((line) => hasAll(line, one.holds))),
    "brief.old": share(amended, ({ one }) => lines.some((line) => tellsOld(line, one))),
    "brief.noise": share(key.noise ?? [], (groups) => lines.some((line) => hasAll(line, groups))),
    "ask.right": share(rows, isRight),
    "ask.right, amended": share(amended, isRight),
    "ask.wrong": share(amended, isOld),
    "recall.first": share(rows, isFirst),
    "recall.first, amended": share(amended, isFirst),
    act: share(key.acts ?? [], (act) => {
      const heard = acts[(key.acts ?? []).indexOf(act)] ?? "";
      return linesOf(heard).some((line) => hasAll(line, act.holds));
    }),
    quiet: share(quiet, (heard) => heard.trim() === ""),
  };
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
