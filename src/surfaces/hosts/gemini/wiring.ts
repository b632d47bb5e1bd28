import type { Wiring, WiringPlace } from "../../../ports/wiring.ts";
import { hookCalls, settingIn, settingsFiles } from "../wiring-parts.ts";
import { HOST } from "./words.ts";

/** It does not wait for a hook at the end of a session. It calls PreCompress before every request, so that event shows nothing. */
const EVENTS: readonly string[] = ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"];

const folder = ({ home, env }: WiringPlace): string => `${env.GEMINI_CLI_HOME ?? home}/.gemini`;

export const geminiWiring: Wiring = {
  host: HOST,
  name: "Gemini CLI",
  programs: ["gemini"],
  folder,
  files: settingsFiles({ host: HOST, events: EVENTS, folder, name: ".gemini", instructions: "GEMINI.md" }),
  hooks: hookCalls(HOST, EVENTS),
  retention: {
    path: (where) => `${folder(where)}/settings.json`,
    says: (text) => {
      const age = settingIn(text, ["general", "sessionRetention", "maxAge"]);
      return `deletes its chats after ${typeof age === "string" ? age : "30d"} (general.sessionRetention.maxAge)`;
    },
  },
};
