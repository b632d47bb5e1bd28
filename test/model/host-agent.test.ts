import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { AGENT_COMMANDS } from "../../src/surfaces/hosts/agent-commands.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage as newStage, type Stage } from "../scenarios/stage.ts";
import { BIN, node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";

const SAID = "ok the exports go to the tern bucket then, not to the disk";
const STATEMENT = "Exports: stored in the tern bucket, not on the disk";
const ANSWER = JSON.stringify({
  statements: [
    {
      ...{ id: "s1", kind: "decision", text: STATEMENT, topic: "exports", certainty: "explicit" },
      quotes: [{ turn: 1, words: SAID }],
    },
  ],
});

/** Makes a fake coding agent: it logs its input, runs the shell code `does`, and answers like Claude Code. */
function putAgent(folder: string, log: string, does = ""): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "claude");
  const reply = JSON.stringify({ type: "result", is_error: false, result: ANSWER, usage: {} });
  writeFileSync(
    file,
    `#!/bin/sh\n{ pwd; ls -A; echo "reader=$TIDEMARK_READER"; printf '%s\\n' "$@"; cat; } > "${log}"\n${does}\ncat <<'END'\n${reply}\nEND\n`,
  );
  chmodSync(file, 0o755);
  return file;
}

async function recordSession(stage: Stage, said = SAID, session = "s1"): Promise<void> {
  const events = [
    { type: "turn", session, role: "user", text: said },
    { type: "session.ended", session },
  ];
  const file = stage.file(`${session}.jsonl`, events.map((event) => JSON.stringify(event)).join("\n"));
  await stage.cli(["record", file]);
}

type Reading = { readonly path: string; readonly env?: NodeJS.ProcessEnv };

async function readSessions(stage: Stage, { path, env = {} }: Reading): Promise<string> {
  const settings = { TIDEMARK_MODEL_MODE: "active", TIDEMARK_MODEL_PROVIDER: "host" };
  const { stdout } = await stage.cli(["worker", "--once"], {
    env: { ...stage.env, ...settings, PATH: `${path}:${process.env.PATH}`, ...env },
  });
  return stdout;
}

const textsOf = async (stage: Stage): Promise<string[]> =>
  (await stage.call("find", { limit: 50 })).items.map(({ text }) => text);

const outside = (stage: Stage): string => join(dirname(stage.dir), "programs");

scenario("reader.host", async () => {
  const stage = newStage("cli", { git: true });
  const log = join(dirname(stage.dir), "log");
  putAgent(outside(stage), log);
  await recordSession(stage);
  await readSessions(stage, { path: outside(stage) });
  expect(await textsOf(stage)).toEqual([STATEMENT]);
  const [folder = "", ...rest] = readFileSync(log, "utf8").split("\n");
  expect(folder).toMatch(/tidemark-reader-[0-9a-f]{16}$/);
  expect(rest[0]).toBe("reader=1");
  expect(rest).toContain("--tools");
  expect(rest.join("\n")).toContain(SAID);
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(dirname(folder)).filter((name) => name.startsWith("tidemark-reader"))).toEqual([]);
});

scenario("reader.silent", async () => {
  const stage = newStage("cli", { git: true });
  askForMemory(stage.dir, stage.env);
  const before = await stage.end();
  const input = JSON.stringify({
    session_id: "h1",
    cwd: stage.dir,
    prompt: SAID,
    hook_event_name: "UserPromptSubmit",
  });
  const call = (env: NodeJS.ProcessEnv, cwd: string, text = input) =>
    node([BIN, "hook", "claude-code", "UserPromptSubmit"], { cwd, env, input: text });
  const byVariable = await call({ ...stage.env, TIDEMARK_READER: "1" }, stage.dir);
  expect(byVariable.stdout).toBe("{}");
  const folder = join(stage.dir, "tidemark-reader-0123456789abcdef");
  mkdirSync(folder);
  await call(stage.env, folder);
  await call(stage.env, stage.dir, JSON.stringify({ ...JSON.parse(input), cwd: folder }));
  expect(await stage.end()).toBe(before);
  expect(readdirSync(join(stage.dir, ".tidemark", "spool"))).toEqual([]);
  await call(stage.env, stage.dir);
  expect(await stage.end()).toBeGreaterThan(before);
});

