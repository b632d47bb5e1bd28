import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawned } from "../spawned.ts";
import type { HostileCase, HostileStage } from "./hostile-case.ts";
import {
  bytesOf,
  jsonLines,
  letters,
  type PlantedText,
  plantedTexts,
  secretsLeft,
  token,
  tokensLeft,
} from "./planted-secrets.ts";

type Intake = (stage: HostileStage, texts: readonly string[]) => Promise<unknown>;

/** Separates the texts of one message, so that no text affects the redaction of the next. */
const APART = `\n\n${"- - - the next note follows below - - -\n".repeat(4)}\n`;
const GROUP = 40;

const inGroups = (texts: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(texts.length / GROUP) }, (_, i) =>
    texts.slice(i * GROUP, (i + 1) * GROUP).join(APART),
  );

const INTAKES: { readonly [name: string]: Intake } = {
  "a hook's prompt": async ({ hook }, texts) => {
    for (const prompt of inGroups(texts))
      await hook("claude-code", "UserPromptSubmit", { session_id: "s1", prompt });
  },
  "a hook's tool output": async ({ hook }, texts) => {
    for (const [i, stdout] of texts.entries())
      await hook("claude-code", "PostToolUse", {
        ...{ session_id: "s1", tool_name: "Bash", tool_use_id: `t${i}` },
        ...{ tool_input: { command: "ls" }, tool_response: { stdout, stderr: "" } },
      });
  },
  "recorded turns": ({ tidemark }, texts) =>
    tidemark(["record"], {
      input: jsonLines(texts.map((text) => ({ type: "turn", session: "s1", role: "user", text }))),
    }),
  "recorded tool turns": ({ tidemark }, texts) =>
    tidemark(["record"], {
      input: jsonLines(
        texts.map((text) => ({
          type: "turn",
          session: "s1",
          role: "tool",
          tool: "Bash",
          tool_input: text,
          text,
        })),
      ),
    }),
  "an imported transcript": async ({ tidemark, project }, texts) => {
    const file = join(project, "history.jsonl");
    const common = { sessionId: "i1", cwd: project, timestamp: "2026-01-01T00:00:00Z" };
    const records = texts.map((content, i) => ({
      ...{ type: "user", uuid: `u${i}`, ...common, message: { role: "user", content } },
    }));
    writeFileSync(file, jsonLines(records));
    return tidemark(["import", file, "--host", "claude-code"]);
  },
  "records of an unknown kind": async ({ tidemark, project }, texts) => {
    const file = join(project, "odd.jsonl");
    const common = { sessionId: "i1", cwd: project, timestamp: "2026-01-01T00:00:00Z" };
    const first = { type: "user", uuid: "u0", ...common, message: { role: "user", content: "hello" } };
    writeFileSync(
      file,
      jsonLines([first, ...texts.map((of, i) => ({ type: "hologram", uuid: `x${i}`, ...common, of }))]),
    );
    return tidemark(["import", file, "--host", "claude-code"]);
  },
  "calls of the MCP server": ({ tidemark }, texts) => {
    const calls = texts.map((text, i) => ({
      ...{ jsonrpc: "2.0", id: i + 2, method: "tools/call" },
      params: { name: "create", arguments: { kind: "lesson", text } },
    }));
    const clientInfo = { name: "reader", version: "1" };
    const opening = [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ];
    return tidemark(["mcp", "--tools", "all"], { input: jsonLines([...opening, ...calls]) });
  },
  "messages of commits": async ({ tidemark, project, env }, texts) => {
    const git = (...args: string[]) => spawned("git", args, { cwd: project, env });
    await git("init", "-q");
    for (const [i, message] of inGroups(texts).entries()) {
      const file = join(project, `message-${i}`);
      writeFileSync(file, `Note ${i}\n\n${message}`);
      await git("commit", "-q", "--allow-empty", "--cleanup=verbatim", "-F", file);
    }
    return tidemark(["worker", "--once"]);
  },
};

/** Groups of scenes, so that the name of a case says which kind of secret it covers. */
const FAMILIES: { readonly [family: string]: RegExp } = {
  "keys without a name":
    /scene-(?:pem|openssh|ppk|hex|base64|alnum|licen|jwt|jwe|ably|clickup|dropbox|mapbox|sonar|buildkite)/,
  "tokens that are split or escaped":
    /scene-(?:backslash|concat|zero|soft|percent|entities|json-esc|quoted-p|wrapped|env-multi)/,
  "codes, PINs and phrases": /scene-(?:otp|pin|seed|recovery|backup|github-rec|diceware|totp)/,
  "passwords in sentences":
    /scene-(?:login|sign|connect|cred|user-pass|account|prose|dialog|chat|pw-|pass-|pwd-|[a-z]{2}-|wifi)/,
  "tables and files":
    /scene-(?:markdown|csv|tsv|ascii|aligned|html|k8s|tf-|my-cnf|netrc|pgpass|npmrc|pypirc|yaml|xml|plist|saml|ini)/,
};

const isOf = (family: RegExp) => (planted: PlantedText) => family.test(planted.form);

