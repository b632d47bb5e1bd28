import type { Wiring } from "../../../ports/wiring.ts";
import { TIMEOUT_S } from "../time-limits.ts";
import { jsonFile } from "../wired-json.ts";
import { ownFile } from "../wired-text.ts";
import {
  folderOf,
  hookCalls,
  hookCommand,
  instructionsFile,
  pluginIn,
  serverEntry,
} from "../wiring-parts.ts";

const HOST = "copilot";

const EVENTS: readonly string[] =
  "sessionStart userPromptSubmitted preToolUse postToolUse postToolUseFailure preCompact agentStop subagentStop sessionEnd".split(
    " ",
  );

const folder = folderOf("COPILOT_HOME", ".copilot");

/** Copilot reads every file in its folder of hooks, so one whole file is ours. */
export const copilotWiring: Wiring = {
  host: HOST,
  name: "Copilot CLI",
  programs: ["copilot"],
  folder,
  files: (where, scope) => {
    const server = serverEntry(["mcpServers"], { type: "local", tools: ["*"] });
    if (scope === "project")
      return [
        ownFile(`${where.project}/.github/hooks/tidemark.json`, hooksText(), "hook"),
        jsonFile(`${where.project}/.github/mcp.json`, [server]),
        instructionsFile(`${where.project}/AGENTS.md`),
      ];
    return [
      ownFile(`${folder(where)}/hooks/tidemark.json`, hooksText(), "hook"),
      jsonFile(`${folder(where)}/mcp-config.json`, [server]),
      instructionsFile(`${folder(where)}/copilot-instructions.md`),
    ];
  },
  hooks: hookCalls(HOST, EVENTS),
  plugin: pluginIn((where) => `${folder(where)}/settings.json`, "copilot"),
};

/** On Windows it runs PowerShell. */
export function hooksText(): string {
  const hooks = Object.fromEntries(
    EVENTS.map((event) => {
      const command = hookCommand(HOST, event);
      return [event, [{ type: "command", bash: command, powershell: command, timeoutSec: TIMEOUT_S }]];
    }),
  );
  return `${JSON.stringify({ version: 1, hooks }, null, 2)}\n`;
}