scenario("reader.no-recursion", async () => {
  const stage = newStage("cli", { git: true });
  const log = join(dirname(stage.dir), "log");
  putAgent(outside(stage), log);
  await recordSession(stage);
  await readSessions(stage, { path: outside(stage), env: { TIDEMARK_READER: "1" } });
  expect(existsSync(log)).toBe(false);
});

scenario("reader.outside", async () => {
  const stage = newStage("cli", { git: true });
  const log = join(dirname(stage.dir), "log");
  const inside = putAgent(join(stage.dir, "node_modules", ".bin"), log);
  const links = join(dirname(stage.dir), "links");
  mkdirSync(links);
  symlinkSync(inside, join(links, "claude"));
  await recordSession(stage);
  for (const path of [dirname(inside), links, "node_modules/.bin", "."])
    await readSessions(stage, {
      path,
      env: { PATH: `${path}:/usr/bin:/bin`, TIDEMARK_MODEL_HOST: "claude-code" },
    });
  expect(existsSync(log)).toBe(false);
  const { stdout } = await stage.cli(["worker", "status"], {
    env: { ...stage.env, TIDEMARK_MODEL_MODE: "active", TIDEMARK_MODEL_PROVIDER: "host" },
  });
  expect(stdout).toContain("No coding agent was found on the search path");
});

scenario("reader.personal", async () => {
  const stage = newStage("cli", { git: true });
  mkdirSync(join(stage.dir, ".tidemark"), { recursive: true });
  stage.file(".tidemark/config.yaml", "model: { mode: active, provider: host }\n");
  const { code, stderr } = await stage.cli(["worker", "--once"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain("ignored in a project's file");
});

scenario("reader.late", async () => {
  const stage = newStage("cli", { git: true });
  putAgent(outside(stage), join(dirname(stage.dir), "log"), "sleep 600");
  await recordSession(stage, "Remember: releases are cut on Tuesdays.");
  await readSessions(stage, { path: outside(stage), env: { TIDEMARK_MODEL_TIMEOUT_MS: "1000" } });
  expect(await textsOf(stage)).toEqual(["releases are cut on Tuesdays."]);
});

test("every agent gets the question on its standard input, and has one row", () => {
  const system = "the system text";
  for (const { host, args, takesSystem } of AGENT_COMMANDS)
    expect([host, args({ system, model: "m" }).includes(system)]).toEqual([host, takesSystem === true]);
  expect(new Set(AGENT_COMMANDS.map(({ host }) => host)).size).toBe(AGENT_COMMANDS.length);
});

const reply = (text: string) => ({ text, tokensIn: 3, tokensOut: 2 });

test.each([
  ["claude-code", JSON.stringify({ result: "A", usage: { input_tokens: 3, output_tokens: 2 } }), reply("A")],
  ["claude-code", JSON.stringify({ result: "A", is_error: true }), undefined],
  [
    "codex",
    '{"type":"item.completed","item":{"type":"agent_message","text":"A"}}\n{"type":"turn.completed","usage":{"input_tokens":3,"output_tokens":2}}',
    reply("A"),
  ],
  ["gemini", '{"response":"A"}', { text: "A", tokensIn: undefined, tokensOut: undefined }],
  ["qwen", '[{"type":"result","result":"A","usage":{"input_tokens":3,"output_tokens":2}}]', reply("A")],
  ["copilot", "A\n\n", { text: "A", tokensIn: undefined, tokensOut: undefined }],
  [
    "opencode",
    '{"type":"text","part":{"text":"A"}}\n{"type":"step_finish","part":{"tokens":{"input":3,"output":2}}}',
    reply("A"),
  ],
  ["pi", "A\n", { text: "A", tokensIn: undefined, tokensOut: undefined }],
  ["codex", "no JSON at all", undefined],
  ["pi", "  ", undefined],
])("the answer of %s is found in %j", (host, output, wanted) => {
  expect(AGENT_COMMANDS.find((each) => each.host === host)?.replyIn(output)).toEqual(wanted);
});
