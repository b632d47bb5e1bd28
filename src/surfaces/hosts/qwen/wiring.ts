import type { Wiring } from "../../../ports/wiring.ts";
import { folderOf, hookCalls, settingsFiles } from "../wiring-parts.ts";
import { HOST } from "./words.ts";

const EVENTS: readonly string[] = (
  "SessionStart UserPromptSubmit PostToolUse PostToolUseFailure PreCompact PostCompact Stop " +
  "SubagentStop SessionEnd"
).split(" ");

const folder = folderOf("QWEN_HOME", ".qwen");

export const qwenWiring: Wiring = {
  host: HOST,
  name: "Qwen Code",
  programs: ["qwen"],
  folder,
  files: settingsFiles({ host: HOST, events: EVENTS, folder, name: ".qwen", instructions: "QWEN.md" }),
  hooks: hookCalls(HOST, EVENTS),
};
