import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import type { Call } from "./replay.ts";

/** A session in which a host sends our own text back to us, together with a prompt of a person. */
export type Shown = {
  readonly session: string;
  /** The context that we gave the host at the start of the session. */
  readonly context: string;
  readonly prompt: string;
  readonly cwd: string;
  readonly at: string;
};

/** How one host sends our text back: in the input of its hooks, and in its history. */
export type Echo = {
  readonly start: (shown: Omit<Shown, "context">) => Call;
  readonly calls: (shown: Shown) => readonly Call[];
  /** Writes the history of the session below a folder. */
  readonly history: (folder: string, shown: Shown) => Promise<void>;
};

const escaped = (text: string) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const bare = ({ context, prompt }: Shown) => `${context}\n${prompt}`;
const behind = ({ context, prompt }: Shown) => `${prompt}\n\n${context}`;
const reminded = ({ context, prompt }: Shown) =>
  `<system-reminder>\nSessionStart hook additional context: ${context}\n</system-reminder>\n${prompt}`;
const recited = ({ context }: Shown) => `This is what I was told:\n\n${context}`;
const COMMAND = "tidemark brief";

async function jsonLines(path: string, records: readonly JsonRecord[]): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

/** The echo of Claude Code and of hosts with the same hook format. */
function claudeLike(asShown: (shown: Shown) => string, shell: string) {
  const base = ({ session, cwd, at }: Omit<Shown, "context">) => ({
    session_id: session,
    cwd,
    timestamp: at,
  });
  return {
    start: (shown: Omit<Shown, "context">): Call => ({
      event: "SessionStart",
      input: { ...base(shown), source: "startup" },
    }),
    calls: (shown: Shown): Call[] => {
      const ran = { tool_use_id: `t-${shown.session}`, tool_call_id: `t-${shown.session}`, tool_name: shell };
      const tool_response = { stdout: shown.context, stderr: "", llmContent: shown.context };
      const asked = { tool_use_id: `m-${shown.session}`, tool_call_id: `m-${shown.session}` };
      return [
        ...[asShown(shown), bare(shown), behind(shown), shown.context].map((prompt) => ({
          event: "UserPromptSubmit",
          input: { ...base(shown), prompt },
        })),
        {
          event: "PostToolUse",
          input: { ...base(shown), ...ran, tool_input: { command: COMMAND }, tool_response },
        },
        {
          event: "PostToolUse",
          input: { ...base(shown), ...ran, ...asked, tool_name: "mcp__tidemark__recall", tool_response },
        },
        { event: "Stop", input: { ...base(shown), last_assistant_message: recited(shown) } },
        { event: "SessionEnd", input: { ...base(shown), reason: "other" } },
      ];
    },
  };
}

const claudeCode: Echo = {
  ...claudeLike(reminded, "Bash"),
  history: (folder, shown) => {
    const { session: sessionId, cwd, at: timestamp, context } = shown;
    const line = { sessionId, cwd, timestamp, isSidechain: false };
    const user = (content: unknown) => ({ ...line, type: "user", message: { role: "user", content } });
    const assistant = (content: unknown) => ({
      ...line,
      type: "assistant",
      message: { role: "assistant", content },
    });
    const call = (id: string, name: string, input: JsonRecord) =>
      assistant([{ type: "tool_use", id, name, input }]);
    const result = (tool_use_id: string) => user([{ type: "tool_result", tool_use_id, content: context }]);
    return jsonLines(join(folder, `${sessionId}.jsonl`), [
      { ...line, type: "attachment", attachment: { type: "hook_additional_context", content: [context] } },
      ...[reminded(shown), bare(shown), behind(shown), context].map(user),
      call(`t-${sessionId}`, "Bash", { command: COMMAND }),
      result(`t-${sessionId}`),
      call(`m-${sessionId}`, "mcp__tidemark__recall", { query: "x" }),
      result(`m-${sessionId}`),
      assistant([{ type: "text", text: recited(shown) }]),
    ]);
  },
};

const codex: Echo = {
  ...claudeLike(bare, "Bash"),
  history: (folder, shown) => {
    const { session: id, cwd, at: timestamp, context } = shown;
    const item = (payload: JsonRecord) => ({ timestamp, type: "response_item", payload });
    const says = (role: string, text: string) =>
      item({ type: "message", role, content: [{ type: "input_text", text }] });
    const call = (call_id: string, name: string, input: JsonRecord) =>
      item({ type: "function_call", name, call_id, arguments: JSON.stringify(input) });
    const output = (call_id: string) => item({ type: "function_call_output", call_id, output: context });
    return jsonLines(join(folder, `rollout-${id}.jsonl`), [
      { timestamp, type: "session_meta", payload: { id, session_id: id, cwd, timestamp } },
      says("developer", context),
      ...[bare(shown), bare(shown), behind(shown), context].map((text) => says("user", text)),
      call(`t-${id}`, "exec_command", { cmd: COMMAND }),
      output(`t-${id}`),
      call(`m-${id}`, "mcp__tidemark__recall", { query: "x" }),
      output(`m-${id}`),
      says("assistant", recited(shown)),
    ]);
  },
};

