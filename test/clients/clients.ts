import type { Client } from "./client.ts";
import { claudeCode } from "./hosts/claude-code.ts";
import { codex } from "./hosts/codex.ts";
import { copilot } from "./hosts/copilot.ts";
import { gemini } from "./hosts/gemini.ts";
import { opencode } from "./hosts/opencode.ts";
import { pi } from "./hosts/pi.ts";
import { qwen } from "./hosts/qwen.ts";

/** All clients that the tests can run. */
export const CLIENTS: readonly Client[] = [claudeCode, codex, gemini, qwen, copilot, opencode, pi];
