import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { put, putJson } from "../drive.ts";

const EVENTS = [
  "SessionStart", "SessionEnd", "UserPromptSubmit", "PreModelRequest", "PreToolUse", "PermissionRequest", "PostToolUse",
  "PreCompact", "PostCompact", "Stop", "Interrupt", "SubagentStart", "SubagentStop",
];

export const codex: Client = {
  name: "codex",
  package: "@openai/codex",
  version: "0.166.0",
  runsOn: "any-node",
  start: "@openai/codex/bin/codex.js",
  wire: (stage) => put(join(stage.home, ".codex", "config.toml"), configOf(stage)),
  environment: () => ({ SCRIPTED_KEY: "not-a-key" }),
  argumentsFor: ({ text, goesOn }) => ["exec", "--json", ...(goesOn ? ["resume", "--last"] : []), text],
  capture,
  tools: {
    run: (command) => ({ call: "exec_command", input: { cmd: command } }),
    edit: ({ path, from, to }) => [
      {
        call: "apply_patch",
        input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${from}\n+${to}\n*** End Patch\n`,
      },
    ],
  },
  compaction: { tokens: 90_000, request: /CONTEXT CHECKPOINT|summar/i },
  history: [/^\.codex\/sessions\/.*\.jsonl$/, /^\.codex\/history\.jsonl$/],
};

function configOf({ model, project }: Stage): string {
  return `model = "scripted"
model_provider = "scripted"
model_context_window = 100000
model_auto_compact_token_limit = 80000
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"

[projects."${project}"]
trust_level = "trusted"

[analytics]
enabled = false
`;
}

function capture(stage: Stage, program: Program): void {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      [{ hooks: [{ type: "command", command: [...program, event].join(" "), timeout: 10 }] }],
    ]),
  );
  putJson(join(stage.home, ".codex", "hooks.json"), { hooks });
}
