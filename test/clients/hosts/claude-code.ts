import { join } from "node:path";
import type { Client, Program, Stage } from "../client.ts";
import { putJson } from "../drive.ts";
import { platform } from "../install.ts";

const EVENTS = [
  "SessionStart",
  "SessionEnd",
  "Setup",
  "UserPromptSubmit",
  "UserPromptExpansion",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "PermissionRequest",
  "PermissionDenied",
  "Notification",
  "Stop",
  "StopFailure",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
  "InstructionsLoaded",
  "ConfigChange",
  "CwdChanged",
  "FileChanged",
  "TaskCreated",
  "TaskCompleted",
];

const TOOLS = { run: "Bash", edit: "Read,Edit", delegate: "Agent", memory: "mcp__tidemark" };

export const claudeCode: Client = {
  name: "claude-code",
  package: "@anthropic-ai/claude-code",
  version: "2.1.325",
  runsOn: "itself",
  start: `@anthropic-ai/claude-code-${platform()}/claude`,
  wire: () => {},
  environment: (stage) => ({
    ANTHROPIC_BASE_URL: stage.model,
    ANTHROPIC_API_KEY: "not-a-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
  }),
  // The transcript repeats the system prompt and the descriptions of all tools, so both are kept short. Root may not
  // skip permissions, so the tools are allowed by name.
  argumentsFor: ({ text, goesOn, needs }) => {
    const tools = needs.map((need) => TOOLS[need]).join(",");
    const allowed = tools === "" ? [] : ["--allowedTools", tools];
    const words = ["-p", text, "--model", "claude-sonnet-4-5", "--output-format", "json"];
    const offered = needs.includes("memory") ? [] : ["--tools", tools];
    const short = ["--system-prompt", "You are a coding agent.", ...offered];
    return [...words, ...short, ...allowed, ...(goesOn ? ["--continue"] : [])];
  },
  capture,
  tools: {
    run: (command) => ({ call: "Bash", input: { command, description: "Run a command" } }),
    edit: ({ path, from, to }, { project }) => [
      { call: "Read", input: { file_path: join(project, path) } },
      { call: "Edit", input: { file_path: join(project, path), old_string: from, new_string: to } },
    ],
    delegate: (task) => [
      {
        call: /^(Task|Agent)$/,
        input: { description: "Look it up", prompt: task, subagent_type: "general-purpose" },
      },
    ],
  },
  compaction: {
    command: "/compact",
    tokens: 100,
    request: /(create a detailed summary of|how to write this summary)/,
  },
  history: [/^\.claude\/projects\/.*\.jsonl?$/, /^\.claude\/history\.jsonl$/],
};

function capture(stage: Stage, hook: Program): void {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => [
      event,
      [{ hooks: [{ type: "command", command: [...hook, event].join(" "), timeout: 10 }] }],
    ]),
  );
  putJson(join(stage.home, ".claude", "settings.json"), { hooks });
}
