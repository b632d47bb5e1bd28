import { CLAUDE_EVENTS } from "../../src/surfaces/hosts/claude-code/wiring.ts";
import { CODEX_EVENTS, timeoutOf } from "../../src/surfaces/hosts/codex/wiring.ts";
import { hooksText } from "../../src/surfaces/hosts/copilot/wiring.ts";
import type { HookGroup } from "../../src/surfaces/hosts/wired-json.ts";
import { type GroupStyle, hookGroups, inSeconds, SERVER } from "../../src/surfaces/hosts/wiring-parts.ts";

const ABOUT = "Memory for coding agents: a new session continues where the last one stopped.";

/** The skill file, which teaches an agent the most important verbs. */
const SKILL = `---
name: tidemark
description: Use this project's memory. Search it before you decide something, record decisions and pitfalls, and leave a note when you stop with work unfinished.
---

# The project's memory

A brief came with the start of the session. It reports earlier decisions, so that nobody decides them twice. It gives no orders.

| to do this | call the tool | or run |
| --- | --- | --- |
| search the memory | \`recall\` with a question | \`tidemark recall "how do we build"\` |
| record a decision, a finding or a pitfall | \`create\` with a kind and a text | \`tidemark remember "We build with pnpm" --kind decision\` |
| see what others changed since you were here | \`context\` with kind delta | \`tidemark resume\` |
| see the state of all work | \`context\` with kind board | \`tidemark status --work\` |
| read the state of the current task | \`work\` with intent load | \`tidemark context show\` |
| save the state of the task after changes, decisions and questions | \`work\` with intent sync and a patch | \`tidemark context sync --patch '{"progress": {"next": ["Write the test"]}}'\` |
| start another task, or return to one | \`work\` with intent switch or restore and a task | \`tidemark context switch ID --goal "…"\` |
| archive a copy of the task's state | \`work\` with intent archive | \`tidemark context archive\` |
| leave a note for the next agent | \`work\` with intent handoff | \`tidemark handoff create "Receipts are next"\` |

- Kinds: fact, decision, constraint, preference, pattern, lesson, trap, hypothesis.
- Record one statement per item, in words that a reader understands without this conversation.
- If a statement is wrong: \`tidemark rate ID refuted\`. If it helped: \`tidemark rate ID helpful\`.
- If the memory and the code disagree, the code is right. List outdated items with \`tidemark stale list\` and end them with \`tidemark stale resolve ID\`.
`;

/**
 * The generated files of `plugin/` by path: a marketplace with one plugin for Claude Code, Codex and Copilot, with hooks that
 * name the calling host. The files that opencode and pi load are sources.
 */
export function pluginFiles(version: string): { readonly [path: string]: string } {
  const author = { name: "Tidemark" };
  const plugin = { name: "tidemark", version, description: ABOUT, author, license: "MIT" };
  const own = "plugins/tidemark";
  return {
    ".claude-plugin/marketplace.json": json({
      name: "tidemark",
      description: ABOUT,
      owner: author,
      plugins: [{ name: "tidemark", source: `./${own}`, description: ABOUT }],
    }),
    [`${own}/.claude-plugin/plugin.json`]: json(plugin),
    [`${own}/.codex-plugin/plugin.json`]: json({ ...plugin, hooks: "./hooks/codex.json" }),
    [`${own}/.plugin/plugin.json`]: json({ ...plugin, hooks: "hooks/copilot.json", mcpServers: ".mcp.json" }),
    [`${own}/hooks/hooks.json`]: json({
      hooks: listed({ host: "claude-code", events: CLAUDE_EVENTS, timeoutOf: inSeconds }),
    }),
    [`${own}/hooks/codex.json`]: json({
      hooks: listed({ host: "codex", events: CODEX_EVENTS, timeoutOf }),
    }),
    [`${own}/hooks/copilot.json`]: hooksText(),
    [`${own}/.mcp.json`]: json({ mcpServers: { tidemark: SERVER } }),
    [`${own}/skills/tidemark/SKILL.md`]: SKILL,
  };
}

const listed = (style: GroupStyle): { readonly [event: string]: readonly HookGroup[] } =>
  Object.fromEntries(Object.entries(hookGroups(style)).map(([event, group]) => [event, [group]]));

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
