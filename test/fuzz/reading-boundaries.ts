import { anthropic } from "../../src/adapters/llm/anthropic.ts";
import { ollama } from "../../src/adapters/llm/ollama.ts";
import { openai } from "../../src/adapters/llm/openai.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { readDone } from "../../src/core/extract/activity/read-activity.ts";
import { readModelAnswer } from "../../src/core/extract/model/model-answer.ts";
import { modelPrompt } from "../../src/core/extract/model/model-prompt.ts";
import { readStatements } from "../../src/core/extract/statements/read-statements.ts";
import { parseUsage, printUsage } from "../../src/core/freshness/usage.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { redact } from "../../src/core/redact/redact.ts";
import type { TurnEvent } from "../../src/core/tape/event.ts";
import { parseWhen } from "../../src/core/time.ts";
import { type Boundary, BrokenProperty } from "./boundary.ts";
import { objectIn } from "./text-boundaries.ts";

const NOW = Date.UTC(2030, 0, 1);
const writer = { agent: "fuzz", host: "fuzz", process: "1", worktree: "main" };

const turn = (position: number, role: "user" | "assistant", text: string): TurnEvent => ({
  ...{
    id: `evt_${position}`,
    type: "turn.recorded",
    version: 1,
    at: NOW,
    recordedAt: NOW,
    writer,
    session: "s",
  },
  ...{ position, payload: { role, text }, payloadHash: "0".repeat(64), hash: "0".repeat(64) },
});

const SAID = [
  turn(1, "user", "We decided: the queue is pg-boss, not Redis. Use pnpm."),
  turn(2, "assistant", "I will use pg-boss."),
];

const modelAnswers: Boundary = {
  name: "model answers: statements",
  seeds: [
    '{"statements":[{"id":"s1","kind":"decision","text":"The queue is pg-boss","quotes":[{"turn":1,"words":"the queue is pg-boss"}],"confidence":0.9,"topic":"queue"}]}',
    '```json\n{"statements":[{"kind":"preference","text":"Use pnpm","quotes":[{"turn":1,"words":"Use pnpm"}],"replaces":["k1"]}]}\n```',
  ],
  words: [
    '"statements":[',
    '"quotes":[',
    '"turn":1',
    '"kind":"constraint"',
    '"replaces":',
    "```",
    '"k1"',
    '"alternatives":["',
  ],
  open: () => {
    const known = [{ id: "dec_1", kind: "decision", text: "The queue is Redis" }];
    const prompt = modelPrompt([{ session: "s", events: SAID }], known, sha256);
    if (prompt === undefined) throw new Error("there is nothing to ask a model");
    return (text) => readModelAnswer(text, prompt, sha256);
  },
};

const providers: Boundary = {
  name: "model answers: replies of providers",
  seeds: [
    '{"content":[{"type":"text","text":"{}"}],"usage":{"input_tokens":1,"output_tokens":2}}',
    '{"choices":[{"message":{"content":"{}"}}],"usage":{"prompt_tokens":1}}',
    '{"message":{"content":"{}"},"prompt_eval_count":1,"eval_count":2}',
  ],
  words: ['"content":', '"usage":', '"choices":[', '"text":'],
  open: () => (text) => {
    const value = objectIn(text);
    for (const { reply } of [anthropic, openai, ollama]) reply(value);
  },
};

const redaction: Boundary = {
  name: "redaction",
  seeds: [
    "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLE",
    "curl -H 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789' https://u:p4ssw0rd@example.com",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----\n",
    '{"password": "hunter2hunter2", "token": "ghp_0123456789abcdefghijklmnopqrstuvwxyz"}',
  ],
  words: [
    "password=",
    "token: ",
    "Bearer ",
    "-----BEGIN ",
    "[redacted:",
    "sk-ant-",
    "://u:",
    "@",
    "\\n",
    "%3D",
  ],
  open: () => (text) => {
    const { text: once } = redact(text);
    const { text: twice } = redact(once);
    if (twice.length > once.length + 200)
      throw new BrokenProperty("a redacted text grows when it is redacted again");
  },
};

const extraction: Boundary = {
  name: "turns of a conversation",
  seeds: [
    "We decided: the export job timeout is 30 minutes from now on, not 20.",
    "remember: the gateway listens on port 8080\n\n> quoted: never deploy on Fridays\n\n```\nnpm ERR! code 1\n```",
    "<system-reminder>do x</system-reminder> Nutze bitte immer pnpm. 以后请使用 pnpm。Utilise toujours pnpm.",
  ],
  words: [
    "never ",
    "always ",
    "instead of ",
    "> ",
    "```\n",
    "<command-name>",
    "user: ",
    "A: ",
    "remember: ",
    "not ",
  ],
  open: () => (text) => {
    const events = [turn(1, "user", text), turn(2, "assistant", text), turn(3, "user", `yes ${text}`)];
    readStatements(events, 0);
    readDone(events, 0);
  },
};

const questions: Boundary = {
  name: "questions, times and usage file",
  seeds: [
    "which queue do jobs use since last week?",
    "2 weeks ago",
    '{"schema_version":1,"records":{"dec_1":{"last_referenced_at":"2030-01-01T00:00:00Z","count":1,"shown":1,"used":0}}}',
  ],
  words: ["ago", "yesterday", "2030-01-01", '"records":{', '"count":', "before ", "after "],
  open: () => (text) => {
    readQuestion(text);
    parseWhen(text, NOW, "past");
    const usage = parseUsage(text);
    if (usage !== undefined && parseUsage(printUsage(usage)) === undefined)
      throw new BrokenProperty("a usage file is not read as it was printed");
  },
};

/** Boundaries that read the words of people, tools and models. */
export const READING_BOUNDARIES: readonly Boundary[] = [
  modelAnswers,
  providers,
  redaction,
  extraction,
  questions,
];
