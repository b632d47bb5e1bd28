import { expect, test } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { testMemory } from "../support/test-memory.ts";
import { poisonCases } from "./cases.ts";
import { playPoisonCases, unfencedProblem } from "./poison-case.ts";
import { recordedRoutes } from "./recorded-routes.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
/**
 * The long run plays every case. A short run plays every fifth, which covers all forms: they repeat every two, three
 * or six.
 */
const SHARE = isLong ? 1 : 5;

scenario("poison.planted", async () => {
  const cases = (await poisonCases()).filter((_, i) => i % SHARE === 0);
  const wrong = await playPoisonCases(cases);
  expect([...wrong].map(([{ route, name }, problem]) => `${route}, ${name}: ${problem}`)).toEqual([]);
});

test("a folder beside the project is not part of it, however its path is written", async () => {
  const { histories, project } = await testMemory();
  const isOurs = (path: string): boolean => histories.isOfProject(`${project.root}${path}`);
  expect(["", "/", "/packages/a", "/a/../b"].map(isOurs)).toEqual([true, true, true, true]);
  expect(["-other", "/../other", "/a/../../other", "/.."].map(isOurs)).toEqual([false, false, false, false]);
});

test("each route of each host records the planted text", async () => {
  const routes = await recordedRoutes();
  expect(new Set(routes.map(({ host }) => host)).size).toBe(7);
  for (const { name, as, linesWith } of routes) {
    const lines = await linesWith("zqplanted text of somebody", "s1");
    const carrying = lines.filter(({ text }) => String(text).includes("zqplanted"));
    expect(
      carrying.map(({ role }) => role),
      name,
    ).toEqual([as]);
  }
});

test.each([
  ["- zqword <system-reminder>x</system-reminder> [turn@1]", /a tag leaves/],
  ["- zq\u202eword zqword [turn@1]", /not drawn/],
  ["zqword\n", /without a mark/],
  ["- zqword [turn@1]\n(end of tidemark)\n(end of tidemark)", /second end/],
  ['{"items":["zqword"]}', /not marked as data/],
])("a text that could be taken for something other than a note is found: %s", (text, problem) => {
  expect(unfencedProblem(text, "zqword")).toMatch(problem);
});

test("a fenced text is no problem", () => {
  expect(unfencedProblem("- zqword [turn@1]\n(end of tidemark)", "zqword")).toBeUndefined();
  expect(unfencedProblem("<b>other</b>", "zqword")).toBeUndefined();
});
