import type { Wiring } from "../../../ports/wiring.ts";
import { jsonFile } from "../wired-json.ts";
import {
  folderOf,
  hookCalls,
  inSeconds,
  instructionsFile,
  ownHooks,
  pluginIn,
  serverEntry,
  settingIn,
} from "../wiring-parts.ts";

const HOST = "claude-code";

export const CLAUDE_EVENTS: readonly string[] =
  "SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PreCompact Stop SubagentStop SessionEnd".split(
    " ",
  );

const folder = folderOf("CLAUDE_CONFIG_DIR", ".claude");

/**
 * Claude Code. Each person has to agree to servers in a project's `.mcp.json`, but not to servers in their own file. By default tools are
 * loaded only after a search, so ours ask to be loaded at the start.
 */
export const claudeCodeWiring: Wiring = {
  host: HOST,
  name: "Claude Code",
  programs: ["claude"],
  folder,
  files: (where, scope) => {
    const settings = jsonFile(
      scope === "user" ? `${folder(where)}/settings.json` : `${where.project}/.claude/settings.json`,
      [
        ownHooks({ host: HOST, events: CLAUDE_EVENTS, timeoutOf: inSeconds }),
        { is: "word", part: "permission", at: ["permissions", "allow"], value: "mcp__tidemark" },
      ],
    );
    const server = serverEntry(["mcpServers"], { alwaysLoad: true });
    return scope === "user"
      ? [
          settings,
          jsonFile(`${where.env.CLAUDE_CONFIG_DIR || where.home}/.claude.json`, [server]),
          instructionsFile(`${folder(where)}/CLAUDE.md`),
        ]
      : [
          settings,
          jsonFile(`${where.project}/.mcp.json`, [server]),
          instructionsFile(`${where.project}/CLAUDE.md`),
        ];
  },
  hooks: hookCalls(HOST, CLAUDE_EVENTS),
  plugin: pluginIn((where) => `${folder(where)}/settings.json`, "claude"),
  retention: {
    path: (where) => `${folder(where)}/settings.json`,
    says: (text) => {
      const days = settingIn(text, ["cleanupPeriodDays"]);
      return `deletes its transcripts after ${typeof days === "number" ? days : 30} days (cleanupPeriodDays)`;
    },
  },
};
