import type { Wiring } from "../../ports/wiring.ts";
import { claudeCodeWiring } from "./claude-code/wiring.ts";
import { codexWiring } from "./codex/wiring.ts";
import { copilotWiring } from "./copilot/wiring.ts";
import { cursorWiring } from "./cursor/wiring.ts";
import { geminiWiring } from "./gemini/wiring.ts";
import { genericWiring } from "./generic/wiring.ts";
import { opencodeWiring } from "./opencode/wiring.ts";
import { piWiring } from "./pi/wiring.ts";
import { qwenWiring } from "./qwen/wiring.ts";

/** Every host that can be set up, in the order in which people are asked. */
export const WIRINGS: readonly Wiring[] = [
  claudeCodeWiring,
  codexWiring,
  geminiWiring,
  qwenWiring,
  copilotWiring,
  opencodeWiring,
  piWiring,
  cursorWiring,
  genericWiring,
];
