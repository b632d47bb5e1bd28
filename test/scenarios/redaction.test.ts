import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { node } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { scenario } from "./scenario.ts";
import { freshFolder, git, type Stage, stage, stageAt } from "./stage.ts";

/** Letters that depend only on the name, so that they are the same in every run and no real secret. */
function letters(name: string, length: number): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
  let state = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join("");
}

/** Five forms of secrets, built here so that no scanner reports this file. */
const FORMS: { readonly [form: string]: (secret: (length: number) => string) => string } = {
  "a GitHub token": (secret) => `push with ${"ghp"}_${secret(36)} then`,
  "a Slack token": (secret) => `bot ${"xoxb"}-482916370518-4829163705184-${secret(24)} posts`,
  "a model's key": (secret) => `call it with ${"sk"}-ant-api03-${secret(93)}AA now`,
  "an address": (secret) => `connect to postgres://app:${secret(20)}@db.internal:5432/shop today`,
  "a setting": (secret) => `export STRIPE_SECRET_KEY="${secret(32)}" first`,
};

/** One sentence with a secret for each form, and the secrets that must not be found in the memory. */
function planted(intake: string): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const sentences = Object.entries(FORMS).map(([form, write]) =>
    write((length) => {
      secrets.push(letters(`${intake} ${form}`, length));
      return secrets.at(-1) ?? "";
    }),
  );
  return { text: `${intake}: ${sentences.join(". ")}`, secrets };
}

/**
 * The bytes of all files below the folders in lower case, as indexes are. Another process copies them first, because
 * closing a database file in this process would drop its own locks.
 */
async function bytesBelow(...folders: readonly string[]): Promise<string> {
  const copy = freshFolder();
  const program =
    "for (const from of process.argv.slice(2)) fs.cpSync(from, process.argv[1] + from, { recursive: true })";
  const there = folders.filter((folder) => existsSync(folder));
  expect(await node(["-e", program, copy, ...there])).toMatchObject({ code: 0 });
  const files = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).not.toEqual([]);
  return files
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "latin1"))
    .join("\n")
    .toLowerCase();
}

type Intake = (on: Stage, text: string) => Promise<unknown>;

const hook = async (on: Stage, argv: readonly string[], input: unknown): Promise<void> => {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  askForMemory(on.dir, on.env);
  expect((await on.cli(["hook", ...argv], { input: text })).code).toBe(0);
};

/** Writes a file outside the folders that the test scans. */
function aside(on: Stage, name: string, ...lines: readonly object[]): string {
  const file = join(dirname(on.dir), name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return file;
}

const claude = (on: Stage, content: unknown, more: object = {}): object => ({
  ...{ type: "user", sessionId: "imported", uuid: "u1", cwd: on.dir, timestamp: "2026-01-01T00:00:00Z" },
  ...{ message: { role: "user", content }, ...more },
});

const turn = { type: "turn", session: "s1", role: "user" };

const INTAKES: { readonly [name: string]: Intake } = {
  "record a turn": (on, text) =>
    on.call("record", {
      file: aside(
        on,
        "t.jsonl",
        { ...turn, text },
        { ...turn, role: "tool", tool: "Bash", tool_input: text, text },
      ),
    }),
  "record from a pipe": (on, text) => on.cli(["record"], { input: `${JSON.stringify({ ...turn, text })}\n` }),
  "hook prompt": (on, text) =>
    hook(on, ["claude-code", "UserPromptSubmit"], { session_id: "h1", cwd: on.dir, prompt: text }),
  "hook tool": (on, text) =>
    hook(on, ["claude-code", "PostToolUse"], {
      ...{ session_id: "h1", cwd: on.dir, tool_name: "Bash", tool_use_id: "t1" },
      ...{ tool_input: { command: text }, tool_response: { stdout: text, stderr: "" } },
    }),
  "hook of any program": (on, text) => hook(on, ["generic", "turn"], { session: "g1", role: "user", text }),
  "hook end": (on, text) => hook(on, ["generic", "session.ended"], { session: "g1", reason: text }),
  "hook that cannot be read": (on, text) =>
    hook(on, ["claude-code", "UserPromptSubmit"], `{ "prompt": "${text}`),
  import: (on, text) =>
    on.call("import", { path: aside(on, "history.jsonl", claude(on, text)), host: "claude-code" }),
  "import of the unknown": (on, text) =>
    on.call("import", {
      path: aside(on, "odd.jsonl", claude(on, "hello"), {
        type: "hologram",
        sessionId: "imported",
        of: text,
      }),
      host: "claude-code",
    }),
  remember: (on, text) => on.call("remember", { text, topic: "money", path: ["src/price.ts"] }),
  create: (on, text) => on.call("create", { kind: "trap", text, instead: text }),
  update: async (on, text) => {
    const { item } = await on.call("create", { kind: "plan", text: "Ship it" });
    await on.call("update", { id: item.id, text, steps: [text] });
  },
  "session end": (on, text) => on.call("sessionEnd", { id: "s1", reason: text }),
  commits: async (on, text) => {
    git(on, "commit", "-q", "--allow-empty", "-m", `Rotate\n\n${text}`);
    await on.call("worker", { once: true });
  },
  documents: async (on, text) => {
    on.file("README.md", `# Rotate\n\n${text}\n`);
    git(on, "add", "README.md");
    await on.call("worker", { once: true });
  },
};

scenario("redaction.every-intake", async () => {
  const base = stage("cli", { git: true });
  const state = join(dirname(base.dir), "state");
  const on = stageAt("cli", base.dir, { ...base.env, XDG_STATE_HOME: state });
  const memory = join(on.dir, ".tidemark");
  for (const [name, take] of Object.entries(INTAKES)) {
    const { text, secrets } = planted(name);
    await take(on, text);
    const bytes = await bytesBelow(memory, state);
    // The text was recorded without the secrets.
    expect([name, bytes.includes(`${name}: push with [redacted`)]).toEqual([name, true]);
    const leaked = secrets.filter((secret) => bytes.includes(secret.toLowerCase()));
    expect([name, leaked]).toEqual([name, []]);
  }
  await on.cli(["worker", "--once"]);
  for (const verb of ["recall", "rebuild"] as const)
    await on.call(verb, verb === "recall" ? { query: "push" } : {});
  const bytes = await bytesBelow(memory, state);
  const all = Object.keys(INTAKES).flatMap((name) => planted(name).secrets);
  expect(all).toHaveLength(Object.keys(INTAKES).length * Object.keys(FORMS).length);
  expect(all.filter((secret) => bytes.includes(secret.toLowerCase()))).toEqual([]);
});
