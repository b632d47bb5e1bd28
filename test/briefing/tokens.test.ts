import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, estimate } from "../../src/core/bundle/tokens.ts";
import { scenario } from "../scenarios/scenario.ts";
import { textOf } from "../sources.ts";
import { anyText } from "../support/bundles.ts";
import { holds } from "../support/property.ts";

type Counted = {
  readonly name: string;
  readonly text: string;
  readonly o200k: number;
  readonly cl100k: number;
  readonly claude: number;
};

/** Texts of many sorts with token counts of real tokenizers, which are too large to be a dependency. */
const COUNTED = JSON.parse(textOf("test/golden/tokens.json")) as readonly Counted[];

scenario("bundle.tokens", () => {
  const short = COUNTED.filter(
    ({ text, o200k, cl100k, claude }) => countTokens(text) < Math.max(o200k, cl100k, claude),
  );
  expect(short.map(({ name }) => name)).toEqual([]);
  expect(COUNTED.length).toBeGreaterThan(40);
});

test("the estimate exceeds the real count by at most 30 % for typical texts of ours", () => {
  for (const name of ["golden", "readme", "paths", "mixed"]) {
    const { text, o200k } = COUNTED.find((one) => one.name === name) as Counted;
    expect([name, countTokens(text) <= o200k * 1.3]).toEqual([name, true]);
  }
});

test("the estimates of lines add up to that of their text", () =>
  holds(
    fc.property(fc.array(anyText), (texts) => {
      const lines = texts.flatMap((text) => text.split("\n"));
      const sum = lines.reduce((all, line) => all + estimate(line), 0);
      expect(lines.length === 0 ? 0 : estimate(lines.join("\n"))).toBeCloseTo(sum, 6);
    }),
  ));
