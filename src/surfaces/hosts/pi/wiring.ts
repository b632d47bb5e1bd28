import type { Wiring, WiringPlace } from "../../../ports/wiring.ts";
import { blockFile, ownFile } from "../wired-text.ts";
import { hookCalls, INSTRUCTIONS } from "../wiring-parts.ts";
import { HOST } from "./words.ts";

const EVENTS: readonly string[] = (
  "session_start before_agent_start message_end tool_result session_before_compact " +
  "session_compact agent_end session_shutdown"
).split(" ");

const folder = ({ home, env }: WiringPlace): string => env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`;

/** pi: an extension replaces hooks and tools. */
export const piWiring: Wiring = {
  host: HOST,
  name: "pi",
  programs: ["pi"],
  folder,
  files: (where, scope) => {
    const base = scope === "user" ? folder(where) : where.project;
    const extensions = scope === "user" ? `${base}/extensions` : `${base}/.pi/extensions`;
    return [
      ownFile(`${extensions}/tidemark.ts`, where.pluginFile("pi/tidemark.ts"), "extension"),
      blockFile(`${base}/AGENTS.md`, scope === "user" ? WORDS : INSTRUCTIONS),
    ];
  },
  hooks: hookCalls(HOST, EVENTS),
};

/** Its tools have other names. Other hosts read a project's AGENTS.md too, so that file stays unchanged. */
const WORDS = INSTRUCTIONS.replace("`recall`", "`tidemark_recall`").replace(
  "`create`",
  "`tidemark_remember`",
);
