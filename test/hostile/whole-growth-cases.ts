import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostileCase } from "./hostile-case.ts";
import { problemOfTape, runWithin, TOO_LONG, tapeOf } from "./whole-stage.ts";

const KILO = 1000;
const MEGA = 1_000_000;

const growth = (name: string, run: HostileCase["run"], isControl?: true): HostileCase => ({
  area: "text growth",
  name,
  run,
  ...(isControl ? { isControl } : {}),
});

const full = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

/** A case in which a hook must end in time for a large input. */
const hooked = (name: string, host: string, event: string, input: object): HostileCase =>
  growth(`${name} does not block the hook of ${host}`, async (stage) => {
    const given = JSON.stringify({ cwd: stage.project, ...input });
    return (await runWithin(stage, ["hook", host, event], given)) ? undefined : TOO_LONG;
  });

const prompt = (text: string): object => ({ session_id: "s", prompt: text });

/** A turn of a megabyte of empty lines that ends like a brief of ours. */
const EMPTY_LINES = `${full("\n", MEGA)}(end of tidemark)`;

const HOOKS: readonly HostileCase[] = [
  hooked("a turn of empty lines", "codex", "Stop", {
    session_id: "s",
    last_assistant_message: EMPTY_LINES,
  }),
  hooked("a turn of empty lines", "copilot", "userPromptSubmitted", {
    sessionId: "s",
    prompt: EMPTY_LINES,
  }),
  hooked("a turn of empty lines", "gemini", "BeforeAgent", prompt(`x${EMPTY_LINES}`)),
  hooked("a turn of empty lines", "qwen", "UserPromptSubmit", prompt(`x${EMPTY_LINES}`)),
  hooked("a turn of empty lines", "opencode", "part", {
    session: "s",
    part: { type: "text", text: `x${EMPTY_LINES}` },
    message: { role: "user" },
  }),
  hooked("a turn of empty lines", "pi", "message_end", {
    session: "s",
    input: { message: { role: "user", content: [{ type: "text", text: `x${EMPTY_LINES}` }] } },
  }),
  hooked("a turn of empty lines", "generic", "turn", { session: "s", text: EMPTY_LINES }),
  hooked(
    "a prompt of newlines before our closing line",
    "claude-code",
    "UserPromptSubmit",
    prompt(`${full("\n", 200 * KILO)}(end of tidemark)`),
  ),
  hooked(
    "a prompt of lines like ours before our closing line",
    "codex",
    "UserPromptSubmit",
    prompt(`${full("- a [dec#1, b]\n", MEGA)}(end of tidemark)`),
  ),
  hooked("a path of stars", "claude-code", "PreToolUse", {
    session_id: "s",
    tool_input: { file_path: `src/${full("*", 60)}x` },
  }),
  hooked("a path of stars and endings", "codex", "PreToolUse", {
    session_id: "s",
    tool_input: { path: `${full("/**.a", 300)}!` },
  }),
  hooked("a command with many flags that names Tidemark", "claude-code", "PostToolUse", {
    session_id: "s",
    tool_use_id: "t",
    tool_name: "Bash",
    tool_input: { command: `npx ${full("--a ", 200)}not-tidemark` },
    tool_response: { stdout: "done" },
  }),
  hooked(
    "a prompt of headings of an editor",
    "codex",
    "UserPromptSubmit",
    prompt(full("# Context from my IDE setup:\n", MEGA)),
  ),
  hooked(
    "a prompt of opened command tags",
    "claude-code",
    "UserPromptSubmit",
    prompt(full("<command-name>", MEGA)),
  ),
  hooked(
    "a prompt of tags without an end",
    "claude-code",
    "UserPromptSubmit",
    prompt(full("<system-reminder ", MEGA)),
  ),
  hooked("an answer of opened comments", "gemini", "AfterAgent", {
    session_id: "s",
    prompt: "hello",
    prompt_response: full("<!--", MEGA),
  }),
  hooked(
    "a prompt of tags without an end",
    "qwen",
    "UserPromptSubmit",
    prompt(full("<qwen:a-context ", MEGA)),
  ),
];

/** A case in which a large recorded turn must be read in time, by a worker or a question. */
const recorded = (name: string, text: string, ...reading: readonly string[]): HostileCase =>
  growth(name, async (stage) => {
    const line = JSON.stringify({ type: "turn", session: "s", role: "user", text });
    if (!(await runWithin(stage, ["record"], line))) return `record: ${TOO_LONG}`;
    return (await runWithin(stage, reading)) ? undefined : TOO_LONG;
  });

