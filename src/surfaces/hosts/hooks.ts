import { claudeCodeHook } from "./claude-code/hook.ts";
import { codexHook } from "./codex/hook.ts";
import { copilotHook } from "./copilot/hook.ts";
import { geminiHook } from "./gemini/hook.ts";
import type { HostHook } from "./hook.ts";
import { opencodeHook } from "./opencode/hook.ts";
import { piHook } from "./pi/hook.ts";
import { qwenHook } from "./qwen/hook.ts";

/** Every host that calls our hooks. */
export const HOST_HOOKS: readonly HostHook[] = [
  claudeCodeHook,
  codexHook,
  copilotHook,
  geminiHook,
  opencodeHook,
  piHook,
  qwenHook,
];
