import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../src/core/bundle/tokens.ts";
import { bench } from "./bench.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import type { Table } from "./table.ts";
import {
  doubts,
  type Groups,
  type History,
  type Holding,
  hasAll,
  linesOf,
  type Told,
  tellsOld,
} from "./told-history.ts";
import { startRecordedModel } from "./told-model.ts";
import { playHistory } from "./told-play.ts";
import {
  oldRecordings,
  promptHash,
  readRecordings,
  type SentPrompt,
  takeAnswers,
  writePrompts,
} from "./told-recordings.ts";
import { type Figure, percentOf, verdictsOn } from "./told-targets.ts";

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
    model: {
      value: "",
      help: "recorded: a model reads too, and answers from the recordings; both: without and with it",
    },
    prompts: { value: "", help: "a folder: only write the prompts that have no recording into it" },
    answers: {
      value: "",
      help: "a folder with answers to such prompts: take them into the recordings first",
    },
    real: { value: "", help: "yes: start the built command for every step, else work in process" },
  },
  run: ({ part, file, only, show, real, model, prompts, answers }) => {
    if (answers !== "") say(`${takeAnswers(answers)} answers taken`);
    const histories = historiesOf(part, file).filter(({ name }) => [name, ""].includes(only || oneOf(show)));
    if (prompts !== "") return inFolder((folder) => promptsFinding(histories, { folder, prompts }));
    const options = { isReal: real !== "", isShown: show !== "" };
    const measure = (hasModel: boolean) =>
      inFolder((folder) => findingOf(histories, { folder, ...options, hasModel }));
    return model === "both" ? bothFindings(measure) : measure(model !== "" || answers !== "");
  },
});

/** The findings of the rules alone, followed by those of the rules with a model. */
async function bothFindings(measure: (hasModel: boolean) => Promise<Finding>): Promise<Finding> {
  const [byRule, byModel] = [await measure(false), await measure(true)];
  return {
    ...byRule,
    tables: [...byRule.tables, ...byModel.tables],
    verdicts: [...byRule.verdicts, ...byModel.verdicts],
  };
}

type PromptsOptions = { readonly folder: string; readonly prompts: string };

/** Plays the histories to collect prompts, and writes those without a recorded answer to a folder. */
async function promptsFinding(
  histories: readonly History[],
  { folder, prompts }: PromptsOptions,
): Promise<Finding> {
  const model = await startRecordedModel();
  for (const [i, history] of histories.entries()) {
    const options = { folder: join(folder, String(i)), isReal: false, isRead: true };
    await playHistory(history, { ...options, env: model.env(history.name) });
  }
  const sent = await model.end();
  const written = writePrompts(prompts, sent);
  say(`${written.length} prompts without an answer in ${prompts}, of ${sent.length}`);
  return { tables: [recordingsTable(sent)], verdicts: [] };
}

/** Counts answered and unanswered prompts, and recordings that no longer match a prompt. */
function recordingsTable(sent: readonly SentPrompt[]): Table {
  const known = new Set(readRecordings().flatMap(({ answers }) => Object.keys(answers)));
  const old = oldRecordings(sent);
  const missing = sent.filter((prompt) => !known.has(promptHash(prompt)));
  return {
    title: "Recorded answers",
    columns: ["prompts", "sent", "which"],
    rows: [
      ["answered", String(sent.length - missing.length), ""],
      ["without a recording", String(missing.length), missing.map(({ history }) => history).join(", ")],
      ["recordings that are old, because their prompt has changed", String(old.length), old.join(", ")],
    ],
  };
}

const oneOf = (show: string): string => (show === "all" ? "" : show);

export function historiesOf(part: string, file: string): History[] {
  const folder = join(CORPUS, part === "test" ? "test" : "dev");
  const wanted = file === "" ? undefined : file.split(",").map((name) => `${name}.json`);
  const files = readdirSync(folder).filter((name) => wanted?.includes(name) ?? true);
  return files.sort().flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as History[]);
}

type ToldOptions = {
  readonly folder: string;
  readonly isReal: boolean;
  readonly isShown: boolean;
  readonly hasModel: boolean;
};

async function findingOf(
  histories: readonly History[],
  { folder, isReal, isShown, hasModel }: ToldOptions,
): Promise<Finding> {
  const model = hasModel ? await startRecordedModel() : undefined;
  const counted: CountedHistory[] = [];
  for (const history of histories) {
    const place = join(folder, String(counted.length));
    const env = model?.env(history.name) ?? {};
    const heard = await playHistory(history, { folder: place, isReal, env });
    if (isShown) for (const line of missesOf(history, heard)) process.stdout.write(`${line}\n`);
    counted.push(countOf(history, heard));
    say(`${counted.length} of ${histories.length} histories`);
  }
  const recordings = model ? [recordingsTable(await model.end())] : [];
  const figures = sumOf(counted);
  return {
    data: { seed: 0, hash: hashOf(histories) },
    tables: [figuresTable(figures, countedTitle(counted.length, hasModel)), ...recordings],
    verdicts: verdictsOn(figures, hasModel),
  };
}

