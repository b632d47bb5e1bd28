import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { JsonRecord } from "../../src/app/intake/json-lines.ts";
import { genericHook } from "../../src/surfaces/hosts/generic-hook.ts";
import { HOST_HOOKS } from "../../src/surfaces/hosts/hooks.ts";
import { WIRINGS } from "../../src/surfaces/hosts/wirings.ts";
import { scenario } from "../scenarios/scenario.ts";
import { built } from "../spawned.ts";
import { hostStage } from "../support/host-stage.ts";

type HookEvent = readonly [event: string, input: JsonRecord];

/** The events at which a host accepts context, by the host's own names. */
type Moments = {
  readonly start: HookEvent;
  readonly prompt: HookEvent;
  readonly call: HookEvent;
  /** The event after a compaction, if the host has one. */
  readonly compacted?: HookEvent;
};

const WORDS = "How do we build?";
const COMMAND = { command: "npm install" };
const claude = (rest: JsonRecord): JsonRecord => ({ session_id: "s1", cwd: "/p", ...rest });
const opencode = (rest: JsonRecord): JsonRecord => ({ session: "s1", ...rest });
const pi = (input: JsonRecord): JsonRecord => ({ session: "s1", cwd: "/p", input });

const MOMENTS: { readonly [host: string]: Moments } = {
  "claude-code": {
    start: ["SessionStart", claude({ source: "startup" })],
    prompt: ["UserPromptSubmit", claude({ prompt: WORDS })],
    call: ["PreToolUse", claude({ tool_name: "Bash", tool_input: COMMAND })],
    compacted: ["SessionStart", claude({ source: "compact" })],
  },
  codex: {
    start: ["SessionStart", claude({ source: "startup" })],
    prompt: ["UserPromptSubmit", claude({ prompt: WORDS })],
    call: ["PreToolUse", claude({ tool_name: "exec_command", tool_input: COMMAND })],
    compacted: ["SessionStart", claude({ source: "compact" })],
  },
  gemini: {
    start: ["SessionStart", claude({ source: "startup" })],
    prompt: ["BeforeAgent", claude({ prompt: `<hook_context>a brief</hook_context>\n${WORDS}` })],
    call: ["AfterTool", claude({ tool_name: "run_shell_command", tool_input: COMMAND, tool_response: {} })],
  },
  qwen: {
    start: ["SessionStart", claude({ source: "startup" })],
    prompt: ["UserPromptSubmit", claude({ prompt: WORDS })],
    call: ["PostToolUse", claude({ tool_name: "run_shell_command", tool_input: COMMAND, tool_response: {} })],
    compacted: ["SessionStart", claude({ source: "compact" })],
  },
  copilot: {
    start: ["sessionStart", { sessionId: "s1", cwd: "/p" }],
    prompt: ["userPromptSubmitted", { sessionId: "s1", prompt: WORDS }],
    call: ["preToolUse", { sessionId: "s1", toolName: "bash", toolArgs: COMMAND }],
  },
  opencode: {
    start: ["session.created", opencode({ directory: "/p" })],
    prompt: ["prompt", opencode({ text: WORDS })],
    call: ["tool", opencode({ input: COMMAND })],
    compacted: ["session.compacted", opencode({})],
  },
  pi: {
    start: ["session_start", pi({ reason: "startup" })],
    prompt: ["before_agent_start", pi({ prompt: WORDS })],
    call: ["tool_result", pi({ toolName: "bash", input: COMMAND, content: [] })],
    compacted: ["session_compact", pi({})],
  },
};

scenario("hosts.told", () => {
  expect(Object.keys(MOMENTS).sort()).toEqual(HOST_HOOKS.map(({ host }) => host).sort());
  for (const hook of HOST_HOOKS) {
    const moments = MOMENTS[hook.host];
    if (!moments) throw new Error(`no moments of ${hook.host}`);
    const captured = ([event, input]: HookEvent) => hook.capture(event, input);
    const isTold = ([event]: HookEvent): boolean => hook.reply(event, "the words").includes("the words");
    expect(captured(moments.start).wantsBrief, hook.host).toBe(true);
    expect(captured(moments.prompt).prompt, hook.host).toEqual({ session: "s1", text: WORDS });
    expect(captured(moments.call).call, hook.host).toEqual({ session: "s1", ...COMMAND, paths: [] });
    for (const moment of [moments.start, moments.prompt, moments.call])
      expect(isTold(moment), hook.host).toBe(true);
    if (moments.compacted) {
      expect(captured(moments.compacted).wantsBrief, hook.host).toBe(true);
      expect(isTold(moments.compacted), hook.host).toBe(true);
    }
  }
});

