import type { Wiring, WiringPlace } from "../../../ports/wiring.ts";
import { jsonFile, type OwnProperty } from "../wired-json.ts";
import { ownFile } from "../wired-text.ts";
import { hookCalls, instructionsFile } from "../wiring-parts.ts";
import { HOST } from "./parts.ts";

const EVENTS: readonly string[] = (
  "session.created session.resumed prompt part tool compacting session.compacted session.idle " +
  "session.deleted"
).split(" ");

const folder = ({ home, env }: WiringPlace): string => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode`;

const SERVER: OwnProperty = {
  is: "property",
  part: "tools",
  at: ["mcp", "tidemark"],
  value: { type: "local", command: ["tidemark", "mcp"], enabled: true },
};

export const opencodeWiring: Wiring = {
  host: HOST,
  name: "opencode",
  programs: ["opencode"],
  folder,
  files: (where, scope) => {
    const base = scope === "user" ? folder(where) : where.project;
    const plugins = scope === "user" ? `${base}/plugins` : `${base}/.opencode/plugins`;
    // opencode reads both files; ours is the one that exists.
    const isWithComments = where.has(`${base}/opencode.jsonc`) && !where.has(`${base}/opencode.json`);
    return [
      ownFile(`${plugins}/tidemark.js`, where.pluginFile("opencode/tidemark.js"), "extension"),
      jsonFile(`${base}/${isWithComments ? "opencode.jsonc" : "opencode.json"}`, [SERVER]),
      instructionsFile(`${base}/AGENTS.md`),
    ];
  },
  hooks: hookCalls(HOST, EVENTS),
};
