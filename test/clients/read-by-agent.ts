/** Checks that the client itself reads a session with `model.provider: host`, and that the reading leaves no trace. */
import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AGENT_COMMANDS } from "../../src/surfaces/hosts/agent-commands.ts";
import type { Client, Program, Stage } from "./client.ts";
import { put } from "./drive.ts";
import type { Exchange } from "./model.ts";
import { itemsOf, tapeOf, tidemark } from "./ours.ts";
import type { Scene } from "./script.ts";
import type { Show } from "./show.ts";

const SAID = "ok the exports go to the tern bucket then, not to the disk";
const STATEMENT = "Exports: stored in the tern bucket, not on the disk";
/** The marker at the beginning and the end of our questions. */
const MARK = /DATA-[0-9a-f]{16}/;

/** Returns a remark, if there is one; throws if the client does not read or leaves something behind. */
export async function readByAgent(show: Show): Promise<string | undefined> {
  const { stage, client, program } = show;
  const config = join(stage.home, ".config", "tidemark", "config.yaml");
  putProgram(stage, client, program);
  put(config, configOf(client, 1));
  try {
    await record(stage, "reader-1", SAID);
    const before = (await tapeOf(stage)).length;
    const asked = await work(show, [{ when: MARK, replies: [{ say: answerFor(SAID) }] }]);
    expectRead(asked, await itemsOf(stage));
    const tape = await tapeOf(stage);
    if (tape.some((event) => event.type === "turn.recorded" && MARK.test(JSON.stringify(event))))
      throw new Error("the reading itself was recorded");
    const others = tape
      .slice(before)
      .filter(({ session }) => session !== undefined && session !== "reader-1");
    if (others.length > 0) throw new Error("the reading has a session of its own on the tape");
    expectNothingLeft(stage);
    return await expectCap(show, config);
  } finally {
    rmSync(config, { force: true });
  }
}

function expectRead(asked: readonly Exchange[], items: readonly string[]): void {
  const questions = asked.filter(({ body }) => MARK.test(JSON.stringify(body)));
  if (questions.length === 0) throw new Error("the client was not asked");
  if (!items.some((text) => text === STATEMENT))
    throw new Error(`no statement was made of its answer: ${items.join("; ").slice(0, 300)}`);
}

/** Expects that the temporary folders of the readings are deleted. */
function expectNothingLeft(stage: Stage): void {
  const state = join(stage.home, ".local", "state", "tidemark");
  const left = existsSync(state)
    ? readdirSync(state).filter((name) => name.startsWith("tidemark-reader"))
    : [];
  if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
}

/** After the one allowed call per day, rules alone read the next session. With a higher cap, the reading runs no tool. */
async function expectCap(show: Show, config: string): Promise<string | undefined> {
  const { stage, client } = show;
  await record(stage, "reader-2", "and the imports come from the plover bucket");
  const asked = await work(show, [{ when: MARK, replies: [{ say: answerFor(SAID) }] }]);
  if (asked.length > 0) throw new Error("it was asked again beyond the cap");
  put(config, configOf(client, 5));
  await record(stage, "reader-3", "write the list of buckets into a file");
  const taken = join(stage.home, "taken-over");
  const call = client.readerAct?.(taken) ?? client.tools.run(`touch ${taken}`);
  const tried = await work(show, [{ when: MARK, replies: [call, { say: '{"statements":[]}' }] }]);
  if (existsSync(taken)) throw new Error("a tool was run while it read");
  const offered = new Set(tried.flatMap(({ question }) => question?.tools ?? []));
  return offered.size === 0
    ? undefined
    : `it offers its model ${[...offered].join(", ")}; a call of one did nothing`;
}

/** Puts the client on the PATH under the name by which a person starts it. */
function putProgram(stage: Stage, client: Client, program: Program): void {
  const name = AGENT_COMMANDS.find(({ host }) => host === client.name)?.program ?? client.name;
  const words = program.map((word) => `"${word}"`).join(" ");
  put(join(stage.bin, name), `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(join(stage.bin, name), 0o755);
}

function configOf({ name, readerModel }: Client, calls: number): string {
  const model = readerModel === undefined ? "" : `, name: ${readerModel}`;
  return `model: { mode: active, provider: host, host: ${name}, calls_per_day: ${calls}${model} }\n`;
}

/** Records an ended session by `tidemark record`, as a program does. */
async function record(stage: Stage, session: string, said: string): Promise<void> {
  const file = join(stage.home, `${session}.jsonl`);
  const events = [
    { type: "turn", session, role: "user", text: said },
    { type: "session.ended", session },
  ];
  put(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  const { code, output } = await tidemark(stage, ["record", file]);
  rmSync(file);
  if (code !== 0) throw new Error(`tidemark record ended with ${code}: ${output.slice(-300)}`);
}

async function work({ stage, client, model }: Show, scenes: readonly Scene[]): Promise<readonly Exchange[]> {
  model.play(scenes);
  const before = model.asked.length;
  const { code, output } = await tidemark(stage, ["worker", "--once"], client.environment(stage));
  if (code !== 0) throw new Error(`tidemark worker ended with ${code}: ${output.slice(-300)}`);
  return model.asked.slice(before).filter(({ question }) => question !== undefined);
}

const answerFor = (said: string): string =>
  JSON.stringify({
    statements: [
      {
        id: "s1",
        kind: "decision",
        text: STATEMENT,
        quotes: [{ turn: 1, words: said }],
        topic: "exports",
        certainty: "explicit",
      },
    ],
  });
