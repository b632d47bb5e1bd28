import type { Wiring } from "../../../ports/wiring.ts";
import { jsonFile } from "../wired-json.ts";
import {
  folderOf,
  hookCalls,
  inMilliseconds,
  instructionsFile,
  ownHooks,
  serverEntry,
} from "../wiring-parts.ts";
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
  files: (where, scope) => {
    const base = scope === "user" ? folder(where) : `${where.project}/.qwen`;
    return [
      jsonFile(`${base}/settings.json`, [
        ownHooks({ host: HOST, events: EVENTS, timeoutOf: inMilliseconds, isNamed: true }),
        serverEntry(["mcpServers"], { trust: true }),
      ]),
      instructionsFile(scope === "user" ? `${base}/QWEN.md` : `${where.project}/QWEN.md`),
    ];
  },
  hooks: hookCalls(HOST, EVENTS),
};
