import type { HostileCase, HostileStage } from "./hostile-case.ts";
import { problemOfTape, tapeOf } from "./whole-stage.ts";

/** Characters that a database or a UTF-8 file does not preserve: lone surrogates and NUL. */
const HALF = "\ud800";
const LOW_HALF = "\udfff";
const NUL = "\0";
const WORDS = "We keep the ledger in one table.";

const ids = (name: string, run: HostileCase["run"], isControl?: true): HostileCase => ({
  area: "identifiers",
  name,
  run,
  ...(isControl ? { isControl } : {}),
});

/** For each host, a prompt hook with a given session id. */
const PROMPTS: readonly {
  readonly host: string;
  readonly event: string;
  readonly input: (id: string) => object;
}[] = [
  { host: "claude-code", event: "UserPromptSubmit", input: (id) => ({ session_id: id, prompt: WORDS }) },
  { host: "codex", event: "UserPromptSubmit", input: (id) => ({ session_id: id, prompt: WORDS }) },
  { host: "gemini", event: "BeforeAgent", input: (id) => ({ session_id: id, prompt: WORDS }) },
  { host: "qwen", event: "UserPromptSubmit", input: (id) => ({ session_id: id, prompt: WORDS }) },
  { host: "copilot", event: "userPromptSubmitted", input: (id) => ({ sessionId: id, prompt: WORDS }) },
];

const hooked = (what: string, id: string): HostileCase[] =>
  PROMPTS.map(({ host, event, input }) =>
    ids(
      `${what} in a session id of ${host} keeps the chain valid and the prompt on the tape`,
      async (stage) => {
        await stage.hook(host, event, input(id));
        await stage.hook(host, event, input("after"));
        return problemOfTape(stage, WORDS);
      },
    ),
  );

const record = (stage: HostileStage, ...lines: readonly object[]) =>
  stage.tidemark(["record"], { input: lines.map((line) => JSON.stringify(line)).join("\n") });

/** A case with a recorded line that has the id in one field. */
const recorded = (field: string, id: string, what: string): HostileCase =>
  ids(`${what} in "${field}" of a recorded line keeps the chain valid`, async (stage) => {
    const { code, stderr } = await record(
      stage,
      { type: "turn", session: "s", text: WORDS, [field]: `a${id}b` },
      { type: "turn", session: "s", text: "and then another" },
    );
    return code === 0 ? problemOfTape(stage, WORDS) : `record failed: ${stderr.slice(0, 200)}`;
  });

const CALLS: readonly HostileCase[] = [
  ids("half a character in a tool-use id keeps the chain valid", async (stage) => {
    await stage.hook("claude-code", "PostToolUse", {
      session_id: "s",
      tool_use_id: `toolu_${HALF}`,
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_response: { stdout: WORDS },
    });
    return problemOfTape(stage, WORDS);
  }),
  ids("a NUL in a sub-agent's id keeps the chain valid", async (stage) => {
    await stage.hook("claude-code", "SubagentStop", {
      session_id: "s",
      agent_id: `agent${NUL}1`,
      agent_type: "explore",
      last_assistant_message: WORDS,
    });
    return problemOfTape(stage, WORDS);
  }),
  ids("a session id of 300 characters does not make the hook drop the prompt", async (stage) => {
    await stage.hook("claude-code", "UserPromptSubmit", { session_id: "x".repeat(300), prompt: WORDS });
    return problemOfTape(stage, WORDS);
  }),
  ids("two ids that differ only in a lone surrogate are two sessions", async (stage) => {
    for (const id of [`s${HALF}`, `s${LOW_HALF}`])
      await stage.hook("claude-code", "UserPromptSubmit", {
        session_id: id,
        prompt: `${WORDS} ${id.length}`,
      });
    const sessions = new Set((await tapeOf(stage)).flatMap(({ session }) => session ?? []));
    return sessions.size === 2 ? problemOfTape(stage, WORDS) : `there are ${sessions.size} sessions`;
  }),
  ids("terminal controls in a session id do not reach a person's screen through the tape", async (stage) => {
    await stage.hook("claude-code", "UserPromptSubmit", {
      session_id: "s\u001b[2J\u202egnp",
      prompt: WORDS,
    });
    const held = (await tapeOf(stage)).flatMap(({ session }) => session ?? []);
    return held.some((id) => id.includes("\u001b") || id.includes("\u202e"))
      ? "the controls are in the id"
      : undefined;
  }),
];

const kept = (what: string, id: string): HostileCase =>
  ids(
    `${what} in ids and words is stored unchanged`,
    async (stage) => {
      const text = `${WORDS} ${id}`;
      await stage.hook("claude-code", "UserPromptSubmit", { session_id: id, prompt: text });
      const turn = (await tapeOf(stage)).find(({ type }) => type === "turn.recorded");
      if (turn?.session !== id) return `the session is ${JSON.stringify(turn?.session)}`;
      return turn.payload?.text === text ? problemOfTape(stage, WORDS) : "the words were changed";
    },
    true,
  );

const CONTROLS: readonly HostileCase[] = [
  kept("emoji", "release-🚀"),
  kept("a joined emoji", "pair-👩‍💻"),
  kept("Chinese, Japanese and Korean", "会议-会議-회의"),
  kept("a combining character", "cafe\u0301"),
  kept("right-to-left script", "جلسة-1"),
  kept("an id of 80 characters", "y".repeat(80)),
  ids(
    "an unusable id gives the same session each time, and a message is recorded once",
    async (stage) => {
      const line = { type: "turn", session: `s${HALF}`, message_id: `m${NUL}`, text: WORDS };
      await record(stage, line);
      await record(stage, line);
      const turns = (await tapeOf(stage)).filter(({ type }) => type === "turn.recorded");
      return turns.length === 1 ? undefined : `it is there ${turns.length} times`;
    },
    true,
  ),
  ids(
    "an agent's name in any script is kept",
    async (stage) => {
      await stage.tidemark(["--agent", "критик-批评", "remember", WORDS, "--kind", "fact"]);
      const agents = (await tapeOf(stage)).map(({ agent }) => agent);
      return agents.includes("критик-批评") ? undefined : `agents: ${agents.join(", ")}`;
    },
    true,
  ),
];

export const ID_CASES: readonly HostileCase[] = [
  ...hooked("half a character", `s${HALF}x`),
  ...hooked("a NUL", `s${NUL}x`),
  ...["session", "message_id", "key", "agent", "host", "subject"].map((field) =>
    recorded(field, HALF, "half a character"),
  ),
  ...["session", "key", "agent"].map((field) => recorded(field, NUL, "a NUL")),
  ...CALLS,
  ...CONTROLS,
];
