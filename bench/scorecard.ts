import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import { markdownOf, type Result, savedResults, type Verdict } from "./result.ts";
import { markdownTable } from "./table.ts";

const BEGIN = "<!-- figures -->";
const END = "<!-- /figures -->";
const README = "README.md";
const SCORECARD = "docs/scorecard.md";
/** Result pages of runs that are not benches. Each page has its own figures and command. */
const OTHER_RUNS = ["clients", "conformance", "long"].map((name) => `bench/results/${name}.md`);

/** A page generated from the saved results, completely or between two markers. */
type Page = { readonly path: string; readonly text: string };
type ReadPage = (path: string) => string;

/** Writes the pages of figures from the saved results, or checks that they are up to date. */
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

/** Pages that differ from the saved results; undefined if the README has no markers for the figures. */
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

/** Replaces the text between the markers; undefined if a marker is missing. */
export function withFigures(text: string, figures: string): string | undefined {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return undefined;
  return `${text.slice(0, begin + BEGIN.length)}\n${figures}\n${text.slice(end)}`;
}

/** The README's figures: one for each question that a newcomer asks first. */
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

/** The README's table, with the number of targets that are met. */
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

/** The existing pages of other runs, with their headings and first commands. */
function otherRuns(read: ReadPage): OtherRun[] {
  return OTHER_RUNS.flatMap((path) => {
    const text = existsSync(join(ROOT, path)) ? read(path) : "";
    const title = /^# (.+)$/m.exec(text)?.[1];
    const command = /`(npm run [^`]+)`/.exec(text)?.[1];
    return title === undefined || command === undefined ? [] : [{ path, title, command }];
  });
}

/**
 * The scorecard: every target of every saved result with its command, and links to the pages of other runs.
 */
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