const READERS: readonly HostileCase[] = [
  recorded("a turn of dots does not block the worker", `${full("…", 60 * KILO)}x`, "worker", "--once"),
  recorded(
    "a turn of question marks does not block the index",
    `${full("?", 900 * KILO)}x`,
    "recall",
    "what",
  ),
  growth("a question of one long word does not block the search", async (stage) => {
    await stage.tidemark(["remember", "We use Postgres", "--kind", "decision"]);
    return (await runWithin(stage, ["recall", full("a-", 100 * KILO)])) ? undefined : TOO_LONG;
  }),
  growth("a context file with a line of spaces does not block `context lint`", async (stage) => {
    const folder = join(stage.project, "ai_memory");
    mkdirSync(folder);
    writeFileSync(join(folder, "active_context.md"), `# A\n\n## a${full(" ", 200 * KILO)}x\n`);
    return (await runWithin(stage, ["context", "lint"])) ? undefined : TOO_LONG;
  }),
];

/** Cases with nesting that overflows the stack of the parser, at which Node crashes. */
const NESTED: readonly HostileCase[] = ["[", "{a: "].flatMap((piece) => {
  const text = full(piece, 60 * KILO);
  return [
    nested(`a registry nested by ${JSON.stringify(piece)} does not crash the program`, ["context", "list"], {
      "ai_memory/context_history/contexts_index.yaml": `contexts:\n  ${text}`,
      "ai_memory/active_context.md": "# A\n",
    }),
    nested(`settings nested by ${JSON.stringify(piece)} do not crash the program`, ["status"], {
      ".tidemark/config.yaml": `a: ${text}`,
    }),
  ];
});

type Files = { readonly [path: string]: string };

function nested(name: string, args: readonly string[], files: Files): HostileCase {
  return growth(name, async (stage) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(stage.project, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(stage.project, path), text, { mode: 0o600 });
    }
    const ended = await runWithin(stage, args);
    if (!ended) return TOO_LONG;
    return /FATAL|call stack|bug/.test(ended.stderr + ended.stdout)
      ? (ended.stderr + ended.stdout).trim().slice(0, 100)
      : undefined;
  });
}

const CONTROLS: readonly HostileCase[] = [
  growth(
    "a prompt of 900 kB is kept whole",
    async (stage) => {
      const text = full("We keep this sentence, and the next one too.\n", 900 * KILO);
      await stage.hook("claude-code", "UserPromptSubmit", prompt(text));
      const turn = (await tapeOf(stage)).find(({ type }) => type === "turn.recorded");
      return turn?.payload?.text === text ? undefined : "it is not whole";
    },
    true,
  ),
  growth(
    "a prompt of 3 MB is cut to the limit, and its original length is recorded",
    async (stage) => {
      const text = full("We keep the beginning. ", 3 * MEGA);
      await stage.hook("claude-code", "UserPromptSubmit", prompt(text));
      const turn = (await tapeOf(stage)).find(({ type }) => type === "turn.recorded");
      return turn?.payload?.cut_from_bytes === text.length ? undefined : "the cut is not stated";
    },
    true,
  ),
  growth(
    "a person's words around a brief of ours are kept, and the brief is removed",
    async (stage) => {
      const ours =
        "# What this project remembers (tidemark)\n\n## Decided\n- a [dec#1, b]\n(end of tidemark)";
      await stage.hook("claude-code", "UserPromptSubmit", prompt(`Before it.\n${ours}\nBehind it.`));
      const turn = (await tapeOf(stage)).find(({ type }) => type === "turn.recorded");
      const text = String(turn?.payload?.text);
      return /^Before it\.\s+Behind it\.$/.test(text) ? undefined : `what is left: ${text}`;
    },
    true,
  ),
  growth(
    "a large tool output is shortened, and its call is kept",
    async (stage) => {
      await stage.hook("claude-code", "PostToolUse", {
        session_id: "s",
        tool_use_id: "t",
        tool_name: "Bash",
        tool_input: { command: "cat big" },
        tool_response: { stdout: `the first line\n${full("a line\n", 5 * MEGA)}` },
      });
      return problemOfTape(stage, "the first line");
    },
    true,
  ),
];

export const GROWTH_CASES: readonly HostileCase[] = [...HOOKS, ...READERS, ...NESTED, ...CONTROLS];
