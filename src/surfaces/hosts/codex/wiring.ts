import type { Sha256 } from "../../../core/tape/chain.ts";
import type { UntrustedHook, Wiring } from "../../../ports/wiring.ts";
import { timeLimitOf } from "../time-limits.ts";
import { jsonFile } from "../wired-json.ts";
import { tomlFile } from "../wired-toml.ts";
import { folderOf, hookCalls, hookCommand, instructionsFile, ownHooks, PLUGIN } from "../wiring-parts.ts";

const HOST = "codex";

export const CODEX_EVENTS: readonly string[] =
  "SessionStart UserPromptSubmit PreToolUse PostToolUse PreCompact Stop SubagentStop SessionEnd".split(" ");

const folder = folderOf("CODEX_HOME", ".codex");

export const timeoutOf = (event: string): number => timeLimitOf(HOST, event);

/**
 * Codex CLI. Without its user's approval it refuses our tools in headless runs. It runs hooks only after the user trusted them on its own
 * screen, and skips others silently.
 */
export const codexWiring: Wiring = {
  host: HOST,
  name: "Codex CLI",
  programs: ["codex"],
  folder,
  files: (where, scope) => {
    const base = scope === "user" ? folder(where) : `${where.project}/.codex`;
    return [
      jsonFile(`${base}/hooks.json`, [ownHooks({ host: HOST, events: CODEX_EVENTS, timeoutOf })]),
      tomlFile(`${base}/config.toml`, {
        name: "mcp_servers.tidemark",
        remark: "Tidemark, the memory of this project",
        lines: ['command = "tidemark"', 'args = ["mcp"]', 'default_tools_approval_mode = "approve"'],
      }),
      instructionsFile(scope === "user" ? `${base}/AGENTS.md` : `${where.project}/AGENTS.md`),
    ];
  },
  hooks: hookCalls(HOST, CODEX_EVENTS),
  plugin: {
    path: (where) => `${folder(where)}/config.toml`,
    isOn: isPluginOn,
    remove: `codex plugin remove ${PLUGIN}`,
  },
  trust: { path: (where) => `${folder(where)}/config.toml`, missing: untrustedHooks, fix: "codex" },
  next: "Start codex once, type /hooks and trust Tidemark's hooks. Until then, codex ignores them without a message.",
};

/** A plugin has a table of its own, which may also disable it. */
function isPluginOn(config = ""): boolean {
  const table = /^\[plugins\."tidemark@[^"]*"\]\s*$([^[]*)/m.exec(config)?.[1] ?? "";
  return /^\s*enabled\s*=\s*true\b/m.test(table);
}

/** Codex stores a hash of each trusted hook, computed over its definition with the fields in a fixed order. */
function untrustedHooks(config: string | undefined, sha256: Sha256): UntrustedHook[] {
  const trusted: readonly string[] = (config ?? "").match(/\bsha256:[0-9a-f]{64}\b/g) ?? [];
  return CODEX_EVENTS.flatMap((event): UntrustedHook[] => {
    const name = snake(event);
    const hook = {
      async: false,
      command: hookCommand(HOST, event),
      timeout: timeoutOf(event),
      type: "command",
    };
    const hash = `sha256:${sha256(JSON.stringify({ event_name: name, hooks: [hook] }))}`;
    if (trusted.includes(hash)) return [];
    const isKnown = new RegExp(`hooks\\.json:${name}:\\d+:\\d+"?\\]`).test(config ?? "");
    return [{ event, is: isKnown ? "otherwise" : "never" }];
  });
}

const snake = (event: string): string =>
  event.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
