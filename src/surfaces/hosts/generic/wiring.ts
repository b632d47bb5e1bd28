import type { Wiring } from "../../../ports/wiring.ts";
import { jsonFile } from "../wired-json.ts";
import { instructionsFile, serverEntry } from "../wiring-parts.ts";

/** Any other MCP client: the servers file and the instructions file that most of them read, both in the project. */
export const genericWiring: Wiring = {
  host: "generic",
  name: "Any MCP client",
  programs: [],
  files: (where) => [
    jsonFile(`${where.project}/.mcp.json`, [serverEntry(["mcpServers"])]),
    instructionsFile(`${where.project}/AGENTS.md`),
  ],
  hooks: [],
};
