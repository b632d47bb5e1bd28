import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { ROOT } from "./lib.mjs";

/** Says after each file how far a run of the large counts is, and writes its result as a page where one is named. */
export function longReporter(page) {
  let [began, done, files] = [0, 0, 0];
  return {
    onTestRunStart(specifications) {
      [began, done, files] = [Date.now(), 0, specifications.length];
    },
    onTestModuleEnd(module) {
      const { name, tests, failed, seconds } = outcomeOf(module);
      const result = `${tests} tests, ${failed} failed, ${seconds} s`;
      console.log(`${++done} of ${files} files, ${minutesSince(began)} min: ${name} (${result})`);
    },
    onTestRunEnd(modules, errors) {
      if (page) writeFileSync(join(ROOT, page), pageOf(modules, errors, minutesSince(began)));
    },
  };
}

const minutesSince = (began) => ((Date.now() - began) / 60_000).toFixed(1);

function outcomeOf(module) {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === "failed");
  const isBroken = module.errors().length > 0;
  return {
    name: relative(ROOT, module.moduleId),
    tests: tests.length,
    failed: failed.length + (isBroken ? 1 : 0),
    failures: [...failed.map((test) => test.fullName), ...(isBroken ? ["the file does not load"] : [])],
    seconds: Math.round(module.diagnostic().duration / 1000),
  };
}

function pageOf(modules, errors, minutes) {
  const outcomes = modules.map(outcomeOf).sort((a, b) => b.seconds - a.seconds);
  const sum = (of) => outcomes.reduce((total, one) => total + of(one), 0);
  const failures = outcomes.flatMap(({ name, failures }) => failures.map((test) => [name, test]));
  const slow = outcomes.filter(({ seconds }) => seconds >= 10);
  const where = `Node ${process.versions.node}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`;
  return `${[
    "# The large counts, run whole",
    `Command: \`npm run test:long -- --save\`  \nOn: ${where}`,
    `${sum(({ tests }) => tests)} tests in ${outcomes.length} files took ${minutes} minutes. ${sum(({ failed }) => failed) + errors.length} failed.`,
    `## What failed\n\n${tableOf(["file", "test"], failures)}`,
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

/** `const SEEDS = … isLong ? 2000 : 30`: the name of the count, the large number and the small one. */
const LARGER =
  /const (\w+) = [^;]*?(?:TIDEMARK_LONG\b[^?;]*|\b(?:isLong|IS_LONG|LONG)) \? ([\d_]+) : ([\d_]+)/g;

function largerCounts() {
  const paths = ["test", "bench"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => path.endsWith(".ts")),
  );
  return paths.sort().flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return [...text.matchAll(LARGER)].map(([, name, large, small]) => [path, name, small, large]);
  });
}
