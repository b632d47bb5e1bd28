import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect } from "vitest";
import { LOCALS } from "../../src/surfaces/cli/locals.ts";
import { parseCommandLine } from "../../src/surfaces/cli/program.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { type AlsoWritten, type Effect, effectWith, type Verb } from "../../src/surfaces/verbs/verb.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Stage, standsIn } from "../scenarios/stage.ts";
import { exampleProject, exampleWords, inTurn, runExample } from "../support/examples.ts";

scenario("verbs.effects", async () => {
  const on = await exampleProject();
  standsIn(on.dir);
  for (const command of examplesThat("writes")) await runExample(on, command);
  const found = new Map<string, Set<AlsoWritten>>();
  for (const command of inTurn(examplesThat("reads", "examines")))
    for (const agent of ["codex", ""]) {
      const written = await writtenBy({ ...on, env: { ...on.env, TIDEMARK_AGENT: agent } }, command);
      const { name } = verbIn(command);
      for (const each of written) found.set(name, (found.get(name) ?? new Set()).add(each));
    }
  const declared = verbsNamed().filter(({ name }) => !NOTHING_TO_DO.includes(name));
  const says = declared
    .filter(({ name, effect }) => LOOKING.includes(effect) || found.has(name))
    .map(({ name, alsoWrites = [] }) => [name, ...alsoWrites] as const);
  const does = says.map(([name]) => [name, ...(found.get(name) ?? [])]);
  expect(does.map(sortedText)).toEqual(says.map(sortedText));
});

/** Text of the effects of a verb. An effect on the whole memory includes those on its parts, which are left out. */
const sortedText = ([name, ...parts]: readonly string[]): string =>
  `${name}: ${parts
    .filter((part) => !parts.includes("memory") || ["memory", "files", "settings"].includes(part))
    .sort()
    .join(", ")}`;
const LOOKING: readonly Effect[] = ["reads", "examines"];
/** Commands that change nothing in a sound memory. */
const NOTHING_TO_DO: readonly string[] = ["doctor"];

/** The parts of the disk that a command changes. */
async function writtenBy(on: Stage, command: string): Promise<Set<AlsoWritten>> {
  const home = dirname(on.dir);
  const before = filesBelow(home);
  await runExample(on, command);
  const between = filesBelow(home);
  await runExample(on, command);
  // The first call lets views catch up with the tape. That changes the database file, but no event.
  const first = changedFiles(before, between).filter((path) => partOf(path) !== "ledger");
  return new Set([...first, ...changedFiles(between, filesBelow(home))].map(partOf));
}

/** The part that a file belongs to. */
function partOf(path: string): AlsoWritten {
  const [, part] = PARTS.find(([pattern]) => pattern.test(path)) ?? [];
  return part ?? "files";
}

const PARTS: readonly (readonly [RegExp, AlsoWritten])[] = [
  [/^project\/\.tidemark\/reference-tracker\./, "usage"],
  // On the tape, with its anchor in the user's state, or in the spool until the next writer opens the memory.
  [/^project\/\.tidemark\/(?:tidemark\.db|spool\/)|^\.local\/state\/tidemark\/stores\//, "ledger"],
  [/^project\/\.tidemark\/(?:sessions\/|state\.json$)/, "working page"],
  // The list of copies in other folders.
  [/^project\/\.tidemark\/copies\.jsonl$/, "files"],
  [/^project\/\.tidemark\/recording\.json$|^\.local\/state\//, "settings"],
  [/^project\/\.tidemark\//, "memory"],
];

/** Examples whose verbs have one of these effects on the memory. */
function examplesThat(...effects: readonly Effect[]): string[] {
  const commands = verbsNamed().flatMap(({ examples }) => Object.keys(examples));
  return commands
    .filter((command) => command.startsWith("tidemark "))
    .filter((command) => effects.includes(effectOf(command)));
}

function verbIn(command: string): Verb & { readonly given: object } {
  const words = exampleWords(command).slice(1);
  const asked = parseCommandLine(words, { verbs: verbsNamed, locals: LOCALS, version: "", write: () => {} });
  if (!asked || !("verb" in asked)) throw new Error(`${command} asks for no verb.`);
  return { ...asked.verb, given: asked.input };
}

function effectOf(command: string): Effect {
  const { given, ...verb } = verbIn(command);
  return effectWith(verb, verb.input.parse(given));
}

/** Every file below a folder with its bytes, without the empty files that SQLite makes when it reads a database. */
function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const files = paths.map((path) => [relative(folder, path), readFileSync(path, "latin1")] as const);
  return new Map(
    files.filter(([path, bytes]) => !path.endsWith(".db-shm") && !(path.endsWith("-wal") && bytes === "")),
  );
}

const changedFiles = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
