/**
 * Records fixtures from the real clients: `npm run record:fixtures [-- CLIENT …]`.
 *
 * Each client is installed from the package registry into `.cache/clients` (once), and runs the
 * scenarios of scenarios.ts against a model on loopback that answers from a script, each in its own home and git
 * project. The session files that the client wrote go to
 * `test/fixtures/hosts/CLIENT/VERSION/SCENARIO/home/…`, the input of its hooks goes to `…/hooks/NNN-EVENT.json`,
 * and `manifest.json` lists the files. Paths, host names and ports of this machine are replaced by
 * placeholders, and so are the client's own texts for the model (its system prompt and the
 * descriptions of its tools); nothing else is changed.
 *
 * `--describe` records nothing; it rewrites the manifests from the existing files.
 *
 * Recording needs the registry; reading the fixtures needs nothing. To record a newer version of a client,
 * change its version under hosts/ and run this. The older recording stays, because users have sessions in its format.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Client, Program, Stage } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { prompt, setStage } from "./drive.ts";
import { allFixtures, FIXTURES, filesOf, writeManifest } from "./fixtures.ts";
import { install } from "./install.ts";
import { type Model, startModel } from "./model.ts";
import { type Placeholders, placeholdersFor, replaceAll, replaceInDatabase } from "./placeholders.ts";
import { ROOT } from "./root.ts";
import { type Scenario, scenariosFor } from "./scenarios.ts";

/** Time for a client to save an interrupted answer before it is killed. */
const BEFORE_KILL_MS = 800;

type Cast = { readonly client: Client; readonly program: Program; readonly model: Model };

const wanted = process.argv.slice(2);
if (wanted[0] === "--describe")
  for (const { folder, manifest } of allFixtures()) writeManifest(folder, manifest);
for (const client of CLIENTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const installed = await install(client);
  if (typeof installed === "string") say(`skipped: ${installed}`);
  else await recordClient(client, installed.program);
}

async function recordClient(client: Client, program: Program): Promise<void> {
  rmSync(join(FIXTURES, client.name, client.version), { recursive: true, force: true });
  const model = await startModel();
  try {
    const { stage, strike } = setStage(model.url);
    strike();
    for (const { name } of scenariosFor(client, stage))
      await recordScenario({ client, program, model }, name);
  } finally {
    await model.close();
  }
}

/** Records a scenario on its own stage, so that the recording contains nothing of earlier scenarios. */
async function recordScenario(cast: Cast, name: string): Promise<void> {
  const { client, program, model } = cast;
  const { stage, strike } = setStage(model.url);
  try {
    const scenario = scenariosFor(client, stage).find((each) => each.name === name);
    if (!scenario) return;
    client.wire(stage);
    const hook = join(stage.home, ".hook.mjs");
    copyFileSync(join(ROOT, "test/clients/capture/hook.mjs"), hook);
    client.capture(stage, [stage.node, hook]);
    await client.agree?.(stage, program);
    model.play(scenario.scenes);
    const problems = await play(cast, stage, scenario);
    const folder = join(FIXTURES, client.name, client.version, name);
    keep(cast, stage, folder);
    const prompts = scenario.prompts.map(({ text }) => text);
    writeManifest(folder, { client: client.name, version: client.version, scenario: name, prompts });
    say(`${client.name} ${name}: ${problems.length === 0 ? "recorded" : problems.join("; ")}`);
  } finally {
    strike();
  }
}

async function play({ client, program, model }: Cast, stage: Stage, scenario: Scenario): Promise<string[]> {
  const problems: string[] = [];
  for (const asked of scenario.prompts) {
    const stalled = model.stalled();
    const running = prompt({ client, program, stage }, asked);
    if (scenario.isKilled) {
      await Promise.race([stalled, running.ended]);
      await new Promise((passed) => setTimeout(passed, BEFORE_KILL_MS));
      running.kill();
    }
    const { code, signal, output } = await running.ended;
    const isFine = scenario.isKilled ? signal === "SIGKILL" : code === 0;
    if (!isFine) problems.push(`${asked.text} ended with ${code ?? signal}: ${output.slice(-400)}`);
  }
  return problems;
}

function keep({ client, model }: Cast, stage: Stage, folder: string): void {
  const placeholders = placeholdersFor(stage, model.asked);
  rmSync(folder, { recursive: true, force: true });
  for (const path of filesOf(stage.home)) {
    if (!client.history.some((pattern) => pattern.test(path))) continue;
    keepFile(join(stage.home, path), join(folder, "home", replaceAll(path, placeholders)), placeholders);
  }
  for (const [i, name] of readdirSync(stage.captured).sort().entries()) {
    const event = name.replace(/^\d+-\d+-/, "");
    const numbered = `${String(i + 1).padStart(3, "0")}-${event}`;
    keepFile(join(stage.captured, name), join(folder, "hooks", numbered), placeholders);
  }
}

function keepFile(from: string, to: string, placeholders: Placeholders): void {
  mkdirSync(dirname(to), { recursive: true });
  if (!from.endsWith(".db")) {
    writeFileSync(to, replaceAll(readFileSync(from, "utf8"), placeholders));
    return;
  }
  for (const part of ["", "-wal"]) if (existsSync(from + part)) copyFileSync(from + part, to + part);
  replaceInDatabase(to, placeholders);
  for (const part of ["-wal", "-shm"]) rmSync(to + part, { force: true });
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
