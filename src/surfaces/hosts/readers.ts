import type { HistoryReader } from "../../ports/host.ts";
import { claudeCodeHistory } from "./claude-code/history.ts";
import { codexHistory } from "./codex/history.ts";
import { copilotHistory } from "./copilot/history.ts";
import { geminiHistory } from "./gemini/history.ts";
import { opencodeHistory } from "./opencode/history.ts";
import { piHistory } from "./pi/history.ts";
import { qwenHistory } from "./qwen/history.ts";

/** Every host whose history can be read. */
export const HISTORY_READERS: readonly HistoryReader[] = [
  claudeCodeHistory,
  codexHistory,
  copilotHistory,
  geminiHistory,
  opencodeHistory,
  piHistory,
  qwenHistory,
];
