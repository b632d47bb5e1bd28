import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryError } from "../../src/core/failure.ts";
import { openTidemark, type Tidemark } from "../../src/index.ts";
import { CATALOGUE, verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import type { Verb } from "../../src/surfaces/verbs/verb.ts";
import { scenario } from "../scenarios/scenario.ts";
import {
  argvOf,
  commandLine,
  type Fields,
  type Stage,
  stage,
  standsIn,
  type VerbName,
} from "../scenarios/stage.ts";
import { holds } from "../support/property.ts";
import { EVENT_LINES, wildInput, wildText, wildValue } from "../support/wild.ts";

/** Verbs that would wait for a person or for endless input. */
const WAITS: readonly string[] = ["worker"];
const names = (Object.keys(CATALOGUE) as VerbName[]).filter((name) => !WAITS.includes(name));

/** A project with one item of most kinds, so that some random ids and statuses are valid. All files stay in its folder. */
async function filled(): Promise<Stage> {
  const on = stage("library");
  standsIn(on.dir);
  const memory = openTidemark({ dir: on.dir });
  await memory.remember({ text: "We build with pnpm", kind: "decision" });
  await memory.create({ kind: "plan", text: "Ship it", key: "ship" });
  await memory.create({ kind: "candidate", text: "Tests need Docker", proposes: "fact" });
  await memory.close();
  return on;
}

/** Checks that an error is a refusal that names the field and the reason. */
function refuses(error: unknown, what: string): asserts error is MemoryError {
  if (!(error instanceof MemoryError)) throw new Error(`${what} broke`, { cause: error });
  expect(error.code, what).toMatch(/^input\./);
  expect(error.field, `${what}: ${error.message}`).toMatch(/\S/);
  expect(error.message, what).toMatch(/^\S.*[.!?]$/s);
  expect(error.message, what).not.toMatch(/undefined|\[object|NaN|Zod|Invalid input/);
}

const end = async (dir: string): Promise<number> => {
  const memory = openTidemark({ dir });
  const { tape } = await memory.status({});
  await memory.close();
  return tape.events;
};

/** Runs a verb with an input that is wrong, or by chance is valid. A refused input must add no event. */
async function trial(memory: Tidemark, name: VerbName, input: Fields): Promise<"refused" | "done"> {
  const before = (await memory.status({})).tape.events;
  try {
    const method = memory[name] as unknown as (given: unknown) => Promise<unknown>;
    await method(input);
    return "done";
  } catch (error) {
    refuses(error, `${name} ${JSON.stringify(input)?.slice(0, 300)}`);
    expect((await memory.status({})).tape.events).toBe(before);
    return "refused";
  }
}

scenario("cli.bad-input", async (surface) => {
  const on = await filled();
  for (const name of names) await (surface === "library" ? throughLibrary(on, name) : throughCli(on, name));
});

async function throughLibrary(on: Stage, name: VerbName): Promise<void> {
  const verb = CATALOGUE[name]() as unknown as Verb;
  const tried = { refused: 0, done: 0 };
  const memory = openTidemark({ dir: on.dir });
  await holds(
    fc.asyncProperty(wildInput(verb), async (input) => {
      tried[await trial(memory, name, input)]++;
    }),
    12,
  );
  await memory.close();
  expect(tried.refused, `${name} refused nothing`).toBeGreaterThan(0);
}

/** The same through the command line, where every value is text and other things can be wrong. */
async function throughCli(on: Stage, name: VerbName): Promise<void> {
  const verb = CATALOGUE[name]() as unknown as Verb;
  await holds(
    fc.asyncProperty(wildInput(verb), fc.boolean(), async (input, isJson) => {
      const argv = [...verb.name.split(" "), ...(isJson ? ["--json"] : []), ...typed(verb, input)];
      const before = await end(on.dir);
      const { code, stdout, stderr } = await commandLine(argv, on);
      const what = JSON.stringify(argv).slice(0, 300);
      expect([0, 1, 2], `${what}: ${stdout.slice(0, 300)} ${stderr}`).toContain(code);
      if (code !== 2) return;
      expect(await end(on.dir), what).toBe(before);
      if (!isJson) {
        expect(stderr, what).toMatch(/^tidemark: \S/);
        return;
      }
      const { error } = JSON.parse(stdout) as { error: { code: string; field?: string; message: string } };
      expect(error.code, what).toMatch(/^input\./);
      expect(error.field ?? "", `${what}: ${error.message}`).toMatch(/\S/);
    }),
    3,
  );
}

/** A command line for an input, without NUL characters, which no command line can contain. */
function typed(verb: Verb, input: Fields): string[] {
  const usable = Object.entries(input).filter(
    ([name, value]) => value !== undefined && !/[\0\s=]|^-/.test(name) && name !== "",
  );
  const argv = argvOf(verb, Object.fromEntries(usable.map(([name, value]) => [name, shown(value)])));
  return argv.map((word) => word.replaceAll("\0", ""));
}

const shown = (value: unknown): unknown =>
  Array.isArray(value) || typeof value === "boolean"
    ? value
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

describe("lines of record", () => {
  scenario("cli.bad-record", async () => {
    const on = await filled();
    await holds(
      fc.asyncProperty(fc.array(EVENT_LINES.good, { maxLength: 3 }), EVENT_LINES.bad, async (good, bad) => {
        const before = await end(on.dir);
        const file = on.file("events.jsonl", `${[...good, bad].join("\n")}\n`);
        const { code, stdout } = await commandLine(["record", file, "--json"], on);
        const { error } = JSON.parse(stdout) as {
          error: { code: string; field?: string; message: string };
        };
        expect([code, error?.code], `${bad.slice(0, 200)} ${stdout}`).toEqual([
          2,
          expect.stringMatching(/^input\./),
        ]);
        expect(error.message).toMatch(
          new RegExp(`^Line ${good.length + 1}: .*Nothing was recorded\\.$`, "s"),
        );
        expect(error.field).toMatch(/\S/);
        expect(await end(on.dir)).toBe(before);
      }),
      150,
    );
    await badExports(on);
  });
});

/** An export with a change in any line is refused completely. */
async function badExports(on: Stage): Promise<void> {
  const folder = join(on.dir, "export");
  await on.call("export", { dir: folder });
  const tape = readFileSync(join(folder, "tape.jsonl"), "utf8").trimEnd().split("\n");
  const manifest = readFileSync(join(folder, "manifest.json"), "utf8");
  const other = stage("library");
  await other.call("init");
  const before = await end(other.dir);
  await holds(
    fc.asyncProperty(fc.nat(tape.length - 1), EVENT_LINES.damage, wildValue, async (at, damage, value) => {
      const lines = tape.map((line, i) => (i === at ? damage(line, value) : line));
      if (lines[at] === tape[at]) return;
      const there = join(other.dir, "export");
      mkdirSync(there, { recursive: true });
      for (const name of ["items.jsonl", "units.jsonl"]) {
        if (existsSync(join(folder, name)))
          writeFileSync(join(there, name), readFileSync(join(folder, name)));
      }
      writeFileSync(join(there, "tape.jsonl"), `${lines.join("\n")}\n`);
      writeFileSync(join(there, "manifest.json"), manifest);
      const failure = await other.refused("import", { path: there });
      expect(failure.code).toMatch(/^(input|tape)\./);
      expect(failure.field, failure.message).toMatch(/\S/);
      expect(await end(other.dir)).toBe(before);
    }),
    60,
  );
}

test("any command line gets an answer or a refusal and never crashes the program", async () => {
  const on = await filled();
  const words = fc.array(
    fc.oneof(
      wildText,
      fc.constantFrom(...verbsNamed().flatMap(({ name }) => name.split(" ")), "--", "--json"),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const isSafe = (argv: readonly string[]) =>
    !argv.some((word) => ["worker", "record", "demo"].includes(word));
  await holds(
    fc.asyncProperty(words.filter(isSafe), async (argv) => {
      const { code, stdout, stderr } = await commandLine(argv, on);
      expect([0, 1, 2], `${JSON.stringify(argv)} ${stdout} ${stderr}`).toContain(code);
      expect(stdout + stderr).not.toBe("");
      expect(stdout + stderr).not.toMatch(/This is a bug in Tidemark/);
    }),
    200,
  );
});

test("a process with bad input exits with 2 and prints only an error that names the field", async () => {
  const on = await filled();
  const before = await end(on.dir);
  for (const argv of [
    ["remember", "x".repeat(9000)],
    ["create", "plan", "--text", "x", "--steps", ""],
    ["find", "--limit", "1e9"],
    ["brief", "--budget", "NaN"],
    ["get", "__proto__"],
  ]) {
    const { code, stdout, stderr } = await on.cli([...argv, "--json"]);
    expect([argv[0], code, stderr]).toEqual([argv[0], 2, ""]);
    expect(JSON.parse(stdout).error.field).toMatch(/^[a-z]+$/);
  }
  expect(await end(on.dir)).toBe(before);
});
