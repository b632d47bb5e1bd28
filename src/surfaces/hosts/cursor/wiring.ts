import type { Wiring } from "../../../ports/wiring.ts";
import { jsonFile } from "../wired-json.ts";
import { ownFile } from "../wired-text.ts";
import { INSTRUCTIONS, serverEntry } from "../wiring-parts.ts";

/** Cursor: tools and a rule. It has no file for personal rules, so the rule is always in the project. */
export const cursorWiring: Wiring = {
  host: "cursor",
  name: "Cursor",
  programs: ["cursor", "cursor-agent"],
  folder: ({ home }) => `${home}/.cursor`,
  files: (where, scope) => [
    jsonFile(`${scope === "user" ? where.home : where.project}/.cursor/mcp.json`, [
      serverEntry(["mcpServers"]),
    ]),
    ownFile(`${where.project}/.cursor/rules/tidemark.mdc`, RULE, "instructions"),
  ],
  hooks: [],
};

const RULE = `---
description: Project memory (Tidemark)
alwaysApply: true
---

${INSTRUCTIONS.replace(
  "A brief of what this project knows comes with the start of a session.",
  "Begin with the tool `context` (kind brief): it returns what this project knows.",
)}
`;