/** The number of texts for intakes that accept only one text per call. */
const SAMPLES: { readonly [intake: string]: number } = {
  "a hook's tool output": 12,
  "calls of the MCP server": 60,
};

/** A sample of the texts, spread evenly over their forms. */
function sampleOf(planted: readonly PlantedText[], count: number): PlantedText[] {
  const step = Math.max(1, Math.floor(planted.length / count));
  return planted.filter((_, i) => i % step === 0).slice(0, count);
}

const intakeCases: HostileCase[] = Object.entries(INTAKES).flatMap(([intake, take], seed) => [
  {
    area: "secrets" as const,
    name: `secrets of every form in ${intake} do not reach the disk`,
    run: async (stage: HostileStage) => {
      const planted = sampleOf(plantedTexts(seed + 1), SAMPLES[intake] ?? Number.MAX_SAFE_INTEGER);
      await take(
        stage,
        planted.map(({ text }) => text),
      );
      return secretsLeft(stage, planted);
    },
  },
]);

const familyCases: HostileCase[] = Object.entries(FAMILIES).flatMap(([family, pattern], seed) =>
  (["recorded turns", "an imported transcript"] as const).map((intake) => ({
    area: "secrets" as const,
    name: `${family} in ${intake} do not reach the disk`,
    run: async (stage: HostileStage) => {
      const planted = plantedTexts(seed + 50).filter(isOf(pattern));
      await INTAKES[intake]?.(
        stage,
        planted.map(({ text }) => text),
      );
      return secretsLeft(stage, planted);
    },
  })),
);

const turn = { type: "turn", role: "user", text: "hello" };

const idCases: HostileCase[] = [
  {
    area: "secrets",
    name: "a token as the id of a session, a call or an agent of a hook is not kept",
    run: async (stage) => {
      const tokens = [1, 2, 3].map(token);
      const [session_id, tool_use_id, agent_id] = tokens;
      await stage.hook("claude-code", "SessionStart", { session_id, source: "startup" });
      await stage.hook("claude-code", "UserPromptSubmit", { session_id, prompt: "hello" });
      await stage.hook("claude-code", "PostToolUse", {
        ...{ session_id, tool_use_id, agent_id, tool_name: "Bash" },
        ...{ tool_input: { command: "ls" }, tool_response: { stdout: "a" } },
      });
      await stage.tidemark(["status"]);
      return tokensLeft(stage, tokens);
    },
  },
  {
    area: "secrets",
    name: "a token as the session, the agent, the host, the message or the key of a recorded line is not kept",
    run: async (stage) => {
      const tokens = [11, 12, 13, 14, 15].map(token);
      const [session, agent, host, message_id, key] = tokens;
      const lines = [
        { ...turn, session, agent, host, message_id },
        { ...turn, session: "s2", key },
      ];
      await stage.tidemark(["record"], { input: jsonLines(lines) });
      return tokensLeft(stage, tokens);
    },
  },
  {
    area: "secrets",
    name: "turns of a session whose id is a token stay together under one other id",
    run: async (stage) => {
      const session = token(16);
      for (const text of ["hello", "bye"])
        await stage.tidemark(["record"], { input: jsonLines([{ ...turn, session, text }]) });
      const ids = new Set(bytesOf(stage).match(/redacted-[0-9a-f]{12}/g));
      return ids.size === 1 ? tokensLeft(stage, [session]) : `The session has ${ids.size} ids.`;
    },
  },
  {
    area: "secrets",
    name: "random ids of hosts are kept unchanged",
    isControl: true,
    run: async (stage) => {
      const ids = ["0b9c1d5e-7f0a-4c1e-9d43-0a5b6c7d8e9f", "toolu_01A09q90qw90lq917835lq9"];
      const [session, message_id] = ids;
      await stage.tidemark(["record"], { input: jsonLines([{ ...turn, session, message_id }]) });
      const bytes = bytesOf(stage);
      return ids.every((id) => bytes.includes(id.toLowerCase())) ? undefined : "An id was changed.";
    },
  },
  {
    area: "secrets",
    name: "a token as the name of a tool, a branch, a file or a key of an object is not kept",
    run: async (stage) => {
      // Two of the tokens have no known prefix.
      const tokens = [letters(21, 40), token(22), token(23), letters(24, 40)];
      const [tool_name, branch, file, field = ""] = tokens;
      await stage.hook("claude-code", "PostToolUse", {
        ...{ session_id: "s1", tool_use_id: "t1", tool_name, git_branch: branch },
        ...{ tool_input: { file_path: `/src/${file}/a.ts`, [field]: "x" }, tool_response: { stdout: "a" } },
      });
      await stage.tidemark(["status"]);
      return tokensLeft(stage, tokens);
    },
  },
  {
    area: "secrets",
    name: "the agent name in a command is not kept if it is a token",
    run: async (stage) => {
      const agent = token(31);
      await stage.tidemark(["--agent", agent, "remember", "The port is 8080."]);
      return tokensLeft(stage, [agent]);
    },
  },
];

