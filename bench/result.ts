import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { ROOT } from "./place.ts";
import { markdownTable, plainTable, type Table } from "./table.ts";

/** A target, the measured value, and whether the target is met. */
export type Verdict = {
  readonly what: string;
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
};

/** A hash that identifies generated data. */
export const dataHash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

/** The findings of a bench. */
export type Finding = {
  /** The seed and the hash of the generated data, if any. */
  readonly data?: { readonly seed: number; readonly hash: string };
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
  /** With `--json`, these lines are printed instead of the findings. */
  readonly lines?: readonly object[];
};

/** Findings with everything needed to repeat the run. It names no machine. */
export type Result = Finding & {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly date: string;
  readonly node: string;
  readonly driver: { readonly name: string; readonly version: string };
  readonly cores: number;
};

const FOLDER = join(ROOT, "bench/results");

/** Adds the date, the versions and the number of cores to the findings. */
export async function resultOf(
  bench: { readonly name: string; readonly title: string; readonly command: string },
  finding: Finding,
): Promise<Result> {
  const { name, version } = await chooseDriver();
  return {
    name: bench.name,
    title: bench.title,
    command: bench.command,
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    driver: { name, version },
    cores: cpus().length,
    ...finding,
  };
}

export function printedResult({ tables, verdicts }: Finding): string {
  const lines = verdicts.map((verdict) => `${verdict.isMet ? "met   " : "missed"}  ${verdictLine(verdict)}`);
  return [...tables.map(plainTable), lines.join("\n")].filter(Boolean).join("\n\n");
}

const verdictLine = ({ what, target, measured }: Verdict): string =>
  `${what}: ${measured} (target ${target})`;

/** Saves a result where the README's figures are read from. */
export function saveResult({ lines: _lines, ...result }: Result): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${result.name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(FOLDER, `${result.name}.md`), markdownOf(result));
}

/** The saved results, sorted by name. */
export function savedResults(): Result[] {
  if (!existsSync(FOLDER)) return [];
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(FOLDER, name), "utf8")) as Result);
}

export function markdownOf(result: Result): string {
  const { data, driver, tables, verdicts } = result;
  const made = [
    `Command: \`${result.command}\``,
    ...(data ? [`Data: seed ${data.seed}, hash \`${data.hash}\``] : []),
    `On: Node ${result.node}, ${driver.name} (SQLite ${driver.version}), ${result.cores} cores, ${result.date}`,
  ];
  const sections = tables.map((table) => `## ${table.title}\n\n${markdownTable(table)}`);
  const targets = markdownTable({
    columns: ["what", "target", "measured", "met"],
    rows: verdicts.map(({ what, target, measured, isMet }) => [what, target, measured, isMet ? "yes" : "no"]),
  });
  return `${[`# ${result.title}`, made.join("  \n"), ...sections, `## Targets\n\n${targets}`].join("\n\n")}\n`;
}
