import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import { type Result, savedResults } from "./result.ts";
import { markdownTable } from "./table.ts";

const BEGIN = "<!-- figures -->";
const END = "<!-- /figures -->";
const README = join(ROOT, "README.md");

/** Writes the figures of the saved results into the README, or says whether they are there. */
export function updateReadme(isCheck: boolean): number {
  const before = readFileSync(README, "utf8");
  const after = withFigures(before, figuresOf(savedResults()));
  if (after === undefined) {
    say(`README.md has no place for the figures: ${BEGIN} … ${END}.`);
    return 1;
  }
  if (before === after) return told("README.md has the figures of bench/results/.", 0);
  if (isCheck)
    return told("README.md has other figures than bench/results/. Run: npm run bench -- readme", 1);
  writeFileSync(README, after);
  return told("Wrote the figures into README.md.", 0);
}

function told(line: string, code: number): number {
  process.stdout.write(`${line}\n`);
  return code;
}

/** The text with what stands between the marks replaced; undefined when a mark is missing. */
export function withFigures(text: string, figures: string): string | undefined {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin < 0 || end < 0) return undefined;
  return `${text.slice(0, begin + BEGIN.length)}\n${figures}\n${text.slice(end)}`;
}

/** What a newcomer wants to know first; the rest is in the results themselves. What was missed is always shown. */
const HEADLINES: readonly RegExp[] = [
  /^acknowledged events lost/,
  /^events recorded twice/,
  /^enqueue: (p99|max) against the naive/,
  /^hook that records one turn/,
  /^tidemark status, over/,
  /^rebuild without the search index/,
  /^the search index, apart/,
  /^real transcripts:/,
  /^peak memory while a history/,
  /never survive/,
  /^harmless lines/,
  /^test: /,
  /^(locomo|lme|beam|facts|swectx)\w*, (turns|sessions): /,
  /^\d[\d,]* passages: recall p95$/,
  /^build_bundle@\d+, p95$/,
  /silent on another memory/,
  /away/,
];

/** One table of what is promised and what was measured, each row naming the bench that shows it. */
export function figuresOf(results: readonly Result[]): string {
  const all = results.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ name, ...verdict })));
  const shown = all.filter(({ what, isMet }) => !isMet || HEADLINES.some((headline) => headline.test(what)));
  if (all.length === 0) return "No results are saved yet: `npm run bench -- NAME --save`.";
  const rows = shown.map(({ name, what, target, measured, isMet }) => [
    what,
    isMet ? measured : `${measured} (missed)`,
    target,
    `[${name}](bench/results/${name}.md)`,
  ]);
  const met = all.filter(({ isMet }) => isMet).length;
  const table = markdownTable({ columns: ["what", "measured", "target", "bench"], rows });
  return `${table}\n\n${met} of ${all.length} targets are met; all of them are in [bench/results](bench/results/).`;
}
