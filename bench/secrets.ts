import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { redact } from "../src/core/redact/redact.ts";
import { redactDeep } from "../src/core/redact/redact-deep.ts";
import { bench } from "./bench.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import { type Part, type Planted, plantedSecrets, seedOf, survives } from "./secret-corpus.ts";
import { median } from "./stats.ts";
import { shown, type Table } from "./table.ts";

/** Maximum share of planted secrets that are kept, and of harmless lines that are changed. */
const KEPT_SHARE_MAX = 0.01;
const CHANGED_SHARE_MAX = 0.005;
const PLANTED_MIN = 300;
const FORMATS_MIN = 40;

/** Maximum number of changed harmless lines that are listed. */
const OFFENDERS_MAX = 40;
/** Larger files are skipped: they are bundles of the smaller ones. */
const FILE_BYTES_MAX = 2_000_000;
const PARTS: readonly Part[] = ["dev", "held-out", "unseen"];

export const secrets = bench({
  name: "secrets",
  title: "Secrets taken out before anything is recorded",
  summary: "Planted secrets that survive redaction, harmless lines that it changes, and what it costs.",
  options: {
    times: { value: 4, help: "places each form of secret is planted in" },
    megabytes: { value: 40, help: "how much harmless text is read" },
  },
  run: async ({ times, megabytes }) => findingOf(times, megabytes),
});

function findingOf(times: number, megabytes: number): Finding {
  const trials = PARTS.map((part) => trialOf(part, times));
  // Surviving unseen forms are not listed, so that nobody tunes rules for them.
  const open = trials.filter(({ part }) => part !== "unseen");
  const files = harmlessFiles(megabytes * 1_000_000);
  const clean = cleanOf(files);
  return {
    data: { seed: seedOf("dev"), hash: hashOf(trials.flatMap(({ planted }) => planted)) },
    tables: [
      formatsTable(open),
      missesTable(open),
      cleanTable(clean),
      offendersTable(clean),
      costTable(files),
    ],
    verdicts: [...trials.flatMap(verdictsOf), cleanVerdict(clean)],
  };
}

type Trial = {
  readonly part: Part;
  readonly planted: readonly Planted[];
  readonly left: ReadonlySet<Planted>;
};

/** Redacts every planted text as a turn and inside a payload. It counts as kept if either result keeps it. */
function trialOf(part: Part, times: number): Trial {
  const planted = plantedSecrets(part, times);
  const left = planted.filter((each) => {
    const inPayload = JSON.stringify(redactDeep({ tool: { output: each.text } }).value);
    return survives(each, redact(each.text).text) || survives(each, inPayload);
  });
  say(`${part}: ${left.length} of ${planted.length} survive`);
  return { part, planted, left: new Set(left) };
}

const hashOf = (planted: readonly Planted[]): string =>
  createHash("sha256").update(JSON.stringify(planted)).digest("hex").slice(0, 16);

function formatsTable(trials: readonly Trial[]): Table {
  const formats = [...new Set(trials.flatMap(({ planted }) => planted.map(({ format }) => format)))];
  const goneOf = (format: string) =>
    trials.map(({ planted, left }) => {
      const of = planted.filter((each) => each.format === format);
      return `${of.filter((each) => !left.has(each)).length} of ${of.length}`;
    });
  return {
    title: "Planted secrets that did not survive, by form",
    columns: ["form", ...trials.map(({ part }) => part)],
    rows: formats.map((format) => [format, ...goneOf(format)]),
  };
}

function missesTable(trials: readonly Trial[]): Table {
  const rows = trials.flatMap(({ part, left }) =>
    [...left].map(({ format, place }) => [part, format, place]),
  );
  return { title: "Those that survived", columns: ["part", "form", "place"], rows };
}

function verdictsOf({ part, planted, left }: Trial): Verdict[] {
  const formats = new Set(planted.map(({ format }) => format)).size;
  const share = left.size / planted.length;
  return [
    {
      what: `${part}: planted secrets that never survive`,
      target: `≥ ${shown((1 - KEPT_SHARE_MAX) * 100)} %`,
      measured: `${((1 - share) * 100).toFixed(2)} % of ${planted.length}`,
      isMet: share <= KEPT_SHARE_MAX,
    },
    {
      what: `${part}: planted secrets and their forms`,
      target: `≥ ${PLANTED_MIN} across ≥ ${FORMATS_MIN}`,
      measured: `${planted.length} across ${formats}`,
      isMet: planted.length >= PLANTED_MIN && formats >= FORMATS_MIN,
    },
  ];
}

type Clean = {
  readonly files: number;
  readonly lines: number;
  readonly changed: readonly { readonly place: string; readonly rule: string }[];
};

