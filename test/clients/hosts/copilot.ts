import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { putJson } from "../drive.ts";

const EVENTS = [
  "sessionStart",
  "sessionEnd",
  "userPromptSubmitted",
  "preToolUse",
  "postToolUse",
  "postToolUseFailure",
  "permissionRequest",
  "agentStop",
  "subagentStart",
  "subagentStop",
  "preCompact",
  "errorOccurred",
  "notification",
];

export const copilot: Client = {
  name: "copilot",
  package: "@github/copilot",
  version: "1.0.102",
  runsOn: "any-node",
  start: "@github/copilot/npm-loader.js",
  wire: () => {},
  environment: (stage) => ({
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: `${stage.model}/v1`,
    COPILOT_PROVIDER_API_KEY: "not-a-key",
    COPILOT_MODEL: "scripted",
  }),
  argumentsFor: ({ text, goesOn }) => [
    "--allow-all-tools",
    "--no-auto-update",
    goesOn ? "--continue" : "--trust-folder",
    "-p",
    text,
  ],
  capture,
  tools: {
    run: (command) => ({ call: "bash", input: { command, description: "Run a command" } }),
    edit: ({ path, from, to }, { project }) => [
      { call: "edit", input: { path: join(project, path), old_str: from, new_str: to } },
    ],
    delegate: (task) => [
      {
        call: "task",
        input: { name: "look", description: "Look it up", prompt: task, agent_type: "general-purpose" },
      },
    ],
  },
  compaction: { command: "/compact", tokens: 100, request: /respond only with the summary text/ },
  history: [/^\.copilot\/session-state\/[^/]+\/(events\.jsonl|workspace\.yaml|checkpoints\/.*|plan\.md)$/],
};

function capture(stage: Stage, hook: Program): void {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => [event, [{ type: "command", bash: [...hook, event].join(" "), timeoutSec: 10 }]]),
  );
  putJson(join(stage.home, ".copilot", "hooks", "capture.json"), { version: 1, hooks });
}
