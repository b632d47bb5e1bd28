import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { putJson } from "../drive.ts";

const EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "Notification",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
];

export const qwen: Client = {
  name: "qwen",
  package: "@qwen-code/qwen-code",
  version: "0.24.4",
  runsOn: "node-22",
  start: "@qwen-code/qwen-code/cli.js",
  wire: (stage) => putJson(settings(stage), BASE),
  environment: (stage) => ({
    OPENAI_BASE_URL: `${stage.model}/v1`,
    OPENAI_API_KEY: "not-a-key",
    OPENAI_MODEL: "scripted",
  }),
  argumentsFor: ({ text, goesOn, needs }) => [
    "--approval-mode",
    needs.includes("memory") ? "yolo" : "auto-edit",
    "--allowed-tools",
    "run_shell_command",
    "--output-format",
    "json",
    ...(goesOn ? ["--continue"] : []),
    "-p",
    text,
  ],
  capture,
  tools: {
    run: (command) => ({
      call: "run_shell_command",
      input: { command, description: "Run a command", is_background: false },
    }),
    edit: ({ path, from, to }, { project }) => [
      { call: "read_file", input: { file_path: join(project, path) } },
      { call: "edit", input: { file_path: join(project, path), old_string: from, new_string: to } },
    ],
    delegate: (task) => [
      {
        call: /^(agent|task)$/,
        input: { description: "Look it up", prompt: task, subagent_type: "general-purpose" },
      },
    ],
  },
  compaction: { command: "/compress", tokens: 100, request: /produce the <state_snapshot>/ },
  history: [/^\.qwen\/projects\/[^/]+\/chats\//, /^\.qwen\/projects\/[^/]+\/subagents\//],
};

const BASE = {
  security: { auth: { selectedType: "openai" } },
  general: { disableAutoUpdate: true, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
};

function settings({ home }: Stage): string {
  return join(home, ".qwen", "settings.json");
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