/** Files of this project and its packages: texts by people, known to be harmless. */
function harmlessFiles(bytesMax: number): string[] {
  const paths: string[] = [];
  let bytes = 0;
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !/^(?:\.git|\.cache|dist|results)$/.test(relative(ROOT, path))) walk(path);
      if (!entry.isFile() || !/\.(?:[cm]?[jt]s|json|md|ya?ml|toml)$/.test(entry.name)) continue;
      const { size } = statSync(path);
      if (size > FILE_BYTES_MAX || bytes + size > bytesMax) continue;
      bytes += size;
      paths.push(path);
    }
  };
  walk(ROOT);
  return paths;
}

function cleanOf(paths: readonly string[]): Clean {
  let lines = 0;
  const changed = paths.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    lines += text.split("\n").filter((line) => line.trim() !== "").length;
    return changedLines(text).map(({ line, rule }) => ({ place: `${relative(ROOT, path)}:${line}`, rule }));
  });
  say(`harmless: ${changed.length} of ${lines} lines changed`);
  return { files: paths.length, lines, changed };
}

/** Lines that redaction changes. If it removes several lines at once, each one counts. */
function changedLines(text: string): { line: number; rule: string }[] {
  const { text: kept, found } = redact(text);
  if (kept === text) return [];
  const [before, after] = [text.split("\n"), kept.split("\n")];
  if (before.length !== after.length) {
    const rule = found.map((each) => each.rule).join(" ");
    return Array.from({ length: Math.abs(before.length - after.length) + 1 }, () => ({ line: 0, rule }));
  }
  return before.flatMap((line, i) => {
    const now = after[i] ?? "";
    return line === now ? [] : [{ line: i + 1, rule: /\[redacted:([a-z0-9-]+)\]/.exec(now)?.[1] ?? "" }];
  });
}

function cleanTable({ files, lines, changed }: Clean): Table {
  const rules = [...new Set(changed.map(({ rule }) => rule))];
  const countOf = (rule: string) => changed.filter((each) => each.rule === rule).length;
  return {
    title: `Harmless lines changed, by rule: ${files} files, ${shown(lines)} lines that are not empty`,
    columns: ["rule", "lines"],
    rows: rules.map((rule) => [rule, countOf(rule)]),
  };
}

const offendersTable = ({ changed }: Clean): Table => ({
  title: "Which lines, some of them secrets in examples and tests",
  columns: ["place", "rule"],
  rows: changed.slice(0, OFFENDERS_MAX).map(({ place, rule }) => [place, rule]),
});

function cleanVerdict({ lines, changed }: Clean): Verdict {
  const share = changed.length / lines;
  return {
    what: "harmless lines that are changed",
    target: `≤ ${CHANGED_SHARE_MAX * 100} %`,
    measured: `${(share * 100).toFixed(4)} % (${changed.length} of ${shown(lines)})`,
    isMet: share <= CHANGED_SHARE_MAX,
  };
}

/** Characters of each sort of text that are timed: enough for a stable result. */
const TIMED = 1_000_000;
const ROUNDS = 5;

function costTable(paths: readonly string[]): Table {
  const code = joined(paths.filter((path) => /\.[cm]?[jt]s$/.test(path)));
  const prose = joined(paths.filter((path) => path.endsWith(".md")));
  const planted = joined(
    undefined,
    plantedSecrets("dev").map(({ text }) => text),
  );
  const rows = [
    ["code", code],
    ["documents", prose],
    ["nothing but planted secrets", planted],
  ].map(([name = "", text = ""]) => {
    const [ours, plain] = [costOf(text, (given) => redact(given).found.length), costOf(text, plainScan)];
    return [name, Math.round(text.length / 1024), ours, plain, ours / plain];
  });
  const columns = ["text", "KB", "µs a KB", "a walk over its letters, µs a KB", "times"];
  return { title: `What it costs; medians of ${ROUNDS} rounds, warm`, columns, rows };
}

function joined(paths: readonly string[] | undefined, texts: readonly string[] = []): string {
  let text = texts.join("\n");
  for (const path of paths ?? []) {
    if (text.length >= TIMED) break;
    text += readFileSync(path, "utf8");
  }
  return text.slice(0, TIMED);
}

function costOf(text: string, work: (text: string) => number): number {
  const times = Array.from({ length: ROUNDS + 1 }, () => {
    const began = performance.now();
    work(text);
    return ((performance.now() - began) * 1000) / (text.length / 1024);
  });
  return median(times.slice(1));
}

function plainScan(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum + text.charCodeAt(i)) | 0;
  return sum;
}
