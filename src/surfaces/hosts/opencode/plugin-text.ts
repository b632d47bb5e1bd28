/**
 * The plugin that opencode loads. `hook.ts` describes its calls. It waits for each call: opencode does not wait for
 * plugins when it ends, and unfinished calls would be lost.
 */
export const OPENCODE_PLUGIN = `// Tidemark's plugin for opencode, written by \`tidemark init\`; \`tidemark init --remove\` takes it away again.
import { spawnSync } from "node:child_process";

const WAIT_MS = 10000;

export const Tidemark = async ({ directory }) => {
  const parents = new Map();
  const messages = new Map();
  const met = new Set();
  const told = new Map();

  /** Sends one event to Tidemark and returns the text for the agent. */
  const call = (event, session, rest) => {
    const parent = parents.get(session);
    const input = { session: parent ?? session, isSubagent: parent !== undefined, cwd: directory, directory, ...rest };
    const { stdout } = spawnSync("tidemark", ["hook", "opencode", event], {
      input: JSON.stringify(input),
      encoding: "utf8",
      timeout: WAIT_MS,
      cwd: directory,
      shell: process.platform === "win32",
      stdio: ["pipe", "pipe", "ignore"],
    });
    try {
      return JSON.parse(stdout).context ?? "";
    } catch {
      return "";
    }
  };
  const isChild = (session) => parents.has(session);
  const isWhole = (part) => {
    if (part.type === "tool") return part.state?.status === "completed" || part.state?.status === "error";
    if (part.type === "text") return messages.get(part.messageID)?.role === "user" || part.time?.end !== undefined;
    return part.type === "compaction";
  };
  const meet = (event, session) => {
    met.add(session);
    if (!isChild(session)) told.set(session, [call(event, session, {})]);
  };

  return {
    event: async ({ event: { type, properties = {} } }) => {
      const { info, part, time } = properties;
      const session = properties.sessionID ?? info?.sessionID ?? info?.id;
      if (info?.parentID && type.startsWith("session.")) parents.set(info.id, info.parentID);
      if (type === "session.created") meet("session.created", info.id);
      if (type === "message.updated") messages.set(info.id, info);
      if (type === "message.part.updated" && isWhole(part))
        call("part", session ?? part.sessionID, { message: messages.get(part.messageID), part, at: time });
      if (type === "session.compacted" && !isChild(session)) told.set(session, [call(type, session, {})]);
      if (type === "session.idle" || type === "session.deleted") call(type, session, {});
    },
    "chat.message": async ({ sessionID }, { parts }) => {
      if (!met.has(sessionID)) meet("session.resumed", sessionID);
      if (isChild(sessionID)) return;
      const text = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n");
      told.get(sessionID)?.push(call("prompt", sessionID, { text }));
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      for (const words of told.get(sessionID) ?? []) if (words) system.push(words);
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      call("compacting", sessionID, {});
    },
    "tool.execute.after": async ({ sessionID, args }, output) => {
      const note = isChild(sessionID) ? "" : call("tool", sessionID, { input: args });
      if (note && typeof output.output === "string") output.output += \`\\n\\n\${note}\`;
    },
  };
};
`;
