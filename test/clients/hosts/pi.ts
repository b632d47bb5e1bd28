import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Client, Stage } from "../client.ts";
import { putJson } from "../drive.ts";
import { ROOT } from "../root.ts";

export const pi: Client = {
  name: "pi",
  package: "@mariozechner/pi-coding-agent",
  version: "0.73.1",
  runsOn: "any-node",
  start: "@mariozechner/pi-coding-agent/dist/cli.js",
  wire: (stage) => putJson(join(stage.home, ".pi", "agent", "models.json"), modelsOf(stage)),
  environment: () => ({ PI_OFFLINE: "1", PI_SKIP_VERSION_CHECK: "1" }),
  argumentsFor: ({ text, goesOn }) => [
    "--provider",
    "scripted",
    "--model",
    "scripted",
    ...(goesOn ? ["--continue"] : []),
    "-p",
    text,
  ],
  capture,
  tools: {
    run: (command) => ({ call: "bash", input: { command } }),
    edit: ({ path, from, to }) => [
      { call: "edit", input: { path, edits: [{ oldText: from, newText: to }] } },
    ],
  },
  writesBy: "remember",
  readerModel: "scripted/scripted",
  compaction: { tokens: 99_000, request: /summar/i },
  history: [/^\.pi\/agent\/sessions\/.*\.jsonl$/],
};

function modelsOf({ model }: Stage): object {
  const scripted = {
    id: "scripted",
    name: "scripted",
    reasoning: false,
    input: ["text"],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 100_000,
    maxTokens: 4000,
  };
  return {
    providers: {
      scripted: {
        baseUrl: `${model}/v1`,
        api: "openai-completions",
        apiKey: "not-a-key",
        models: [scripted],
      },
    },
  };
}

function capture(stage: Stage): void {
  const folder = join(stage.home, ".pi", "agent", "extensions");
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ROOT, "test/clients/capture/pi-extension.mjs"), join(folder, "capture.js"));
}
