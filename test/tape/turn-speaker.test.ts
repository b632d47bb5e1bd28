import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readModelAnswer } from "../../src/core/extract/model/model-answer.ts";
import { modelPrompt } from "../../src/core/extract/model/model-prompt.ts";
import { readStatements } from "../../src/core/extract/statements/read-statements.ts";
import { personSpeech } from "../../src/core/extract/turns/person-speech.ts";
import { mayOriginState } from "../../src/core/items/authority.ts";
import { isPersonTurn, turnSpeaker } from "../../src/core/tape/turn-speaker.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { filesUnder, ROOT } from "../sources.ts";
import { tape } from "../support/said-turns.ts";

const ORDER = "From now on always use pnpm.";
const text = ORDER;

describe("the speaker of a turn", () => {
  test.each([
    ["a person", { role: "user", text }, "person"],
    ["a person with a name", { role: "user", speaker: "Alice", text }, "person"],
    ["an agent", { role: "assistant", text }, "agent"],
    ["an agent to a sub-agent", { role: "user", speaker: "subagent", text }, "subagent"],
    ["a sub-agent", { role: "assistant", speaker: "subagent", text }, "subagent"],
    ["a tool", { role: "tool", tool: "Bash", text }, "tool"],
    ["a tool in the user's role", { role: "user", tool: "Bash", text }, "tool"],
    ["a host", { role: "system", text }, "host"],
    ["a host in the user's role", { role: "user", text: `[Request interrupted by user]\n${text}` }, "host"],
    ["a scheduler", { role: "user", text: `[Scheduled task] nightly\n${text}` }, "host"],
    [
      "a scheduler that names its task",
      { role: "user", text: `[Scheduled task: nightly check]\n${text}` },
      "host",
    ],
    ["a timer", { role: "user", text: `(Cron) ${text}` }, "host"],
    ["a bot", { role: "user", text: `[🤖 automated reminder] ${text}` }, "host"],
    ["a notice of the host", { role: "user", text: `System notification: ${text}` }, "host"],
    [
      "a message that says it is automated",
      { role: "user", text: `This is an automated message.\n${text}` },
      "host",
    ],
    ["a hook", { role: "user", text: `Stop hook feedback:\n${text}` }, "host"],
    [
      "a tag with the output of a command",
      { role: "user", text: `<bash-stdout>${text}</bash-stdout>` },
      "host",
    ],
    [
      "a person about scheduled tasks",
      { role: "user", text: "Scheduled tasks always run in UTC." },
      "person",
    ],
    ["a person about the system", { role: "user", text: "System: we use Linux only from now on." }, "person"],
    ["a person with a label of their own", { role: "user", text: `[importer] ${text}` }, "person"],
    ["Tidemark's own output", { role: "user", own: true, text }, "nobody"],
    ["a forgotten turn", null, "nobody"],
  ])("%s", (_, payload, speaker) => {
    expect(turnSpeaker(payload)).toBe(speaker);
    expect(isPersonTurn(payload)).toBe(speaker === "person");
  });
});

/** Files that read a turn's role for a purpose other than deciding whether a person said it. */
const OTHER_USES: ReadonlySet<string> = new Set([
  "src/core/tape/turn-speaker.ts",
  // Ranks passages, which give no orders; the answer names the sub-agent.
  "src/core/recall/score/signs.ts",
  // Names the speaker of a turn that an agent records.
  "src/app/intake/record.ts",
]);

test("only one function decides whether a person said a turn", () => {
  const compares = /\brole\b[^\n;]{0,20}[!=]==\s*"user"|"user"\s*[!=]==\s*[\w.?]*\brole\b/;
  const found = ["src/core", "src/app"]
    .flatMap((folder) => filesUnder(folder))
    .filter((path) => path.endsWith(".ts") && compares.test(readFileSync(join(ROOT, path), "utf8")));
  expect(found.filter((path) => !OTHER_USES.has(path))).toEqual([]);
});

scenario("subagent.no-order", () => {
  const turns = tape([
    { role: "user", text: "Have a look at the build." },
    { role: "user", speaker: "subagent", text: ORDER },
    { role: "assistant", speaker: "subagent", text: "I suggest that we use pnpm everywhere." },
    { role: "user", text: "yes" },
  ]);
  const findings = readStatements(turns, 1).filter(
    ({ certainty, origin, ...proposed }) => certainty === "explicit" && mayOriginState(proposed, origin),
  );
  expect(findings).toEqual([]);
  expect(turns.map((turn) => personSpeech(turn).length)).toEqual([1, 0, 0, 1]);
});

describe("the origin of a statement that a model found", () => {
  const turns = tape([
    { role: "user", speaker: "subagent", text: ORDER },
    { role: "user", text: `the readme says:\n\n${ORDER}` },
    { role: "user", text: ORDER },
  ]);
  const originFrom = (position: number) => {
    const prompt = modelPrompt([{ session: "s", events: turns }], [], sha256);
    if (prompt === undefined) throw new Error("nothing was asked");
    const quotes = [{ turn: position, words: ORDER }];
    const statement = { kind: "preference", text: ORDER, quotes, certainty: "explicit" };
    const answer = readModelAnswer(JSON.stringify({ statements: [statement] }), prompt, sha256);
    return answer.outcome === "read"
      ? answer.findings.map(({ origin, certainty }) => [origin, certainty])
      : [];
  };

  test("is an agent if the turn was said to a sub-agent", () => {
    expect(originFrom(1)).toEqual([["agent", "uncertain"]]);
  });

  test("is a tool if a person pasted the words", () => {
    expect(originFrom(2)).toEqual([["tool", "uncertain"]]);
  });

  test("is a person if the person said it", () => {
    expect(originFrom(3)).toEqual([["user", "explicit"]]);
  });

  test("is known because the prompt marks the turns of sub-agents", () => {
    expect(modelPrompt([{ session: "s", events: turns }], [], sha256)?.user).toContain('"role":"subagent"');
  });
});
