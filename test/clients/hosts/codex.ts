import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { put, putJson } from "../drive.ts";
import { trustHooks } from "./codex-trust.ts";

const EVENTS = [
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreModelRequest",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "Stop",
  "Interrupt",
  "SubagentStart",
  "SubagentStop",
];

export const codex: Client = {
  name: "codex",
  package: "@openai/codex",
  version: "0.166.0",
  runsOn: "any-node",
  start: "@openai/codex/bin/codex.js",
  wire: (stage) => {
    put(join(stage.home, ".codex", "config.toml"), configOf(stage));
    put(join(stage.home, ".codex", "instructions.md"), "You are a coding agent.\n");
  },
  environment: () => ({ SCRIPTED_KEY: "not-a-key" }),
  // Codex offers sub-agents to a model that it does not know, and patches to a model that it knows.
  argumentsFor: ({ text, goesOn, needs }) => [
    "exec",
    "--json",
    ...(needs.includes("delegate") ? ["-m", "scripted"] : []),
    ...(needs.includes("memory") ? ["-c", 'mcp_servers.tidemark.default_tools_approval_mode="approve"'] : []),
    ...(goesOn ? ["resume", "--last"] : []),
    text,
  ],
  capture,
  agree: async (stage, program) => {
    const env = { ...process.env, HOME: stage.home };
    await trustHooks({ program, env, project: stage.project });
  },
  tools: {
    run: (command) => ({ call: "exec_command", input: { cmd: command } }),
    edit: ({ path, from, to }) => [
      {
        call: "apply_patch",
        input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${from}\n+${to}\n*** End Patch\n`,
      },
    ],
    delegate: (task) => [
      { call: /spawn_agent$/, input: { message: task } },
      // The sub-agent's answer arrives without a call, if the parent is still running.
      { call: "exec_command", input: { cmd: "sleep 1" } },
    ],
  },
  readerAct: (path) => ({
    call: "apply_patch",
    input: `*** Begin Patch\n*** Add File: ${path}\n+taken\n*** End Patch\n`,
  }),
  compaction: { tokens: 90_000, request: /CONTEXT CHECKPOINT COMPACTION/ },
  history: [/^\.codex\/sessions\/.*\.jsonl$/, /^\.codex\/history\.jsonl$/],
};

/** The configuration has short instructions, because every session file repeats them. */
function configOf({ model, home, project }: Stage): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
model_context_window = 100000
model_auto_compact_token_limit = 80000
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
model_instructions_file = "${home}/.codex/instructions.md"

[skills]
include_instructions = false

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

function capture(stage: Stage, hook: Program): void {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      [{ hooks: [{ type: "command", command: [...hook, event].join(" "), timeout: 10 }] }],
    ]),
  );
  putJson(join(stage.home, ".codex", "hooks.json"), { hooks });
}
