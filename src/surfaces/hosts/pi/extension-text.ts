/**
 * The extension that pi loads. `hook.ts` describes its calls. pi has no MCP, so the extension offers the two tools that agents need most.
 * Their names identify their output as ours.
 */
export const PI_EXTENSION = `// Tidemark's extension for pi, written by \`tidemark init\`; \`tidemark init --remove\` takes it away again.
import { spawnSync } from "node:child_process";
import { Type } from "typebox";

const WAIT_MS = 10000;
const KINDS = "fact, decision, constraint, preference, lesson or trap";

export default function tidemark(pi) {
  /** Text that is added to the model's next prompt. */
  let waiting = "";

  const run = (args, input, cwd) =>
    spawnSync("tidemark", args, {
      input,
      encoding: "utf8",
      timeout: WAIT_MS,
      cwd,
      env: { ...process.env, TIDEMARK_AGENT: process.env.TIDEMARK_AGENT || "pi" },
      shell: process.platform === "win32",
    });

  /** Sends one event to Tidemark and returns the text for the agent. */
  const call = (event, input, ctx) => {
    try {
      const session = ctx.sessionManager.getSessionId();
      const { stdout } = run(["hook", "pi", event], JSON.stringify({ session, cwd: ctx.cwd, input }), ctx.cwd);
      return JSON.parse(stdout).context ?? "";
    } catch {
      return "";
    }
  };

  pi.on("session_start", async (event, ctx) => {
    waiting = call("session_start", event, ctx);
  });
  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    const content = [waiting, call("before_agent_start", { prompt }, ctx)].filter(Boolean).join("\\n\\n");
    waiting = "";
    return content ? { message: { customType: "tidemark", content, display: false } } : undefined;
  });
  pi.on("message_end", async ({ message }, ctx) => {
    if (message.role === "user" || message.role === "assistant") call("message_end", { message }, ctx);
  });
  pi.on("tool_result", async (event, ctx) => {
    const note = call("tool_result", event, ctx);
    return note ? { content: [...event.content, { type: "text", text: note }] } : undefined;
  });
  pi.on("session_before_compact", async (_event, ctx) => {
    call("session_before_compact", {}, ctx);
  });
  pi.on("session_compact", async (_event, ctx) => {
    waiting = call("session_compact", {}, ctx);
  });
  pi.on("agent_end", async (_event, ctx) => {
    call("agent_end", {}, ctx);
  });
  pi.on("session_shutdown", async (event, ctx) => {
    call("session_shutdown", event, ctx);
  });

  const answer = ({ status, stdout, stderr, error }) => {
    if (status !== 0) throw new Error(stderr || stdout || String(error ?? "tidemark failed"));
    return { content: [{ type: "text", text: stdout.trim() || "Nothing found." }], details: {} };
  };
  pi.registerTool({
    name: "tidemark_recall",
    label: "Recall",
    description: "Search the project's memory. Use it before you decide something.",
    promptSnippet: "Search the project's memory",
    parameters: Type.Object({ query: Type.String({ description: "A question, or a few words" }) }),
    execute: async (_id, { query }, _signal, _onUpdate, ctx) =>
      answer(run(["recall", "--no-color", "--", query], "", ctx?.cwd)),
  });
  pi.registerTool({
    name: "tidemark_remember",
    label: "Remember",
    description: "Record one statement that the next session must know: a decision, a finding or a pitfall.",
    promptSnippet: "Record something in the project's memory",
    parameters: Type.Object({
      text: Type.String({ description: "One statement" }),
      kind: Type.Optional(Type.String({ description: KINDS })),
    }),
    execute: async (_id, { text, kind }, _signal, _onUpdate, ctx) =>
      answer(run(["remember", "--no-color", "--kind", kind ?? "fact", "--", text], "", ctx?.cwd)),
  });
}
`;
