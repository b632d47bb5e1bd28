/** Renders the page of results: which client passed which check. */
import type { Pair } from "./pairs.ts";

/** The outcome of one check. `cannot` means that the client does not support it; the remark says why. */
export type Outcome = {
  readonly kind: "pass" | "cannot" | "fail";
  readonly remark: string | undefined;
};

export type Row = {
  readonly client: string;
  readonly version: string;
  /** Outcomes by the name of the check, or the reason why the client did not run. */
  readonly outcomes: ReadonlyMap<string, Outcome> | string;
};

export type Results = {
  readonly command: string;
  readonly date: string;
  readonly node: string;
  readonly checks: readonly { readonly name: string; readonly shows: string }[];
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
  readonly seconds: number;
};

export function pageOf(results: Results): string {
  const parts = [
    "# Real clients",
    madeBy(results),
    summaryOf(results),
    "## Each client by itself",
    checksTable(results),
    remarksOf(results),
    meaningsOf(results),
    "## From one client to another",
    "A fact that a person asked one client (row) to remember, in a request of a new session of another (column); one home, one project.",
    pairsTable(results),
    pairRemarks(results),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Whether no check and no pair failed. Impossible checks and unavailable clients are no failures. */
export function isClean({ rows, pairs }: Results): boolean {
  const outcomes = rows.flatMap(({ outcomes }) =>
    typeof outcomes === "string" ? [] : [...outcomes.values()],
  );
  return outcomes.every(({ kind }) => kind !== "fail") && pairs.every(({ problem }) => problem === undefined);
}

/** One line that sums up the results. */
export function summaryOf({ rows, checks, pairs }: Results): string {
  const outcomes = rows.flatMap(({ outcomes }) =>
    typeof outcomes === "string" ? [] : [...outcomes.values()],
  );
  const count = (kind: Outcome["kind"]) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const driven = rows.filter(({ outcomes }) => typeof outcomes !== "string").length;
  const told = pairs.filter(({ problem }) => problem === undefined).length;
  const each = `${count("pass")} of ${rows.length * checks.length} checks pass, ${count("cannot")} cannot be, ${count("fail")} fail`;
  return `${driven} of ${rows.length} clients driven: ${each}; told across clients: ${told} of ${pairs.length} ordered pairs.`;
}

function madeBy({ command, date, node, rows, seconds }: Results): string {
  const versions = rows.map(({ client, version }) => `${client} ${version}`).join(", ");
  return [
    `Command: \`${command}\``,
    `On: Node ${node}, ${date}, in ${Math.round(seconds / 60)} minutes`,
    `Clients: ${versions}, each against a scripted model on loopback`,
  ].join("  \n");
}

function checksTable({ checks, rows }: Results): string {
  const cells = rows.map(({ client, outcomes }) =>
    typeof outcomes === "string"
      ? [client, ...checks.map(() => "not driven")]
      : [client, ...checks.map(({ name }) => outcomes.get(name)?.kind ?? "not tried")],
  );
  return markdown(["client", ...checks.map(({ name }) => name)], cells);
}

function remarksOf({ rows }: Results): string {
  return rows
    .flatMap(({ client, outcomes }) => {
      if (typeof outcomes === "string") return [`- ${outcomes}`];
      return [...outcomes].flatMap(([name, { kind, remark }]) =>
        remark === undefined
          ? []
          : [`- ${client}, ${name}: ${kind === "pass" ? "" : `${kind}: `}${oneLine(remark)}`],
      );
    })
    .join("\n");
}

function meaningsOf({ checks }: Results): string {
  return markdown(
    ["check", "passes when"],
    checks.map(({ name, shows }) => [name, shows]),
  );
}

function pairsTable({ pairs }: Results): string {
  const names = [...new Set(pairs.flatMap(({ from, to }) => [from, to]))];
  if (names.length === 0) return "Not tried: it takes two clients.";
  const cell = (from: string, to: string) => {
    const pair = pairs.find((one) => one.from === from && one.to === to);
    return pair === undefined ? "" : pair.problem === undefined ? "told" : "not told";
  };
  const rows = names.map((from) => [from, ...names.map((to) => cell(from, to))]);
  return markdown(["learned in", ...names], rows);
}

function pairRemarks({ pairs }: Results): string {
  return pairs
    .flatMap(({ from, to, problem }) =>
      problem === undefined ? [] : [`- ${from} to ${to}: ${oneLine(problem)}`],
    )
    .join("\n");
}

function markdown(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

const REMARK_MAX = 300;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, REMARK_MAX);