/** A text with a token that crosses the point at which the text is cut. */
const across = (cut: number, seed: number, isHead = true): string => {
  const half = isHead ? 26 : 16;
  return `${"word ".repeat(Math.ceil(cut / 5)).slice(0, cut - half - 1)} ${token(seed)} ${"more ".repeat(3000)}`;
};

const cutCases: HostileCase[] = [
  {
    area: "secrets",
    name: "unreadable input that is cut keeps no half of a token",
    run: async (stage) => {
      for (const seed of [41, 42, 43])
        await stage.tidemark(["hook", "claude-code", "UserPromptSubmit"], {
          input: `{ "prompt": "${across(4000 - 12 + 4 * (seed - 41), seed)}`,
        });
      return tokensLeft(stage, [41, 42, 43].map(token));
    },
  },
  {
    area: "secrets",
    name: "a tool's output that is cut keeps no half of a token",
    run: async (stage) => {
      const stdout = across(1960, 44);
      const stderr = `${"more ".repeat(3000)} ${token(45)} ${"word ".repeat(392).slice(0, 1960 - 20)}`;
      for (const [i, text] of [stdout, stderr].entries())
        await stage.hook("claude-code", "PostToolUse", {
          ...{ session_id: "s1", tool_use_id: `t${i}`, tool_name: "Bash" },
          ...{ tool_input: { command: "ls" }, tool_response: { stdout: text, stderr: "" } },
        });
      return tokensLeft(stage, [token(44), token(45)]);
    },
  },
  {
    area: "secrets",
    name: "a turn of more than a megabyte, which is cut, keeps no half of a token",
    run: async (stage) => {
      const text = across(1024 * 1024, 46);
      await stage.tidemark(["record"], { input: jsonLines([{ ...turn, session: "s1", text }]) });
      return tokensLeft(stage, [token(46)]);
    },
  },
  {
    area: "secrets",
    name: "a text that was already cut off keeps no beginning of a token at its end",
    run: async (stage) => {
      const tokens = [47, 48, 49].map(token);
      const texts = tokens.map((each, i) => `the log says ${each.slice(0, 22)}${["", "...", "…"][i]}`);
      await stage.tidemark(["record"], {
        input: jsonLines(texts.map((text) => ({ ...turn, session: "s1", text }))),
      });
      return tokensLeft(stage, tokens);
    },
  },
  {
    area: "secrets",
    name: "secrets in an active context do not get into the memory",
    run: async (stage) => {
      const planted = plantedTexts(60).filter(
        isOf(/scene-(?:login-as|sign-in-using|credentials-slash|otp-plain)/),
      );
      mkdirSync(join(stage.project, "ai_memory"));
      const steps = planted.map(({ text }) => `- [ ] ${text.replaceAll("\n", " ")}`);
      const text = `# Active Context\n\n## Current Task\n\n- task_id: ship-1\n- Goal: ship\n\n## Progress\n\n### Next\n\n${steps.join("\n")}\n`;
      writeFileSync(join(stage.project, "ai_memory", "active_context.md"), text);
      await stage.tidemark(["context", "sync"]);
      await stage.tidemark(["remember", `push with ${token(61)}`]);
      return secretsLeft(stage, planted);
    },
  },
];

const SHA = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** Texts that look like secrets and are none. */
const HARMLESS: readonly string[] = [
  "commit 4d02ae8f1b7c3e9a5d60718293a4b5c6d7e8f901 mended the spool",
  "session 0b9c1d5e-7f0a-4c1e-9d43-0a5b6c7d8e9f ended",
  `${SHA}  dist/index.js`,
  `sha256:${SHA}`,
  `"integrity": "sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYg=="`,
  `checksum = "${SHA}"`,
  "The password field must be hidden while somebody types into it.",
  "Call +49 30 901820 or 555-0142 before 2026-03-01, version 1.22.3.",
  "We log in with the single sign-on of the company and never share accounts.",
  "The exit code is 127 and the status code was 404 for 3000 requests.",
  "The token count is 18234 and max_tokens stays 4096.",
  "Rename the password column to secret_hash in migration 0042_users.sql.",
  "password: string; // never logged",
  "const password = await readPassword(path);",
  "export API_KEY=$SECRET_FROM_VAULT",
  "Passwords are hashed with argon2id; see docs/security.md#storage.",
  "the key idea: one tape, views folded from it, and a brief for the next session",
  "pin the version of node to 22.11.0 and the image to node:22-alpine",
];

const controls: HostileCase[] = HARMLESS.map((text, i) => ({
  area: "secrets" as const,
  name: `harmless text is kept unchanged: ${text.slice(0, 40)}`,
  isControl: true as const,
  run: async (stage: HostileStage) => {
    const line = { ...turn, session: "s1", text: `${text} (${i})` };
    await stage.tidemark(["record"], { input: jsonLines([line]) });
    const isKept = bytesOf(stage).includes(JSON.stringify(line.text).slice(1, -1).toLowerCase());
    return isKept ? undefined : "The text was changed on its way to the disk.";
  },
}));

export const secretsCases: readonly HostileCase[] = [
  ...intakeCases,
  ...familyCases,
  ...idCases,
  ...cutCases,
  ...controls,
];