const hashOf = (histories: readonly History[]): string =>
  createHash("sha256").update(JSON.stringify(histories)).digest("hex").slice(0, 16);

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

export function isFirst({ one, hits }: Pick<AskedRow, "one" | "hits">): boolean {
  const at = hits.findIndex((text) => hasAll(text, one.holds));
  const oldAt = hits.findIndex((text) => tellsOld(text, one));
  return at >= 0 && (oldAt < 0 || at < oldAt);
}

/** Number of brief lines that repeat the expected statement of an earlier line. */
function repeatsIn(lines: readonly string[], now: readonly Holding[]): number {
  const counts = now.map(({ holds }) => lines.filter((line) => hasAll(line, holds)).length);
  return counts.reduce((total, count) => total + Math.max(0, count - 1), 0);
}

/** Every line that tells what holds marks it as perhaps replaced. */
function isDoubted(lines: readonly string[], one: Holding): boolean {
  const telling = lines.filter((line) => hasAll(line, one.holds));
  return telling.length > 0 && telling.every((line) => doubts(line, one));
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
    "brief.doubted": share(key.now, (one) => isDoubted(lines, one)),
    "brief.noise": share(key.noise ?? [], (groups) => lines.some((line) => hasAll(line, groups))),
    "brief.twice": { met: repeatsIn(lines, key.now), of: lines.length },
    "ask.right": share(rows, isRight),
    "ask.right, amended": share(amended, isRight),
    "ask.wrong": share(amended, isOld),
    "recall.first": share(rows, isFirst),
    "recall.first, amended": share(amended, isFirst),
    act: share(acts, (act) => hasLine(heard.acts[acts.indexOf(act)] ?? "", act.holds)),
    "note.ordinary": share(heard.ordinary, ({ note }) => note.trim() !== ""),
    quiet: share(heard.quiet, (text) => text.trim() === ""),
    [TOKENS]: { met: countTokens(heard.brief), of: 1 },
  };
}

/** Lists each miss with the text that the program gave. */
function missesOf(history: History, heard: Told): string[] {
  const { key, name } = history;
  const lines = briefLines(heard.brief);
  const entry = (title: string, texts: readonly string[]): string[] => [
    `  ${title}`,
    ...texts.map((text) => `    ${text.slice(0, 400)}`),
  ];
  const asked = rowsOf(history, heard).flatMap((row) => {
    const { one, hits } = row;
    const what = `${one.id}: ${one.ask} holds ${JSON.stringify(one.holds)}, was ${JSON.stringify(one.was ?? [])}`;
    const old = lines.filter((line) => tellsOld(line, one));
    return [
      ...(lines.some((line) => hasAll(line, one.holds)) ? [] : [`  brief.now: ${what}`]),
      ...(old.length === 0 ? [] : entry(`brief.old: ${what}`, old)),
      ...(isDoubted(lines, one)
        ? entry(
            `brief.doubted: ${what}`,
            lines.filter((line) => doubts(line, one)),
          )
        : []),
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
  const noise = (key.noise ?? []).flatMap((groups) => {
    const told = lines.filter((line) => hasAll(line, groups));
    return told.length === 0 ? [] : entry(`brief.noise: ${JSON.stringify(groups)}`, told);
  });
  const twice = key.now.flatMap(({ id, holds }) => {
    const told = lines.filter((line) => hasAll(line, holds));
    return told.length < 2 ? [] : entry(`brief.twice: ${id} ${JSON.stringify(holds)}`, told);
  });
  const notes = heard.ordinary.flatMap(({ call, note }) =>
    note.trim() === "" ? [] : entry(`note.ordinary: ${call.slice(0, 200)}`, linesOf(note)),
  );
  const shown = [...asked, ...noise, ...twice, ...acts, ...loud, ...notes];
  return [name, ...entry("brief", linesOf(heard.brief)), ...shown];
}

function sumOf(counted: readonly CountedHistory[]): ReadonlyMap<string, Figure> {
  const names = Object.keys(counted[0] ?? {});
  const sum = (name: string, part: keyof Figure): number =>
    counted.reduce((total, each) => total + (each[name]?.[part] ?? 0), 0);
  return new Map(names.map((name) => [name, { met: sum(name, "met"), of: sum(name, "of") }]));
}

const countedTitle = (histories: number, hasModel: boolean): string =>
  `${histories} histories${hasModel ? ", with a model's recorded answers" : ""}`;

function figuresTable(figures: ReadonlyMap<string, Figure>, title: string): Table {
  const rows = [...figures].map(([name, figure]) =>
    name === TOKENS
      ? [name, `${figure.met} in ${figure.of} briefs`, String(Math.round(figure.met / figure.of))]
      : [
          name,
          `${figure.met} of ${figure.of}`,
          figure.of === 0 ? "none" : `${percentOf(figure).toFixed(1)} %`,
        ],
  );
  return { title, columns: ["figure", "counted", "share"], rows };
}

/** The average size of a brief. */
const TOKENS = "tokens of a brief";
