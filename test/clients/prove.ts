/**
 * Tests our integration in the real clients: `npm run test:clients [-- --only codex,pi] [--keep]`.
 *
 * Each client is installed from the package registry into `.cache/clients` (once) and gets our integration by
 * `tidemark init --hosts` in its own home and repository. Then it runs the checks of checks.ts against a model
 * on loopback that answers from a script. At last, all clients share one home and one project, and each must get the
 * facts that the others learned. A run with all clients saves the page of results; `--only` just prints it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKS, type Notes } from "./checks.ts";
import type { Client, Program, Stage } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { killAll, setStage } from "./drive.ts";
import { install } from "./install.ts";
import { type Model, startModel } from "./model.ts";
import { putCommand } from "./ours.ts";
import { type Pair, tellAll } from "./pairs.ts";
import { ROOT } from "./root.ts";
import type { Show } from "./show.ts";
import { isClean, type Outcome, pageOf, type Results, type Row, summaryOf } from "./table.ts";

/** Time limit for the whole run, which takes some minutes. A longer run hangs. */
const RUN_MS_MAX = 20 * 60_000;

const USAGE = `npm run test:clients [-- --only NAME,…] [--keep]; there are ${CLIENTS.map(({ name }) => name).join(", ")}`;

const began = Date.now();
const asked = process.argv.slice(2);
const strikes = new Set<() => void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop());

const chosen = chosenBy(asked);
if (chosen === undefined) {
  report(USAGE);
  process.exitCode = 2;
} else await prove(chosen);

/** Kills all clients and deletes all stages after an interrupt. */
function stop(): void {
  killAll();
  for (const strike of strikes) strike();
  process.exit(130);
}

/** The clients that the arguments select; undefined if the arguments are invalid. */
function chosenBy(words: readonly string[]): readonly Client[] | undefined {
  const rest = words.filter((word) => word !== "--keep");
  if (rest.length === 0) return CLIENTS;
  const [flag, names = "", ...more] = rest;
  const wanted = names.split(",").map((wanted) => CLIENTS.find(({ name }) => name === wanted));
  const found = wanted.filter((client) => client !== undefined);
  return flag === "--only" && more.length === 0 && found.length === wanted.length ? found : undefined;
}

async function prove(clients: readonly Client[]): Promise<void> {
  const rows: Row[] = [];
  const driven: { client: Client; program: Program }[] = [];
  for (const client of clients) {
    const installed = await install(client);
    const isHad = typeof installed !== "string";
    if (isHad) driven.push({ client, program: installed.program });
    else report(`skipped: ${installed}`);
    const outcomes = isHad ? await runChecks(client, installed.program) : installed;
    rows.push({ client: client.name, version: client.version, outcomes });
  }
  const pairs = await across(driven);
  const results = resultsOf(rows, pairs);
  if (clients.length === CLIENTS.length)
    writeFileSync(join(ROOT, "bench/results/clients.md"), pageOf(results));
  process.stdout.write(pageOf(results));
  report(summaryOf(results));
  process.exitCode = isClean(results) ? 0 : 1;
}

function resultsOf(rows: readonly Row[], pairs: readonly Pair[]): Results {
  return {
    command: ["npm run test:clients", ...(asked.length > 0 ? ["--", ...asked] : [])].join(" "),
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    checks: CHECKS,
    rows,
    pairs,
    seconds: (Date.now() - began) / 1000,
  };
}

/** Runs all checks for one client on one stage. */
async function runChecks(client: Client, program: Program): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await onStage([client], async (stage, model) => {
    const notes: Notes = { before: new Map(), integrated: new Map() };
    for (const check of CHECKS) {
      const at = Date.now();
      const outcome = await outcomeOf(() => check.run({ client, program, model, stage }, notes));
      outcomes.set(check.name, outcome);
      const seconds = ((Date.now() - at) / 1000).toFixed(1);
      report(`${client.name} ${check.name}: ${outcome.kind} in ${seconds} s ${outcome.remark ?? ""}`);
    }
  });
  return outcomes;
}

async function across(driven: readonly { client: Client; program: Program }[]): Promise<Pair[]> {
  if (driven.length < 2) return [];
  let pairs: Pair[] = [];
  await onStage(
    driven.map(({ client }) => client),
    async (stage, model) => {
      const [first, ...rest] = driven.map((one): Show => ({ ...one, model, stage }));
      if (first) pairs = await tellAll([first, ...rest], report);
    },
  );
  return pairs;
}

async function onStage(clients: readonly Client[], use: (stage: Stage, model: Model) => Promise<void>) {
  const model = await startModel();
  const { stage, strike } = setStage(model.url);
  strikes.add(strike);
  try {
    putCommand(stage);
    for (const { wire } of clients) wire(stage);
    await use(stage, model);
  } finally {
    if (asked.includes("--keep")) report(`kept: ${stage.home}`);
    else strike();
    await model.close();
  }
}

async function outcomeOf(run: () => Promise<string | undefined>): Promise<Outcome> {
  if (Date.now() - began > RUN_MS_MAX) return { kind: "fail", remark: "the time for the whole run was over" };
  try {
    return { kind: "pass", remark: await run() };
  } catch (error) {
    return { kind: "fail", remark: error instanceof Error ? error.message : String(error) };
  }
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
