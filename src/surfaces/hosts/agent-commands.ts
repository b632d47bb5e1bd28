import { type JsonRecord, textField } from "../../app/intake/json-lines.ts";
import { fieldsIn } from "../../core/fields.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import type { AgentCommand } from "../../ports/agent-command.ts";
import type { ModelReply } from "../../ports/model.ts";

/** An agent's output as one JSON value; a list is returned as `list`. */
function jsonIn(output: string): JsonRecord & { readonly list?: readonly unknown[] } {
  const value = tryParseJson(output.trim());
  return Array.isArray(value) ? { list: value } : fieldsIn(value);
}

/** An agent's output as one JSON object a line. Other lines are left out. */
const jsonLinesIn = (output: string): JsonRecord[] =>
  output.split("\n").flatMap((line) => (line.startsWith("{") ? [jsonIn(line)] : []));

/** A count of tokens, or undefined if none is given. */
function countIn(value: unknown, name: string): number | undefined {
  const count = fieldsIn(value)[name];
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** The reply with this text; undefined if there is no text. */
function replyOf(text: unknown, tokensIn?: number, tokensOut?: number): ModelReply | undefined {
  return typeof text === "string" && text.trim() !== "" ? { text, tokensIn, tokensOut } : undefined;
}

const modelOption = (model: string | undefined): readonly string[] =>
  model === undefined ? [] : ["--model", model];

/** Settings on the command line override the user's, so no hook runs; the sign-in is not affected. */
const CLAUDE_SETTINGS = JSON.stringify({ disableAllHooks: true });
const NO_SERVERS = JSON.stringify({ mcpServers: {} });

const claudeCodeCommand: AgentCommand = {
  host: "claude-code",
  name: "Claude Code",
  program: "claude",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["-p", "--output-format", "json", "--tools", "", "--disable-slash-commands"],
    ...["--settings", CLAUDE_SETTINGS, "--strict-mcp-config", "--mcp-config", NO_SERVERS],
    ...["--no-session-persistence", "--system-prompt", system],
    ...modelOption(model),
  ],
  replyIn: (output) => {
    const { result, is_error, usage } = jsonIn(output);
    if (is_error === true) return undefined;
    return replyOf(result, countIn(usage, "input_tokens"), countIn(usage, "output_tokens"));
  },
};

/** Features that are turned off. The remaining ones cannot write: the sandbox is read-only. */
const FEATURES_OFF =
  "hooks shell_tool unified_exec multi_agent apps plugins memories goals image_generation".split(" ");

const codexCommand: AgentCommand = {
  host: "codex",
  name: "Codex",
  program: "codex",
  args: ({ model }) => [
    ...["exec", "--json", "--ephemeral", "--skip-git-repo-check", "--sandbox", "read-only"],
    ...["-c", "mcp_servers={}", "-c", 'web_search="disabled"', "-c", "project_doc_max_bytes=0"],
    ...["-c", 'approval_policy="never"', "-c", "tools.view_image=false"],
    ...FEATURES_OFF.flatMap((feature) => ["--disable", feature]),
    ...modelOption(model),
    "-",
  ],
  replyIn: (output) => {
    const events = jsonLinesIn(output);
    const items = events.map(({ item }) => fieldsIn(item)).filter(({ type }) => type === "agent_message");
    const usage = events.findLast(({ type }) => type === "turn.completed")?.usage;
    return replyOf(items.at(-1)?.text, countIn(usage, "input_tokens"), countIn(usage, "output_tokens"));
  },
};

/** Settings of the folder override the user's: no tool has that name, and no hook runs. */
const GEMINI_SETTINGS = JSON.stringify({
  tools: { core: ["none"] },
  hooksConfig: { enabled: false },
  skills: { enabled: false },
  context: { fileName: "none" },
});

const geminiCommand: AgentCommand = {
  host: "gemini",
  name: "Gemini CLI",
  program: "gemini",
  args: ({ model }) => [
    ...["--output-format", "json", "--skip-trust"],
    ...["--extensions", "none", "--allowed-mcp-server-names", "none"],
    ...modelOption(model),
  ],
  files: { ".gemini/settings.json": GEMINI_SETTINGS },
  replyIn: (output) => replyOf(jsonIn(output).response),
};

/** Safe mode disables hooks, servers and extensions, and the first tool call would end the run. */
const qwenCommand: AgentCommand = {
  host: "qwen",
  name: "Qwen Code",
  program: "qwen",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["--output-format", "json", "--safe-mode", "--approval-mode", "plan"],
    ...["--max-tool-calls", "0", "--chat-recording=false", "--system-prompt", system],
    ...modelOption(model),
  ],
  replyIn: (output) => {
    const events = jsonIn(output).list ?? [];
    const end = events.map(fieldsIn).findLast(({ type }) => type === "result");
    if (end === undefined || end.is_error === true) return undefined;
    return replyOf(end.result, countIn(end.usage, "input_tokens"), countIn(end.usage, "output_tokens"));
  },
};

/** Its hooks cannot be disabled from outside. Ours are silent because of the folder in which they run. */
const copilotCommand: AgentCommand = {
  host: "copilot",
  name: "Copilot CLI",
  program: "copilot",
  args: ({ model }) => [
    ...["--silent", "--no-color", "--no-auto-update", "--no-ask-user", "--no-remote"],
    ...[
      "--no-custom-instructions",
      "--disable-builtin-mcps",
      "--available-tools=none",
      "--log-level",
      "none",
    ],
    ...modelOption(model),
  ],
  replyIn: (output) => replyOf(output.trim()),
};

/** Overrides the user's own settings for this run. */
const OPENCODE_CONFIG = JSON.stringify({
  tools: { "*": false },
  permission: { "*": "deny" },
  share: "disabled",
});

const opencodeCommand: AgentCommand = {
  host: "opencode",
  name: "opencode",
  program: "opencode",
  args: ({ model }) => [
    ...["run", "--pure", "--format", "json", "--title", "tidemark"],
    ...modelOption(model),
  ],
  env: { OPENCODE_CONFIG_CONTENT: OPENCODE_CONFIG },
  replyIn: (output) => {
    const events = jsonLinesIn(output).map((event) => ({ type: event.type, part: fieldsIn(event.part) }));
    const texts = events
      .filter(({ type }) => type === "text")
      .map(({ part }) => textField(part, "text") ?? "");
    const tokens = events.findLast(({ type }) => type === "step_finish")?.part.tokens;
    return replyOf(texts.join(""), countIn(tokens, "input"), countIn(tokens, "output"));
  },
};

const piCommand: AgentCommand = {
  host: "pi",
  name: "pi",
  program: "pi",
  takesSystem: true,
  args: ({ system, model }) => [
    ...["-p", "--no-tools", "--no-extensions", "--no-skills", "--no-prompt-templates"],
    ...["--no-context-files", "--no-session", "--system-prompt", system],
    ...modelOption(model),
  ],
  replyIn: (output) => replyOf(output.trim()),
};

/** Every agent that can act as the model, in order of preference. */
export const AGENT_COMMANDS: readonly AgentCommand[] = [
  claudeCodeCommand,
  codexCommand,
  geminiCommand,
  qwenCommand,
  copilotCommand,
  opencodeCommand,
  piCommand,
];