const qwenShown = ({ context, prompt }: Shown) =>
  `<qwen:session-start-context>\n${escaped(context)}\n</qwen:session-start-context>\n\n${prompt}`;

const qwen: Echo = {
  ...claudeLike(qwenShown, "run_shell_command"),
  history: (folder, shown) => {
    const { session: sessionId, cwd, at: timestamp, context } = shown;
    const says = (type: string, part: JsonRecord) => ({
      uuid: "u",
      sessionId,
      timestamp,
      type,
      provenance: "real_user",
      cwd,
      message: { role: type === "assistant" ? "model" : "user", parts: [part] },
    });
    const ran = (id: string, name: string, args: JsonRecord) => [
      says("assistant", { functionCall: { id, name, args } }),
      says("tool_result", { functionResponse: { id, name, response: { output: context } } }),
    ];
    return jsonLines(join(folder, "chats", `${sessionId}.jsonl`), [
      ...[qwenShown(shown), bare(shown), behind(shown), context].map((text) => says("user", { text })),
      ...ran(`t-${sessionId}`, "run_shell_command", { command: COMMAND }),
      ...ran(`m-${sessionId}`, "mcp__tidemark__recall", { query: "x" }),
      says("assistant", { text: recited(shown) }),
    ]);
  },
};

const geminiShown = ({ context, prompt }: Shown) =>
  `<hook_context>${escaped(context)}</hook_context>\n\n${prompt}`;

const gemini: Echo = {
  start: ({ session, cwd, at }) => ({
    event: "SessionStart",
    input: { session_id: session, cwd, timestamp: at, source: "startup" },
  }),
  calls: (shown) => {
    const input = { session_id: shown.session, cwd: shown.cwd, timestamp: shown.at };
    const tool_response = { llmContent: `<untrusted_context>\n${shown.context}\n</untrusted_context>` };
    const prompts = [geminiShown(shown), bare(shown), behind(shown), shown.context];
    return [
      ...prompts.map((prompt) => ({ event: "BeforeAgent", input: { ...input, prompt } })),
      ...["run_shell_command", "mcp_tidemark_recall"].map((tool_name) => ({
        event: "AfterTool",
        input: { ...input, tool_name, tool_input: { command: COMMAND }, tool_response },
      })),
      {
        event: "AfterAgent",
        input: { ...input, prompt: geminiShown(shown), prompt_response: recited(shown) },
      },
      { event: "SessionEnd", input: { ...input, reason: "exit" } },
    ];
  },
  history: (folder, shown) => {
    const { session, cwd, at: timestamp, context } = shown;
    const says = (type: string, id: string, text: string) => ({ id, timestamp, type, content: [{ text }] });
    const result = [{ functionResponse: { response: { output: context } } }];
    const call = (id: string, name: string) => ({
      id,
      name,
      args: { command: COMMAND },
      result,
      status: "success",
    });
    const toolCalls = [call("t", "run_shell_command"), call("m", "mcp_tidemark_recall")];
    const prompts = [geminiShown(shown), bare(shown), behind(shown), context];
    return jsonLines(join(folder, "chats", `session-${session}.jsonl`), [
      { sessionId: session, projectHash: "p", startTime: timestamp, kind: "main", directories: [cwd] },
      ...prompts.map((text, i) => says("user", `u${i}`, text)),
      { ...says("gemini", "g1", recited(shown)), toolCalls },
    ]);
  },
};

const copilotShown = ({ context, prompt }: Shown) =>
  `${prompt}\n\n<system_reminder>\n${context}\n</system_reminder>`;

const copilot: Echo = {
  start: ({ session, cwd }) => ({
    event: "sessionStart",
    input: { sessionId: session, cwd, source: "startup" },
  }),
  calls: (shown) => {
    const input = { sessionId: shown.session, cwd: shown.cwd, timestamp: Date.parse(shown.at) };
    const toolResult = { resultType: "success", textResultForLlm: shown.context };
    const prompts = [shown.context, copilotShown(shown), bare(shown), behind(shown)];
    return [
      ...prompts.map((prompt) => ({ event: "userPromptSubmitted", input: { ...input, prompt } })),
      ...["bash", "tidemark-recall"].map((toolName) => ({
        event: "postToolUse",
        input: { ...input, toolName, toolArgs: { command: COMMAND }, toolResult },
      })),
      { event: "agentStop", input },
      { event: "sessionEnd", input: { ...input, reason: "complete" } },
    ];
  },
  history: (folder, shown) => {
    const { session, cwd, at: timestamp, context } = shown;
    const line = (type: string, data: JsonRecord) => ({ type, data, timestamp });
    const ran = (toolCallId: string, toolName: string) => [
      line("tool.execution_start", { toolCallId, toolName, arguments: { command: COMMAND } }),
      line("tool.execution_complete", { toolCallId, success: true, result: { content: context } }),
    ];
    const prompts = [context, copilotShown(shown), bare(shown), behind(shown)];
    return jsonLines(join(folder, session, "events.jsonl"), [
      line("session.start", { sessionId: session, context: { cwd } }),
      ...prompts.map((content) => line("user.message", { content })),
      ...ran("t", "bash"),
      ...ran("m", "tidemark-recall"),
      line("assistant.message", { content: recited(shown) }),
    ]);
  },
};

