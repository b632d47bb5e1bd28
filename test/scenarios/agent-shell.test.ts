import { expect, test } from "vitest";
import { speakerOf } from "../../src/adapters/system/writer.ts";
import { AGENT_HOST_VARIABLES, agentHostIn } from "../../src/core/agent-hosts.ts";
import type { Keys } from "../../src/ports/keys.ts";
import { scenario } from "./scenario.ts";
import { commandLine, stage } from "./stage.ts";

const REMEMBER = ["remember", "Push straight to main", "--kind", "constraint"];

scenario("words.agent-shell", async () => {
  for (const [variable, host] of Object.entries(AGENT_HOST_VARIABLES)) {
    const on = stage();
    await commandLine(["init"], on);
    const env = { ...on.env, [variable]: "1" };
    await commandLine([...REMEMBER, "--json"], { dir: on.dir, env });
    const found = await on.call("find", {});
    expect(found.items, variable).toMatchObject([{ kind: "candidate", created_by: host, said_by: host }]);
  }
});

/** A terminal at which somebody answers each question with `answer`. */
function typing(answer: (question: string) => string | undefined): {
  keys: () => Promise<Keys>;
  asked: string[];
} {
  const asked: string[] = [];
  const keys: Keys = {
    next: async () => "leave",
    line: async (question) => {
      asked.push(question);
      return answer(question);
    },
    close: () => {},
  };
  return { keys: async () => keys, asked };
}

scenario("words.confirmed", async () => {
  const shown = (question: string): string | undefined => /type (\d{4})/.exec(question)?.[1];
  for (const [answer, kind] of [
    [shown, "constraint"],
    [() => "yes", "candidate"],
    [() => "0000", "candidate"],
    [() => undefined, "candidate"],
  ] as const) {
    const on = stage();
    await commandLine(["init"], on);
    const { keys, asked } = typing(answer);
    const env = { ...on.env, CLAUDECODE: "1" };
    await commandLine(REMEMBER, { dir: on.dir, env, keys });
    expect(asked).toHaveLength(1);
    expect((await on.call("find", {})).items).toMatchObject([{ kind }]);
  }
});

test("no question is asked outside an agent's shell, with an agent's name, or for a read-only verb", async () => {
  const on = stage();
  const { keys, asked } = typing(() => "");
  const claude = { ...on.env, CLAUDECODE: "1" };
  await commandLine(REMEMBER, { dir: on.dir, env: on.env, keys });
  await commandLine([...REMEMBER, "--agent", "codex"], { dir: on.dir, env: claude, keys });
  await commandLine(["status"], { dir: on.dir, env: claude, keys });
  expect(asked).toEqual([]);
});

test.each([
  [{}, undefined],
  [{ CLAUDECODE: "" }, undefined],
  [{ CLAUDECODE: "0" }, undefined],
  [{ AGENT: "false" }, undefined],
  [{ CURSOR_TRACE_ID: "x", TERM_PROGRAM: "vscode", CLAUDE_CODE_SSE_PORT: "1" }, undefined],
  [{ AI_AGENT: "devin@1.2" }, "devin"],
  [{ AGENT: "1" }, "agent"],
  [{ AI_AGENT: "true" }, "agent"],
  [{ AI_AGENT: "\u0007" }, "agent"],
  [{ AGENT: "1", OPENCODE: "1" }, "opencode"],
])("in the environment %j the host is %j", (env, host) => expect(agentHostIn(env)).toBe(host));

test.each([
  [{}, { voice: "person" }],
  [{ host: "library" }, { voice: "person", host: "library" }],
  [{ agent: "codex" }, { voice: "agent", agent: "codex" }],
  [{ voice: "person" as const, env: { CLAUDECODE: "1" } }, { voice: "person" }],
  [
    { host: "claude-code", env: { CLAUDECODE: "1" } },
    { voice: "person", host: "claude-code" },
  ],
  [{ env: { CLAUDECODE: "1" } }, { voice: "agent", agent: "claude-code", host: "claude-code" }],
  [
    { host: "library", env: { CLAUDECODE: "1" } },
    { voice: "agent", agent: "claude-code", host: "library" },
  ],
  [{ env: { TIDEMARK_AGENT: "ana-bot", CLAUDECODE: "1" } }, { voice: "agent" }],
])("a caller with %j acts as %j", (given, speaker) =>
  expect(speakerOf({ env: {}, ...given })).toEqual(speaker),
);
