import { expect, test } from "vitest";
import { isClean, type Outcome, pageOf, type Results, summaryOf } from "./table.ts";

const pass: Outcome = { kind: "pass", remark: undefined };

const results = (changed: Partial<Results> = {}): Results => ({
  command: "npm run test:clients",
  date: "2026-01-02",
  node: "20.1.0",
  checks: [
    { name: "told", shows: "it is told" },
    { name: "kill -9", shows: "nothing is lost" },
  ],
  rows: [
    {
      client: "codex",
      version: "1.2.3",
      outcomes: new Map<string, Outcome>([
        ["told", pass],
        ["kill -9", { kind: "cannot", remark: "no\nway | there" }],
      ]),
    },
    { client: "pi", version: "4.5.6", outcomes: "pi 4.5.6 cannot be had: no registry" },
  ],
  pairs: [{ from: "codex", to: "pi", problem: undefined }],
  seconds: 125,
  ...changed,
});

test("a page names the command, the versions, each result and what a client cannot do, with the reason", () => {
  const page = pageOf(results());
  for (const line of [
    "Command: `npm run test:clients`  ",
    "On: Node 20.1.0, 2026-01-02, in 2 minutes  ",
    "| client | told | kill -9 |",
    "| codex | pass | cannot |",
    "| pi | not driven | not driven |",
    "- codex, kill -9: cannot: no way | there",
    "- pi 4.5.6 cannot be had: no registry",
    "| codex |  | told |",
  ])
    expect(page.split("\n")).toContain(line);
});

test("neither an impossible check nor an unavailable client counts as a failure", () => {
  expect(isClean(results())).toBe(true);
  expect(summaryOf(results())).toBe(
    "1 of 2 clients driven: 1 of 4 checks pass, 1 cannot be, 0 fail; told across clients: 1 of 1 ordered pairs.",
  );
});

test.each([
  [{ pairs: [{ from: "codex", to: "pi", problem: "no request carried it" }] }],
  [
    {
      rows: [
        {
          client: "codex",
          version: "1",
          outcomes: new Map<string, Outcome>([["told", { kind: "fail", remark: "no" }]]),
        },
      ],
    },
  ],
])("a single failed check or pair makes the run fail", (changed) => {
  expect(isClean(results(changed))).toBe(false);
});
