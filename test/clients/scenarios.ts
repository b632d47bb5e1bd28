import type { Client, Need, Prompt, Stage } from "./client.ts";
import { exactly, type Reply, type Scene } from "./script.ts";

/** A session to record: the user's prompts and the model's answers. */
export type Scenario = {
  readonly name: string;
  readonly prompts: readonly Prompt[];
  readonly scenes: readonly Scene[];
  /** The client is killed in the middle of its answer. */
  readonly isKilled: boolean;
};

/** All scenarios that a client supports. */
export function scenariosFor(client: Client, stage: Stage): Scenario[] {
  return [
    question(),
    commands(client),
    edit(client, stage),
    twoPrompts(),
    unicode(client),
    killed(client),
    ...compaction(client),
    ...subAgent(client),
  ];
}

function question(): Scenario {
  return plain("question", [
    ["Which package manager does this project use?", [{ say: "It uses pnpm, as the README says." }]],
  ]);
}

/** A command that fails and one that succeeds. */
function commands({ tools }: Client): Scenario {
  const replies = [
    tools.run("sh check.sh"),
    tools.run("sh check.sh --all"),
    { say: "The check needs --all; with it, both pass." },
  ];
  return plain("commands", [["Run the check script and say how it went.", replies]], ["run"]);
}

function edit({ tools }: Client, stage: Stage): Scenario {
  const change = { path: "greeting.txt", from: "Hello, world", to: "Hello, harbour" };
  const replies = [...tools.edit(change, stage), { say: "The greeting now says hello to the harbour." }];
  return plain("edit", [["Let greeting.txt greet the harbour instead of the world.", replies]], ["edit"]);
}

function twoPrompts(): Scenario {
  return plain("two-prompts", [
    ["Remember that releases are cut on Tuesdays.", [{ say: "Noted: releases are cut on Tuesdays." }]],
    ["On which day are releases cut?", [{ say: "On Tuesdays." }]],
  ]);
}

/** Chinese, an emoji of several code points, a combining accent, right-to-left words, and a line separator. */
function unicode({ tools }: Client): Scenario {
  const replies = [
    tools.run("printf '港口 ⚓ cafe\u0301 שלום\\n'"),
    { say: "已经记住：发布日是星期二。👩‍🚀 Cafe\u0301, שלום,\u2028и всё." },
  ];
  return plain("unicode", [["请记住：发布日是星期二。👩‍🚀 Cafe\u0301 שלום", replies]], ["run"]);
}

function killed({ tools }: Client): Scenario {
  const replies = [tools.run("sh check.sh --all"), { stall: "Both checks pass, and now I" }];
  const whole = plain("killed", [["Run the whole check and explain each step.", replies]], ["run"]);
  return { ...whole, isKilled: true };
}

/** A session with a long answer, its compaction, and a prompt after it. */
function compaction({ compaction: way, tools }: Client): Scenario[] {
  if (!way) return [];
  const before = "Explain at length how this project is released.";
  const after = "On which day are releases cut?";
  const summary = "<state_snapshot>Releases are cut on Tuesdays with pnpm.</state_snapshot>";
  const full = {
    when: /Look at the check once more/,
    replies: [tools.run("sh check.sh --all"), { say: "It passes." }],
  };
  const scenes: Scene[] = [
    { when: way.request, replies: [{ say: summary }] },
    { when: exactly(before), replies: [{ say: LONG_ANSWER }] },
    { ...full, tokens: way.tokens },
    { when: exactly(after), replies: [{ say: "On Tuesdays." }] },
    // Prompts that clients send in the user's name to continue a turn after a compaction.
    {
      when: /Continue if you have next steps|Releases are cut on Tuesdays with pnpm/,
      replies: [{ say: "It passes." }],
    },
  ];
  const texts = [before, way.command ?? "Look at the check once more.", after];
  const prompts = texts.map((text, i) => ({ text, goesOn: i > 0, needs: way.command ? [] : RUN }));
  return [{ name: "compaction", prompts, scenes, isKilled: false }];
}

function subAgent({ tools }: Client): Scenario[] {
  if (!tools.delegate) return [];
  const task = "As a sub-agent, find out which package manager is used.";
  const text = "Let somebody else find out how packages are installed.";
  const found = "The sub-agent found pnpm in the README.";
  const scenes: Scene[] = [
    { when: exactly(task), replies: [tools.report?.(found) ?? { say: found }] },
    { when: exactly(text), replies: [...tools.delegate(task), { say: "With pnpm, I am told." }] },
  ];
  const prompt = { text, goesOn: false, needs: ["delegate" as const] };
  return [{ name: "sub-agent", prompts: [prompt], scenes, isKilled: false }];
}

type Turns = readonly (readonly [string, readonly Reply[]])[];

const RUN: readonly Need[] = ["run"];

function plain(name: string, turns: Turns, needs: readonly Need[] = []): Scenario {
  return {
    name,
    prompts: turns.map(([text], i) => ({ text, goesOn: i > 0, needs })),
    scenes: turns.map(([text, replies]) => ({ when: exactly(text), replies })),
    isKilled: false,
  };
}

/** Clients do not compact a short session. */
const LONG_ANSWER = Array.from(
  { length: 60 },
  (_, i) =>
    `Step ${i + 1}: run the check, read what it prints, and write down what changed since the last release.`,
).join("\n");
