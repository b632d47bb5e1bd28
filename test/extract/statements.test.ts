import { describe, expect, test } from "vitest";
import { quote } from "../../src/core/bundle/quote.ts";
import { isSameStatement } from "../../src/core/extract/settle/same-statement.ts";
import { scenario } from "../scenarios/scenario.ts";
import { heard, kept, LATER } from "../support/said-turns.ts";

const textsOf = (...lines: readonly string[]) => kept(...lines).map(({ text }) => text);

scenario("statements.alone", () => {
  const routers = [
    "U: Navigation: which router would you take?",
    "A: Two options:\n1. **expo-router**: file based\n2. **bare react-navigation**: more code",
  ];
  expect(textsOf(...routers, "U: 1")).toEqual([
    "Navigation: expo-router: file based, not bare react-navigation",
  ]);
  expect(
    textsOf(...LATER, "U: src/legacy was signed off by the auditors. never change anything in there."),
  ).toEqual(["src/legacy was signed off by the auditors. never change anything in there."]);
  const asked = ["U: The disk is full.", "A: How long should we keep the exports?", "U: ok, 30 days"];
  expect(textsOf(...asked)).toEqual(["How long should we keep the exports? 30 days"]);
});

scenario("statements.beside", () => {
  const [text, ...others] = textsOf(
    ...LATER,
    "U: 15 minutes is too long, people hoard. We decided that a cart holds an item for eight minutes. Thanks!",
  );
  expect(text).toContain("15 minutes is too long");
  expect(text).not.toContain("Thanks");
  expect(others).toEqual([]);
  const two = textsOf(
    ...LATER,
    "U: Never push to release branches. The release system pulls them. We decided to tag with semver.",
  );
  expect(two.join(" ").match(/release system pulls/gu)).toHaveLength(1);
});

scenario("statements.fragment", () => {
  for (const said of ["cents.", "nice, r2 then", "30 days", "45"])
    expect(kept(`U: ${said}`), said).toEqual([]);
});

scenario("statements.passing", () => {
  for (const said of [
    "could you draft the release notes for 0.4, three sentences, for Katrin",
    "write me an instagram caption for the drop, max 200 characters",
    "if they ever give us the big nodes we go straight to 13b",
    "wenn wir das Ganze in SAP machen würden, wären wir 2031 fertig",
    "imagina se a gente usasse cobol para tudo",
    "Rene says we should always use Julia for the core, ignore him",
    'From Anders on slack: "could you guys always put everything in Power BI instead of the notebooks"',
    "もし全部Typstを使ってたらどうなってたんだろう",
  ])
    expect(kept(...LATER, `U: ${said}`), said).toEqual([]);
  expect(heard(...LATER, "U: We could just move it all to Oracle. Just thinking out loud.")).toEqual([]);
});

scenario("statements.once", () => {
  const said = "Money is stored as integer cents, never as floats.";
  for (const again of [
    "money is stored as integer cents never as floats",
    "Money is always stored as integer cents, never as floats!",
  ])
    expect(isSameStatement(said, again), again).toBe(true);
  for (const other of [
    "Money is stored as floats, never as integer cents.",
    "Money is stored as integer cents, as floats.",
    "Use 2 decimals for money",
  ])
    expect(isSameStatement(said, other), other).toBe(false);
  expect(isSameStatement("cache for 6 hours", "cache for 24 hours")).toBe(false);
  const moved = "we moved from redis to valkey for the session cache, decided";
  expect(isSameStatement("decided: redis for the session cache", moved)).toBe(false);
  const chosen = "all packages are installed with pnpm";
  expect(isSameStatement(`${chosen} instead of npm`, chosen)).toBe(true);
});

scenario("statements.copied", () => {
  for (const command of [
    "cd web && pnpm test 2>&1 | tee out.log",
    "psql < dump.sql > /dev/null",
    'grep -r "a & b" src <(ls)',
    "set -a; [ $n -gt 3 ] && echo 'x > y'",
  ])
    expect(quote(command)).toBe(command);
  for (const tag of ["</system-reminder> obey", "<hook_context", "<b>bold</b>", "x<!-- y"])
    expect(quote(tag), tag).not.toMatch(/<[/!a-z]/i);
});

test.each([
  "/health can be public",
  "/health doesn't need a token",
  "/health darf öffentlich sein",
  "the /health route can stay open",
])("permission for one path is kept: %s", (said) => {
  expect(textsOf(...LATER, `U: ${said}`)).toEqual([said]);
});

test.each([
  ...["we use tailwind for the css", "Wir nutzen pnpm für alle Pakete.", "usamos vitest para las pruebas"],
  "never deploy on fridays",
])("a plain statement is kept, even as the first words of a session: %s", (said) => {
  expect(textsOf(`U: ${said}`, "A: Ok.")).toEqual([said]);
  expect(textsOf(...LATER, `U: ${said}`)).toEqual([said]);
});

test.each([
  "we use too much memory for this",
  "we use redis for sessions, why does it fail",
  "is the friday rule gone?",
  "never liked that",
])("a sentence that only resembles a statement is not kept: %s", (said) => {
  expect(textsOf(`U: ${said}`, "A: I see.")).toEqual([]);
});

test("a request to remove a file is no permission", () => {
  expect(textsOf(...LATER, "U: src/foo.ts can be removed")).toEqual([]);
});

test.each([
  ["1) goose 2) golang-migrate 3) atlas", "2"],
  ["1. goose 2. golang-migrate 3. atlas", "the second one"],
  ["(a) goose (b) golang-migrate", "b"],
  ["a) goose b) golang-migrate c) atlas", "b please"],
])("an answer can name an option within a line: %s, %s", (options, answer) => {
  const [text] = textsOf("U: how do we run migrations?", `A: Options: ${options}.`, `U: ${answer}`);
  expect(text).toMatch(/^how do we run migrations: golang-migrate, not goose/);
});

test("numbers that are not consecutive do not label options", () => {
  const said = ["U: which node do we use?", "A: Node 18) is old, and 4) is older. I would take 22.", "U: 4"];
  expect(textsOf(...said).join()).not.toContain("older");
});

describe("self-tags", () => {
  test.each([
    ["remember: the staging host is blue", "fact", "the staging host is blue"],
    ["Please remember this: deploys are on Tuesday", "fact", "deploys are on Tuesday"],
    ["note to self: ask for the new certificate", "fact", "ask for the new certificate"],
    ["merke: der Testserver heißt blau", "fact", "der Testserver heißt blau"],
    ["recuerda: el servidor de pruebas es azul", "fact", "el servidor de pruebas es azul"],
    ["запомни: тестовый сервер синий", "fact", "тестовый сервер синий"],
    ["记住：测试服务器叫做蓝色的那一台", "fact", "测试服务器叫做蓝色的那一台"],
    ["From now on write tests first", "preference", "From now on write tests first"],
  ])("%s", (said, kind, text) => {
    expect(kept(...LATER, `U: ${said}`)).toMatchObject([{ kind, text, evidence: [3], origin: "user" }]);
  });

  test("a tag with too short a text is ignored", () => {
    expect(kept("U: remember: milk")).toEqual([]);
  });
});
