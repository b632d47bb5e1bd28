import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import { type Result, savedResults, type Verdict } from "./result.ts";
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

type Section = { readonly title: string; readonly headlines: readonly RegExp[] };

/** What a newcomer wants to know first, in that order; the rest is in the results themselves. */
const SECTIONS: readonly Section[] = [
  {
    title: "Nothing is lost",
    headlines: [/^acknowledged events lost/, /^events recorded twice/, /^real transcripts:/],
  },
  {
    title: "What was said is found again, with no model",
    headlines: [/^(locomo|lme|beam|facts|swectx)\w*, (turns|sessions): [^,]+$/],
  },
  { title: "A memory that knows nothing of it is silent", headlines: [/^(locomo|beam)\w*: /] },
  { title: "Code that changed is noticed", headlines: [/^test: .* flags for changed code/] },
  { title: "What is kept of conversations that no rule was made with", headlines: [/^test: (?!.*flags)/] },
  { title: "Secrets stay out", headlines: [/^held-out: planted secrets/, /^harmless lines/] },
  {
    title: "It is fast",
    headlines: [
      /^hook that records one turn/,
      /^tidemark status, over/,
      /^\d[\d,]* passages: recall p95$/,
      /^build_bundle@\d+, p95$/,
      /away/,
      /^enqueue: p99 against the naive/,
      /^rebuild without the search index/,
      /^peak memory while a history/,
    ],
  },
];

type Told = Verdict & { readonly name: string };

/** What is promised and what was measured, each row naming the bench that shows it. */
export function figuresOf(results: readonly Result[]): string {
  const all = results.flatMap(({ name, verdicts }) => verdicts.map((verdict) => ({ name, ...verdict })));
  if (all.length === 0) return "No results are saved yet: `npm run bench -- NAME --save`.";
  const sections = SECTIONS.map(({ title, headlines }) => ({
    title,
    rows: all.filter(({ what }) => headlines.some((headline) => headline.test(what))),
  })).filter(({ rows }) => rows.length > 0);
  const shown = new Set(sections.flatMap(({ rows }) => rows));
  return [
    ...sections.map(({ title, rows }) => `**${title}**\n\n${tableOf(rows)}`),
    summaryOf(
      all,
      all.filter((one) => !one.isMet && !shown.has(one)),
    ),
  ].join("\n\n");
}

const tableOf = (rows: readonly Told[]): string =>
  markdownTable({
    columns: ["what", "measured", "target", "bench"],
    rows: rows.map(({ name, what, target, measured, isMet }) => [
      what,
      isMet ? measured : `${measured} (missed)`,
      target,
      linkTo(name),
    ]),
  });

/** A target that was missed and is not shown is at least counted, bench by bench. */
function summaryOf(all: readonly Told[], unseen: readonly Told[]): string {
  const met = all.filter(({ isMet }) => isMet).length;
  const counted = [...new Set(unseen.map(({ name }) => name))].map(
    (name) => `${unseen.filter((one) => one.name === name).length} of ${linkTo(name)}`,
  );
  const missed = counted.length === 0 ? "" : ` Missed and not shown above: ${counted.join(", ")}.`;
  return `${met} of ${all.length} targets are met; all of them are in [bench/results](bench/results/).${missed}`;
}

const linkTo = (name: string): string => `[${name}](bench/results/${name}.md)`;