describe("a hook", () => {
  beforeAll(built);

  test("gives Copilot its brief once, with the first prompt after a compaction", async () => {
    const on = hostStage();
    await on.init();
    await on.call("remember", { text: "We build with pnpm", kind: "decision" });
    const hook = async (event: string, rest: JsonRecord = {}): Promise<string> => {
      const input = JSON.stringify({ sessionId: "s1", cwd: on.dir, ...rest });
      return (await on.cli(["hook", "copilot", event], { env: on.env, input })).stdout;
    };
    expect(await hook("sessionStart")).toContain("We build with pnpm");
    await hook("userPromptSubmitted", { prompt: "Something else entirely" });
    expect(await hook("userPromptSubmitted", { prompt: "And more" })).toBe("{}");
    expect(await hook("preCompact", { trigger: "auto" })).toBe("{}");
    expect(await hook("userPromptSubmitted", { prompt: "Go on" })).toContain("We build with pnpm");
    await hook("userPromptSubmitted", { prompt: "Something else entirely" });
    expect(await hook("userPromptSubmitted", { prompt: "And more" })).toBe("{}");
  });

  scenario("hosts.once", async () => {
    const on = hostStage();
    await on.init();
    await on.call("remember", { text: "We build with pnpm", kind: "decision" });
    const twice = async (event: string, rest: JsonRecord): Promise<boolean[]> => {
      const input = JSON.stringify({ session_id: "s1", cwd: on.dir, ...rest });
      const call = () => on.cli(["hook", "claude-code", event], { env: on.env, input });
      return (await Promise.all([call(), call()])).map(({ stdout }) => stdout.includes("pnpm")).sort();
    };
    const turns = async (): Promise<unknown[]> => {
      const { stdout } = await on.cli(["session", "show", "s1", "--json"], { env: on.env });
      return (JSON.parse(stdout) as { turns: { role: string; text: string }[] }).turns.map(
        ({ text }) => text,
      );
    };
    const tool = {
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_response: { stdout: "a", stderr: "" },
    };
    expect(await twice("SessionStart", { source: "startup" })).toEqual([false, true]);
    await twice("UserPromptSubmit", { prompt: "Something else entirely" });
    expect(await turns()).toEqual(["Something else entirely"]);
    // Equal tool calls without an id count as two calls; calls with the same id count as one.
    await twice("PostToolUse", tool);
    await twice("PostToolUse", { ...tool, tool_use_id: "t1" });
    expect(await turns()).toEqual(["Something else entirely", "a", "a", "a"]);
    // A minute later, the same prompt is a new turn.
    const calls = join(on.dir, ".tidemark/hooks/calls");
    const aged = (text: string): string =>
      text.replace(/ (\d+) /g, (_, at: string) => ` ${Number(at) - 60_000} `);
    writeFileSync(calls, aged(readFileSync(calls, "utf8")));
    await twice("UserPromptSubmit", { prompt: "Something else entirely" });
    expect((await turns()).slice(4)).toEqual(["Something else entirely"]);
    expect(await twice("SessionStart", { source: "startup" })).toEqual([false, true]);
    // Old entries are removed when a session begins.
    expect(readFileSync(calls, "utf8").trim().split("\n").length).toBeLessThan(5);
  });

  test("is installed for all events at which its host accepts context", () => {
    for (const { host, hooks } of WIRINGS) {
      const events = hooks.map(({ event }) => event);
      for (const moment of Object.values(MOMENTS[host] ?? {})) expect(events, host).toContain(moment[0]);
    }
  });

  test("starts a worker before a compaction", () => {
    const before = {
      "claude-code": "PreCompact",
      codex: "PreCompact",
      qwen: "PreCompact",
      opencode: "compacting",
      pi: "session_before_compact",
    };
    for (const [host, event] of Object.entries(before)) {
      const hook = HOST_HOOKS.find((one) => one.host === host) ?? genericHook;
      const captured = hook.capture(event, { session: "s1", session_id: "s1" });
      expect([host, captured.isEnd, captured.lines]).toEqual([host, true, []]);
    }
  });

  test("gives a sub-agent in opencode no context", () => {
    const hook = HOST_HOOKS.find(({ host }) => host === "opencode") ?? genericHook;
    for (const event of ["session.created", "prompt", "session.compacted"]) {
      const { wantsBrief, prompt } = hook.capture(event, { session: "s1", isSubagent: true, text: WORDS });
      expect([event, wantsBrief, prompt]).toEqual([event, false, undefined]);
    }
  });
});
