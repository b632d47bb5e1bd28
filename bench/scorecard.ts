import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import { markdownOf, type Result, savedResults, type Verdict } from "./result.ts";
import { markdownTable } from "./table.ts";

const BEGIN = "<!-- figures -->";
const END = "<!-- /figures -->";
const README = "README.md";
const SCORECARD = "docs/scorecard.md";
/** Pages of runs that are no bench. Each has its own figures and the command that writes it. */
const OTHER_RUNS = ["clients", "conformance", "long"].map((name) => `bench/results/${name}.md`);

/** A page that is made from the saved results, wholly or between two marks. */
type Page = { readonly path: string; readonly text: string };
type ReadPage = (path: string) => string;

/** Writes the pages of figures from the saved results, or says whether they are up to date. */
export function updateScorecard(isCheck: boolean): number {
  const pages = outdatedPages(savedResults(), readPage);
  if (pages === undefined) return report(`${README} has no place for the figures: ${BEGIN} … ${END}.`, 1);
  if (pages.length === 0) return report("Every page has the figures of its result in bench/results/.", 0);
  const paths = pages.map(({ path }) => path).join(" and ");
  if (isCheck)
    return report(`${paths}: not the figures of bench/results/. Run: npm run bench -- scorecard`, 1);
  for (const { path, text } of pages) writeFileSync(join(ROOT, path), text);
  return report(`Wrote ${paths}.`, 0);
}

/** Pages that do not say what the saved results say; undefined when the README has no place for the figures. */
export function outdatedPages(results: readonly Result[], read: ReadPage): readonly Page[] | undefined {
  const readme = withFigures(read(README), headlinesOf(results));
  if (readme === undefined) return undefined;
  const pages: Page[] = [
    { path: README, text: readme },
    { path: SCORECARD, text: scorecardOf(results, otherRuns(read)) },
    ...results
      .filter(({ verdicts }) => verdicts.length > 0)
      .map((result) => ({ path: `bench/results/${result.name}.md`, text: markdownOf(result) })),
  ];
  return pages.filter(({ path, text }) => read(path) !== text);
}

const readPage: ReadPage = (path) =>
  existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : "";

function report(line: string, code: number): number {
  process.stdout.write(`${line}\n`);
  return code;
}

/** The text with the part between the marks replaced; undefined when a mark is missing. */
export function withFigures(text: string, figures: string): string | undefined {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return undefined;
  return `${text.slice(0, begin + BEGIN.length)}\n${figures}\n${text.slice(end)}`;
}

/** The figures of the README: one for each thing that a newcomer asks first. */
const HEADLINES: readonly { readonly asks: string; readonly verdict: RegExp }[] = [
  {
    asks: "Outdated statements that a brief presents as current, without a model",
    verdict: /^brief\.old/,
  },
  {
    asks: "Acknowledged events lost when writing processes are killed",
    verdict: /^acknowledged events lost/,
  },
  {
    asks: "Attacks by hostile repositories, pastes and inputs that succeed",
    verdict: /^attacks that succeed/,
  },
  {
    asks: "Planted secrets that are removed before they reach the disk, in formats without a rule of their own",
    verdict: /^unseen: planted secrets that never survive/,
  },
  {
    asks: "Time that a hook adds to an empty Node script, with its write flushed to disk",
    verdict: /^hook that records one turn/,
  },
];

/** The README's table, and how many of all targets are met. */
export function headlinesOf(results: readonly Result[]): string {
  const all = results.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ name, ...verdict })));
  if (all.length === 0) return "No results are saved yet: `npm run bench -- NAME --save`.";
  const rows = HEADLINES.flatMap(({ asks, verdict: pattern }) => {
    const found = all.find(({ what }) => pattern.test(what));
    if (found === undefined) return [];
    const bench = `[${found.name}](bench/results/${found.name}.md)`;
    return [[asks, measuredOf(found), found.target, bench]];
  });
  const met = all.filter(({ isMet }) => isMet).length;
  const table = markdownTable({ columns: ["question", "measured", "target", "bench"], rows });
  return `${table}\n\n${met} of ${all.length} targets are met. Every figure, its command and every missed target: [scorecard](${SCORECARD}).`;
}

const measuredOf = ({ measured, isMet }: Verdict): string => (isMet ? measured : `${measured} (missed)`);

type OtherRun = { readonly path: string; readonly title: string; readonly command: string };

/** Those that have a page, by its heading and the first command on it. */
function otherRuns(read: ReadPage): OtherRun[] {
  return OTHER_RUNS.flatMap((path) => {
    const text = existsSync(join(ROOT, path)) ? read(path) : "";
    const title = /^# (.+)$/m.exec(text)?.[1];
    const command = /`(npm run [^`]+)`/.exec(text)?.[1];
    return title === undefined || command === undefined ? [] : [{ path, title, command }];
  });
}

/** Every target of every saved result, with the command that measures it, and where the figures of other runs are. */
export function scorecardOf(results: readonly Result[], others: readonly OtherRun[] = []): string {
  const parts = results.filter(({ verdicts }) => verdicts.length > 0);
  const verdicts = parts.flatMap((part) => part.verdicts);
  const met = verdicts.filter(({ isMet }) => isMet).length;
  return [
    "# Scorecard",
    `Every figure below was measured by the command above it and is generated from [bench/results](../bench/results/) by \`npm run bench -- scorecard\`. ${met} of ${verdicts.length} targets are met; a missed target stays in its table.`,
    ...parts.map(sectionOf),
    ...(others.length === 0 ? [] : [otherRunsSection(others)]),
    "",
  ].join("\n\n");
}

const otherRunsSection = (others: readonly OtherRun[]): string =>
  [
    "## Runs that are no bench",
    others.map(({ path, title, command }) => `- [${title}](../${path}): \`${command}\``).join("\n"),
  ].join("\n\n");

function sectionOf({ name, title, command, date, node, cores, data, verdicts }: Result): string {
  const seed = data === undefined ? ", no generated data" : `, seed ${data.seed}, data \`${data.hash}\``;
  const rows = verdicts.map((verdict) => [
    verdict.what,
    verdict.measured,
    verdict.target,
    verdict.isMet ? "yes" : "**no**",
  ]);
  return [
    `## ${title}`,
    `\`${command}\`: Node ${node}, ${cores} cores, ${date}${seed}. [Tables](../bench/results/${name}.md).`,
    markdownTable({ columns: ["what", "measured", "target", "met"], rows }),
  ].join("\n\n");
}