const pi: Echo = {
  start: ({ session, cwd }) => ({ event: "session_start", input: { session, cwd, input: {} } }),
  calls: (shown) => {
    const { session, cwd, context } = shown;
    const call = (event: string, input: JsonRecord) => ({ event, input: { session, cwd, input } });
    const said = (role: string, text: string) => call("message_end", { message: { role, content: text } });
    const result = { content: [{ type: "text", text: context }], isError: false };
    return [
      ...[context, bare(shown), behind(shown)].map((text) => said("user", text)),
      call("tool_result", { ...result, toolCallId: "t", toolName: "bash", input: { command: COMMAND } }),
      call("tool_result", { ...result, toolCallId: "m", toolName: "tidemark_recall", input: {} }),
      said("assistant", recited(shown)),
      call("agent_end", {}),
      call("session_shutdown", { reason: "quit" }),
    ];
  },
  history: (folder, shown) => {
    const { session, cwd, at: timestamp, context } = shown;
    const message = (given: JsonRecord) => ({ type: "message", id: "i", timestamp, message: given });
    const text = (words: string) => [{ type: "text", text: words }];
    const result = (toolCallId: string, toolName: string) =>
      message({ role: "toolResult", toolCallId, toolName, content: text(context), isError: false });
    const call = { type: "toolCall", id: "t", name: "bash", arguments: { command: COMMAND } };
    return jsonLines(join(folder, `2030_${session}.jsonl`), [
      { type: "session", version: 3, id: session, timestamp, cwd },
      { type: "custom_message", customType: "tidemark", content: context, display: false, timestamp },
      ...[context, bare(shown), behind(shown)].map((words) =>
        message({ role: "user", content: text(words) }),
      ),
      message({ role: "assistant", content: [call] }),
      result("t", "bash"),
      result("m", "tidemark_recall"),
      message({ role: "assistant", content: text(recited(shown)) }),
    ]);
  },
};

/** The parts of an opencode session, each with the role of its message. */
function opencodeParts(shown: Shown): { id: string; role: string; part: JsonRecord }[] {
  const { session, context } = shown;
  const ran = (callID: string, tool: string) => ({
    type: "tool",
    callID,
    tool,
    state: { status: "completed", input: { command: COMMAND }, output: context, metadata: { exit: 0 } },
  });
  const text = (words: string) => ({ type: "text", text: words, time: { start: 1, end: 2 } });
  return [
    { role: "user", part: { ...text(context), synthetic: true } },
    ...[context, bare(shown), behind(shown)].map((words) => ({ role: "user", part: text(words) })),
    { role: "assistant", part: ran("t", "bash") },
    { role: "assistant", part: ran("m", "tidemark_recall") },
    { role: "assistant", part: text(recited(shown)) },
  ].map((one, i) => ({ ...one, id: `prt_${session}_${i}` }));
}

const opencode: Echo = {
  start: ({ session, cwd }) => ({ event: "session.created", input: { session, directory: cwd } }),
  calls: (shown) => {
    const { session } = shown;
    const at = Date.parse(shown.at);
    return [
      ...opencodeParts(shown).map(({ id, role, part }) => ({
        event: "part",
        input: { session, at, message: { role }, part: { ...part, id } },
      })),
      { event: "session.idle", input: { session } },
      { event: "session.deleted", input: { session } },
    ];
  },
  history: async (folder, shown) => {
    mkdirSync(folder, { recursive: true });
    const at = Date.parse(shown.at);
    const db = (await chooseDriver()).open(join(folder, "opencode.db"));
    db.exec("CREATE TABLE session (id TEXT, parent_id TEXT, directory TEXT, time_created INTEGER)");
    db.exec("CREATE TABLE message (id TEXT, session_id TEXT, data TEXT, time_created INTEGER)");
    db.exec("CREATE TABLE part (id TEXT, message_id TEXT, data TEXT, time_created INTEGER)");
    db.prepare("INSERT INTO session VALUES (?, NULL, ?, ?)").run(shown.session, shown.cwd, at);
    for (const { id, role, part } of opencodeParts(shown)) {
      const message = JSON.stringify({ role });
      db.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(`msg_${id}`, shown.session, message, at);
      db.prepare("INSERT INTO part VALUES (?, ?, ?, ?)").run(id, `msg_${id}`, JSON.stringify(part), at);
    }
    db.close();
  },
};

/** The echoes of all hosts, by name. */
export const ECHOES: { readonly [host: string]: Echo } = {
  "claude-code": claudeCode,
  codex,
  copilot,
  gemini,
  opencode,
  pi,
  qwen,
};
