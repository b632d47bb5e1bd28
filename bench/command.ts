import { nearest } from "../src/core/text/nearest.ts";
import { abstaining } from "./abstain.ts";
import type { Bench, Option } from "./bench.ts";
import { bundling } from "./bundle.ts";
import { DATA } from "./data.ts";
import { delta } from "./delta.ts";
import { distilling } from "./distil.ts";
import { erasure } from "./erasure.ts";
import { extract } from "./extract.ts";
import { faults } from "./faults.ts";
import { fit } from "./fit.ts";
import { fuzzing } from "./fuzz.ts";
import { growth } from "./growth.ts";
import { hostile } from "./hostile.ts";
import { importing } from "./import.ts";
import { ingest } from "./ingest.ts";
import { links } from "./links.ts";
import { mutation } from "./mutation.ts";
import { page } from "./page.ts";
import { peers } from "./peers/peers.ts";
import { poisoning } from "./poison.ts";
import { say } from "./progress.ts";
import { rebuild } from "./rebuild.ts";
import { recalling } from "./recall.ts";
import { recallSpeed } from "./recall-speed.ts";
import { printedResult, type Result, resultOf, saveResult } from "./result.ts";
import { updateScorecard } from "./scorecard.ts";
import { secrets } from "./secrets.ts";
import { soak } from "./soak.ts";
import { stale } from "./stale.ts";
import { start } from "./start.ts";
import { team } from "./team.ts";
import { teamRecall } from "./team-recall.ts";
import { told } from "./told.ts";
import { usage as usageBench } from "./usage.ts";
import { writes } from "./writes.ts";

const BENCHES: readonly Bench[] = [
  writes,
  team,
  teamRecall,
  soak,
  rebuild,
  start,
  page,
  faults,
  importing,
  ingest,
  secrets,
  hostile,
  erasure,
  growth,
  fuzzing,
  mutation,
  poisoning,
  extract,
  fit,
  links,

  distilling,
  recalling,
  stale,
  recallSpeed,
  bundling,
  abstaining,
  told,
  delta,
  usageBench,
  peers,
];
const SCORECARD = "scorecard";

/** An error of the caller: printed as one line, with exit code 2. */
class UsageError extends Error {}

/** Runs `npm run bench -- NAME [--json] [--save] [options]` and returns the exit code. */
export async function command(args: readonly string[]): Promise<number> {
  try {
    const [name, ...rest] = args;
    if (name === undefined || name === "--help") return listed();
    if (name === "--verify") return updateScorecard(true);
    if (name === SCORECARD) return updateScorecard(flagsOf(rest, ["--check"]).has("--check"));
    return await runBench(named(name), rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    say(error.message);
    return 2;
  }
}

function listed(): number {
  process.stdout.write(`${usage()}\n`);
  return 0;
}

function usage(): string {
  const lines = BENCHES.flatMap(({ name, summary, options }) => [
    `  ${name.padEnd(10)}${summary}`,
    ...Object.entries<Option>(options).map(
      ([option, { value, help }]) =>
        `${" ".repeat(14)}--${option} ${typeof value === "number" ? "N" : "TEXT"}  ${help}${value === "" ? "" : ` (${value})`}`,
    ),
  ]);
  return [
    "npm run bench -- NAME [--json] [--save] [options]",
    "",
    ...lines,
    `  ${SCORECARD.padEnd(10)}Writes docs/scorecard.md and the README's figures from the saved results; --check (or --verify alone) only compares.`,
    "",
    "--json prints lines for programs (use npm run -s); --save keeps the result in bench/results/.",
  ].join("\n");
}

function named(name: string): Bench {
  const found = BENCHES.find((bench) => bench.name === name);
  if (found) return found;
  const names = [...BENCHES.map((bench) => bench.name), SCORECARD];
  throw new UsageError(`There is no bench "${name}". ${hint(name, names)}`);
}

async function runBench(bench: Bench, args: readonly string[]): Promise<number> {
  const { settings, flags } = parsed(bench, args);
  const finding = await bench.run(settings);
  const result = await resultOf({ ...bench, command: commandOf(bench, settings) }, finding);
  process.stdout.write(`${flags.has("--json") ? jsonOf(result) : printedResult(result)}\n`);
  const isEmpty = result.tables.length === 0;
  if (flags.has("--save") && isEmpty) say("Nothing was measured, so nothing is saved.");
  if (flags.has("--save") && !isEmpty) saveResult(result);
  return result.verdicts.every((verdict) => verdict.isMet) ? 0 : 1;
}

const jsonOf = (result: Result): string =>
  result.lines ? result.lines.map((line) => JSON.stringify(line)).join("\n") : JSON.stringify(result);

/** Options whose value is a folder of this machine. */
const PLACES: readonly string[] = [DATA, "sample", "before", "folder"];

/** The command that repeats this run on any machine, without the folders of this one. */
function commandOf({ name, options }: Bench, settings: Parsed["settings"]): string {
  const set = Object.entries(settings).filter(
    ([option, value]) => !PLACES.includes(option) && value !== options[option]?.value,
  );
  return ["npm run bench --", name, ...set.map(([option, value]) => `--${option} ${value}`)].join(" ");
}

type Parsed = {
  readonly settings: { readonly [name: string]: number | string };
  readonly flags: ReadonlySet<string>;
};

/** Parses arguments. Options have a value, as `--writes 50` or `--writes=50`; all other words are flags. */
export function parsed(bench: Pick<Bench, "name" | "options">, args: readonly string[]): Parsed {
  const settings = Object.fromEntries(
    Object.entries<Option>(bench.options).map(([name, { value }]) => [name, value]),
  );
  const words = args.flatMap((arg) => (/^--[a-z-]+=/.test(arg) ? splitOnce(arg) : [arg]));
  const rest: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    const name = word.slice(2);
    if (!word.startsWith("--") || !Object.hasOwn(settings, name)) rest.push(word);
    else settings[name] = settingOf(name, words[++i], bench.options[name]);
  }
  const known = Object.keys(settings).map((name) => `--${name}`);
  return { settings, flags: flagsOf(rest, ["--json", "--save"], known) };
}

function splitOnce(arg: string): string[] {
  const at = arg.indexOf("=");
  return [arg.slice(0, at), arg.slice(at + 1)];
}

function settingOf(name: string, text: string | undefined, option: Option | undefined): number | string {
  const isNumber = typeof option?.value === "number";
  if (!isNumber && text) return text;
  if (!isNumber) throw new UsageError(`--${name} needs a value.`);
  const number = Number(text);
  const least = option.isZeroAllowed ? 0 : 1;
  if (text && Number.isInteger(number) && number >= least) return number;
  const wanted = option.isZeroAllowed ? "a whole number, or 0" : "a whole number above zero";
  throw new UsageError(`--${name} must be ${wanted}${text === undefined ? "" : `, not "${text}"`}.`);
}

function flagsOf(
  args: readonly string[],
  flags: readonly string[],
  options: readonly string[] = [],
): Set<string> {
  for (const arg of args) {
    if (!flags.includes(arg))
      throw new UsageError(`There is no option "${arg}". ${hint(arg, [...flags, ...options])}`);
  }
  return new Set(args);
}

export function hint(word: string, known: readonly string[]): string {
  const close = nearest(word, known);
  return close === undefined ? `There are: ${known.join(", ")}.` : `Did you mean "${close}"?`;
}
