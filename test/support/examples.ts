import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import { openMemory } from "../../src/open-memory.ts";
import { commandLine, type Stage, stage } from "../scenarios/stage.ts";
import { BIN, type Ended, spawned } from "../spawned.ts";

/** A project with everything that examples name: a few items, an earlier export, a backup, a file of turns. */
export async function exampleProject(): Promise<Stage> {
  const on = stage("cli", { git: true });
  const bin = join(dirname(on.dir), "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "tidemark"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(bin, "tidemark"), 0o755);
  await on.call("remember", { text: "We ship on Fridays", kind: "decision", topic: "release" });
  for (const text of ["One", "Two", "Three", "Four"]) await on.call("remember", { text: `Fact ${text}` });
  for (const text of ["The port is taken", "The cache is stale"])
    await on.call("remember", { text, kind: "trap" });
  for (const text of ["Tests need Docker", "CI is slow", "We use pnpm"])
    await on.call("create", { kind: "candidate", text, proposes: "lesson" });
  await on.call("create", { kind: "plan", text: "Ship it" });
  await on.call("record", {
    file: on.file("s1.jsonl", '{"type":"turn","session":"s1","text":"Use pnpm"}\n'),
  });
  await on.call("sessionStart", { include_context: true });
  on.file("package.json", "{}\n");
  on.file("session.jsonl", '{"type":"turn","session":"s2","role":"user","text":"Hello"}\n');
  return { ...on, env: { ...on.env, PATH: `${bin}${delimiter}${on.env.PATH}` } };
}

/** The examples in the order of the catalogue, except that commands which replace or remove the memory come last. */
export function inTurn(examples: readonly string[]): string[] {
  const lateness = (command: string): number =>
    ["tidemark sync", "tidemark restore", "tidemark uninstall"].findIndex((name) => command.includes(name));
  return [...examples].sort((one, other) => lateness(one) - lateness(other));
}

/** Preparation that some examples need. */
const BEFORE: { readonly [command: string]: (on: Stage) => Promise<unknown> } = {
  "tidemark stale resolve nte#1": async (on) => {
    for (const text of ["One", "Two", "Three", "Four"])
      await on.call("create", { kind: "note", text, expires_at: "2020-01-01" });
  },
  "tidemark sync ../laptop-copy": async ({ dir, env }) => {
    const copy = join(dirname(dir), "laptop-copy");
    mkdirSync(copy);
    await commandLine(["remember", "Said on the laptop"], { dir: copy, env });
  },
  "tidemark undo pln#1 --redo": (on) => on.call("undo", { id: "pln#1" }),
  "tidemark worker retry s1": async ({ dir, env }) => {
    const { deps, close } = await openMemory({ cwd: dir, env, effect: "writes" });
    const payload = { attempt: 1, error: "the disk was full" };
    await deps.store.tape.append([newDraft(deps, { type: "session.failed", session: "s1", payload })]);
    await close();
  },
};

/**
 * Runs an example as a shell does. Commands without shell syntax run in this process, because starting the program is
 * slow.
 */
export async function runExample(on: Stage, command: string): Promise<Ended> {
  await BEFORE[command]?.(on);
  if (command === "tidemark demo" || /[|$]/.test(command))
    return spawned("bash", ["-c", command], { cwd: on.dir, env: on.env });
  return commandLine(exampleWords(command).slice(1), on);
}

export const exampleWords = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
