/**
 * Runs the tests with large counts, a few files at a time, so that an interrupted run keeps its results. The
 * next run continues if sources and tests are unchanged. `.cache/long.jsonl` has one line per test file.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { CACHE, ROOT, runNode, say, TOOLS } from "./lib.mjs";

const KEPT = join(CACHE, "long.jsonl");
const PAGE = "bench/results/long.md";
/** Test files per run: few enough to lose little in an interruption, enough to occupy three workers. */
const FILES_AT_ONCE = 24;
const MINUTES_DEFAULT = 60;

/** Takes `--minutes N` and `--save`; other words select files, as for `npm test`. Returns the exit code. */
export async function testLong(words) {
  const isSaved = words.includes("--save");
  const minutes = minutesIn(words);
  if (Number.isNaN(minutes)) {
    say("`--minutes` takes a number above 0, such as `npm run test:long -- --minutes 30`.");
    return 2;
  }
  const chosen = words.filter((word, i) => word !== "--save" && !isMinutes(word) && !isMinutes(words[i - 1]));
  const files = testFiles().filter(
    (file) => chosen.length === 0 || chosen.some((part) => file.includes(part)),
  );
  const began = Date.now();
  const outcomes = keptOutcomes();
  const left = () => files.filter((file) => !outcomes.has(file));
  while (left().length > 0 && Date.now() - began < minutes * 60_000) {
    await runFiles(left().slice(0, FILES_AT_ONCE), outcomes);
    say(`${files.length - left().length} of ${files.length} files, ${minutesSince(began)} min`);
  }
  return closingOf({ files, outcomes, isSaved });
}

const isMinutes = (word) => word === "--minutes";

function minutesIn(words) {
  const at = words.findIndex(isMinutes);
  if (at < 0) return MINUTES_DEFAULT;
  const minutes = Number(words[at + 1]);
  return minutes > 0 ? minutes : Number.NaN;
}

/** Runs test files. A file without a result was killed or crashed its worker, and counts as failed. */
async function runFiles(files, outcomes) {
  const env = { ...process.env, TIDEMARK_LONG: "1", TIDEMARK_LONG_OUTCOMES: KEPT };
  const { code } = await runNode([TOOLS.vitest, "run", ...files], { env });
  for (const [file, outcome] of keptOutcomes()) outcomes.set(file, outcome);
  if (code === 0) return;
  for (const name of files)
    if (!outcomes.has(name))
      outcomes.set(name, { name, tests: 0, failed: 1, failures: ["nothing came back"], seconds: 0 });
}

function closingOf({ files, outcomes, isSaved }) {
  const done = files.flatMap((file) => outcomes.get(file) ?? []);
  const failed = sumOf(done, "failed");
  for (const { name, failures } of done) for (const test of failures) say(`failed: ${name}: ${test}`);
  if (done.length < files.length) {
    say(
      `${files.length - done.length} of ${files.length} files are left, ${failed} tests failed so far. The same command goes on.`,
    );
    return failed > 0 ? 1 : 3;
  }
  say(`${sumOf(done, "tests")} tests in ${done.length} files, ${failed} failed.`);
  if (isSaved) writeFileSync(join(ROOT, PAGE), pageOf(done));
  rmSync(KEPT, { force: true });
  return failed > 0 ? 1 : 0;
}

const sumOf = (outcomes, field) => outcomes.reduce((sum, outcome) => sum + outcome[field], 0);
const minutesSince = (began) => ((Date.now() - began) / 60_000).toFixed(1);

/**
 * Results of earlier runs on the same sources. Discards those of other sources, which the file's first line
 * identifies.
 */
function keptOutcomes() {
  const print = JSON.stringify({ sources: sourcesPrint() });
  const [first, ...lines] = existsSync(KEPT) ? readFileSync(KEPT, "utf8").split("\n").filter(Boolean) : [];
  if (first === print)
    return new Map(lines.map((line) => JSON.parse(line)).map((outcome) => [outcome.name, outcome]));
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(KEPT, `${print}\n`);
  return new Map();
}

function sourcesPrint() {
  const hash = createHash("sha256");
  for (const path of ["src", "test", "bench"].flatMap(filesBelow).filter((path) => /\.(ts|tsx)$/.test(path)))
    hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex").slice(0, 16);
}

const testFiles = () => ["test", "bench"].flatMap(filesBelow).filter((path) => path.endsWith(".test.ts"));

const filesBelow = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => relative(ROOT, join(ROOT, folder, String(name))).replaceAll("\\", "/"))
    .sort();

function pageOf(outcomes) {
  const bySeconds = [...outcomes].sort((a, b) => b.seconds - a.seconds);
  const failures = bySeconds.flatMap(({ name, failures }) => failures.map((test) => [name, test]));
  const slow = bySeconds.filter(({ seconds }) => seconds >= 10);
  const where = `Node ${process.versions.node}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`;
  return `${[
    "# The large counts, run whole",
    `Command: \`npm run test:long -- --save\`  \nOn: ${where}`,
    `${sumOf(outcomes, "tests")} tests in ${outcomes.length} files: ${sumOf(outcomes, "failed")} failed. The files took ${Math.round(sumOf(outcomes, "seconds") / 60)} minutes, added up; three run at a time.`,
    `## What failed\n\n${failures.length === 0 ? "Nothing." : tableOf(["file", "test"], failures)}`,
    `## Counts that are larger than in \`npm test\`\n\n${tableOf(["file", "count", "in every run", "here"], largerCounts())}`,
    `## Files that took ten seconds or more\n\n${tableOf(
      ["file", "tests", "failed", "seconds"],
      slow.map(({ name, tests, failed, seconds }) => [name, tests, failed, seconds]),
    )}`,
  ].join("\n\n")}\n`;
}

const tableOf = (columns, rows) =>
  [columns, columns.map(() => "---"), ...rows]
    .map(
      (row) =>
        `| ${row.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`,
    )
    .join("\n");

/** Matches `const SEEDS = … isLong ? 2000 : 30`: the name of the count, the large and the small number. */
const LARGER =
  /const (\w+) = [^;]*?(?:TIDEMARK_LONG\b[^?;]*|\b(?:isLong|IS_LONG|LONG)) \? ([\d_]+) : ([\d_]+)/g;

const largerCounts = () =>
  ["test", "bench"]
    .flatMap(filesBelow)
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(LARGER)].map(([, name, large, small]) => [
        path,
        name,
        small,
        large,
      ]),
    );
