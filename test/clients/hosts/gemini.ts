import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { putJson } from "../drive.ts";

const EVENTS = [
  "SessionStart",
  "SessionEnd",
  "BeforeAgent",
  "AfterAgent",
  "BeforeModel",
  "AfterModel",
  "BeforeToolSelection",
  "BeforeTool",
  "AfterTool",
  "PreCompress",
  "Notification",
];

export const gemini: Client = {
  name: "gemini",
  package: "@google/gemini-cli",
  version: "0.61.0",
  runsOn: "any-node",
  start: "@google/gemini-cli/bundle/gemini.js",
  wire: (stage) => putJson(settings(stage), BASE),
  environment: (stage) => ({
    GOOGLE_GEMINI_BASE_URL: stage.model,
    GEMINI_API_KEY: "not-a-key",
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
  argumentsFor: ({ text, goesOn, needs }) => [
    "-m",
    "gemini-2.5-flash",
    "--approval-mode",
    needs.includes("memory") ? "yolo" : "auto_edit",
    "--output-format",
    "json",
    ...(goesOn ? ["--resume", "latest"] : []),
    "-p",
    text,
  ],
  capture,
  tools: {
    run: (command) => ({ call: "run_shell_command", input: { command, description: "Run a command" } }),
    edit: ({ path, from, to }, { project }) => [
      {
        call: "replace",
        input: {
          file_path: join(project, path),
          old_string: from,
          new_string: to,
          instruction: "Greet the harbour",
        },
      },
    ],
    delegate: (task) => [{ call: "invoke_agent", input: { agent_name: "generalist", prompt: task } }],
    report: (answer) => ({ call: "complete_task", input: { result: { response: answer } } }),
  },
  compaction: { tokens: 900_000, request: /(generate|repeat) the .*<state_snapshot>/ },
  history: [
    /^\.gemini\/tmp\/[^/]+\/chats\//,
    /^\.gemini\/tmp\/[^/]+\/logs\.json$/,
    /^\.gemini\/projects\.json$/,
    /^\.gemini\/tmp\/[^/]+\/\.project_root$/,
  ],
};

const BASE = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  tools: { allowed: ["run_shell_command"] },
};

function settings({ home }: Stage): string {
  return join(home, ".gemini", "settings.json");
}

function capture(stage: Stage, hook: Program): void {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      [{ hooks: [{ name: event, type: "command", command: [...hook, event].join(" "), timeout: 10_000 }] }],
    ]),
  );
  const base = JSON.parse(readFileSync(settings(stage), "utf8")) as object;
  putJson(settings(stage), { ...base, hooks });
}
