import type { AgentCommand } from "../../ports/agent-command.ts";
import { claudeCodeCommand } from "./claude-code/agent-command.ts";
import { codexCommand } from "./codex/agent-command.ts";
import { copilotCommand } from "./copilot/agent-command.ts";
import { geminiCommand } from "./gemini/agent-command.ts";
import { opencodeCommand } from "./opencode/agent-command.ts";
import { piCommand } from "./pi/agent-command.ts";
import { qwenCommand } from "./qwen/agent-command.ts";

/** Every agent that can act as the model, in order of preference. */
export const AGENT_COMMANDS: readonly AgentCommand[] = [
  claudeCodeCommand,
  codexCommand,
  geminiCommand,
  qwenCommand,
  copilotCommand,
  opencodeCommand,
  piCommand,
];
