import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { HistoryImported } from "../src/app/intake/import-history.ts";
import { allFixtures } from "../test/clients/fixtures.ts";
import { bench } from "./bench.ts";
import { DATA_OPTION, packIn } from "./data.ts";
import { type Generated, writeHistory } from "./import-history.ts";
import { isHistory, type Read, readWhole } from "./import-lines.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import { shown } from "./table.ts";

const PACK = "transcripts_dev.tar.gz";
const MEGABYTE = 1024 * 1024;
const PEAK_MAX_MB = 256;
const OUTPUT_MAX = 64 * MEGABYTE;

export const importing = bench({
  name: "import",
  title: "Reading what hosts wrote",
  summary: "Made and real histories, each imported twice, and the memory that one very large file takes.",
  options: {
    data: DATA_OPTION,
    bytes: { value: 1024 * MEGABYTE, help: "size of the large history that is made" },
    seed: { value: 1, help: "what the large history is made from" },
    reading: { value: 300, help: "seconds after which an import stops to read sessions that it brought" },
  },
  run: (sizes) => inFolder((folder) => measure(folder, sizes)),
});

type Sizes = {
  readonly data: string;
  readonly bytes: number;
  readonly seed: number;
  readonly reading: number;
};

async function measure(folder: string, { data, ...sizes }: Sizes): Promise<Finding> {
  const sets = [...(await fixtureSets(folder)), ...(await packSet(folder, data))];
  const large = largeTrial(folder, sizes);
  return {
    data: { seed: sizes.seed, hash: large.file.hash },
    tables: [
      {
        title: "Each history, imported twice",
        columns: [
          ...["histories", "files", "lines", "records", "events", "left out", "unknown", "unreadable"],
          ...["not accounted for", "added again", "ms", "ms again"],
        ],
        rows: sets.map(rowOf),
      },
      {
        title: `One history of ${shown(large.file.bytes / MEGABYTE)} MB, ${shown(large.file.lines)} lines`,
        columns: [
          ...["import", "events", "seconds", "MB on disk after", "peak MB"],
          ...MARKS_MB.map((mark) => `after ${shown(mark)} MB`),
          "before sessions are read",
        ],
        rows: large.runs.map(({ name, imported, seconds, peakMb, diskMb, marks, importedMb }) => [
          ...[name, imported.added, seconds, diskMb, peakMb],
          ...MARKS_MB.map((_, i) => marks[i] ?? ""),
          importedMb,
        ]),
      },
    ],
    verdicts: [...sets.flatMap(verdictsOf), ...largeVerdicts(large)],
  };
}

/** A set of histories of one host: the reader's report on each line, and the results of two imports. */
type Set = {
  readonly name: string;
  readonly files: number;
  readonly read: Read;
  readonly first: Run;
  readonly second: Run;
};

/** Imports the recordings of each host from copies, because opening a database creates files next to it. */
async function fixtureSets(folder: string): Promise<Set[]> {
  const fixtures = allFixtures();
  const sets: Set[] = [];
  for (const host of new Set(fixtures.map(({ manifest }) => manifest.client))) {
    const place = join(folder, `recorded-${host}`);
    for (const { folder: from, manifest } of fixtures.filter((one) => one.manifest.client === host))
      cpSync(join(from, "home"), join(place, manifest.version, manifest.scenario), { recursive: true });
    sets.push(await importedTwice(`recorded: ${host}`, host, place));
  }
  return sets;
}

async function packSet(folder: string, data: string): Promise<Set[]> {
  const pack = packIn(data, PACK);
  if (pack === undefined) return [];
  const place = join(folder, "transcripts");
  mkdirSync(place);
  const { status, stderr } = spawnSync("tar", ["-xzf", pack, "-C", place], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tar could not unpack ${PACK}: ${stderr}`);
  return [await importedTwice("real transcripts", "claude-code", place)];
}

async function importedTwice(name: string, host: string, histories: string): Promise<Set> {
  const paths = readdirSync(histories, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter((path) => isHistory(host, path));
  const reads: Read[] = [];
  for (const path of paths) reads.push(await readWhole(host, path));
  const sum = (of: (read: Read) => number) => reads.reduce((total, each) => total + of(each), 0);
  const read = {
    lines: sum(({ lines }) => lines),
    records: sum(({ records }) => records),
    dropped: sum(({ dropped }) => dropped),
  };
  const project = projectBeside(histories);
  const [first, second] = [importOf(project, { paths, host }), importOf(project, { paths, host })];
  say(`${name}: ${first.imported.added} events of ${read.lines} lines, then ${second.imported.added}`);
  return { name, files: paths.length, read, first, second };
}

/** Creates an empty git repository, so that the surrounding checkout is not taken for the project. */
function projectBeside(path: string): string {
  const project = `${path}-project`;
  for (const inside of ["objects", "refs/heads"])
    mkdirSync(join(project, ".git", inside), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(project, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  return project;
}

type Run = {
  readonly imported: HistoryImported;
  readonly seconds: number;
  readonly peakMb: number;
  /** Peak memory when each mark was passed, as far as the file reaches. */
  readonly marks: readonly number[];
  /** Peak memory at the end of the last file. */
  readonly importedMb: number;
};

/** File positions, in megabytes, at which peak memory is recorded. */
const MARKS_MB = [100, 300, 1000];

/** Maximum time that an import spends on reading the imported sessions. */
const READING_MS = 300_000;

/**
 * Preloaded script that records peak memory, in total and at the marks. After the given time for reading
 * sessions it advances the clock, so that the program stops by itself.
 */
const PEAK = `
const fs = require("node:fs");
const peakMb = () => process.resourceUsage().maxRSS / 1024;
const marks = [];
const { createReadStream } = fs;
const now = Date.now;
let [stream, importedMb, ended] = [undefined, 0, Number.POSITIVE_INFINITY];
fs.createReadStream = (...args) => {
  stream = createReadStream(...args);
  return stream.on("close", () => ([importedMb, ended] = [peakMb(), now()]));
};
const readingMs = Number(process.env.BENCH_READING_MS);
Date.now = () => now() + (now() - ended < readingMs ? 0 : ${READING_MS});
setInterval(() => {
  const next = ${JSON.stringify(MARKS_MB)}[marks.length];
  if (next !== undefined && stream?.bytesRead >= next * ${MEGABYTE}) marks.push(peakMb());
}, 20).unref();
process.on("exit", () => fs.writeFileSync(process.env.BENCH_PEAK, JSON.stringify({ peakMb: peakMb(), marks, importedMb })));`;

/** Runs the built program, as users do. */
function importOf(
  project: string,
  { paths, host, reading = READING_MS / 1000 }: { paths: readonly string[]; host: string; reading?: number },
): Run {
  const program = join(ROOT, "dist/tidemark.cjs");
  if (!existsSync(program)) throw new Error("dist/tidemark.cjs is missing: run npm run build first.");
  const [preload, peak] = [join(project, "peak.cjs"), join(project, "peak")];
  writeFileSync(preload, PEAK);
  const kept = Object.entries(process.env).filter(([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name));
  const env = {
    ...Object.fromEntries(kept),
    HOME: project,
    XDG_STATE_HOME: join(project, "state"),
    BENCH_PEAK: peak,
    BENCH_READING_MS: String(reading * 1000),
  };
  const named = paths.map((path) => relative(project, path));
  const args = ["--require", preload, program, "import", ...named, "--host", host, "--json"];
  const options = { cwd: project, env, encoding: "utf8", maxBuffer: OUTPUT_MAX } as const;
  spawnSync(process.execPath, [program, "init"], options);
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  const seconds = (performance.now() - began) / 1000;
  if (status !== 0) throw new Error(`import failed with exit code ${status}: ${stderr.trim()}`);
  return {
    imported: (JSON.parse(stdout) as { readonly histories: HistoryImported }).histories,
    seconds,
    ...(JSON.parse(readFileSync(peak, "utf8")) as Pick<Run, "peakMb" | "marks" | "importedMb">),
  };
}

const total = (counts: { readonly [type: string]: number }): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Counts records that the import read but did not report, and lines that the reader ignored silently. */
function unaccounted({ read, first }: Set): number {
  const { imported } = first;
  const { added, known, other_projects, too_old, unreadable, left_out } = imported;
  const counted = added + known + other_projects + too_old + unreadable + total(left_out);
  return read.dropped + Math.abs(imported.read - counted) + Math.abs(imported.read - read.records);
}

function rowOf(set: Set): (string | number)[] {
  const { name, files, read, first, second } = set;
  const { added, left_out, unknown, unreadable } = first.imported;
  return [
    ...[name, files, read.lines, read.records, added, total(left_out), total(unknown), unreadable],
    ...[unaccounted(set), second.imported.added, first.seconds * 1000, second.seconds * 1000],
  ];
}

function verdictsOf(set: Set): Verdict[] {
  const lost = unaccounted(set);
  const again = set.second.imported.added;
  const of = `of ${shown(set.read.lines)} lines`;
  return [
    {
      what: `${set.name}: lines dropped without being counted`,
      target: "0",
      measured: `${shown(lost)} ${of}`,
      isMet: lost === 0 && set.read.lines > 0,
    },
    {
      what: `${set.name}: events that a second import adds`,
      target: "0",
      measured: `${shown(again)} of ${shown(set.first.imported.added)}`,
      isMet: again === 0 && set.first.imported.added > 0,
    },
  ];
}

type LargeRun = Run & { readonly name: string; readonly diskMb: number };
type Large = { readonly file: Generated; readonly runs: readonly LargeRun[] };

function largeTrial(folder: string, { bytes, seed, reading }: Omit<Sizes, "data">): Large {
  const place = join(folder, "large");
  mkdirSync(place);
  const path = join(place, "session.jsonl");
  say(`writing ${shown(bytes / MEGABYTE)} MB …`);
  const file = writeHistory(path, bytes, seed);
  const project = projectBeside(place);
  const runs = ["first", "again"].map((name) => {
    say(`importing it (${name}) …`);
    const run = importOf(project, { paths: [path], host: "claude-code", reading });
    const diskMb = statSync(join(project, ".tidemark/tidemark.db")).size / MEGABYTE;
    say(`… ${shown(run.seconds)} s, ${shown(run.peakMb)} MB at most`);
    return { ...run, name, diskMb };
  });
  return { file, runs };
}

function largeVerdicts({ file, runs }: Large): Verdict[] {
  const peak = Math.max(...runs.map(({ peakMb }) => peakMb));
  const again = runs.at(-1)?.imported.added ?? 0;
  const size = `${shown(file.bytes / MEGABYTE)} MB`;
  return [
    {
      what: `peak memory while a history of ${size} is imported`,
      target: `≤ ${PEAK_MAX_MB} MB`,
      measured: `${shown(peak)} MB`,
      isMet: peak <= PEAK_MAX_MB,
    },
    {
      what: `events that a second import of ${size} adds`,
      target: "0",
      measured: shown(again),
      isMet: again === 0,
    },
  ];
}
