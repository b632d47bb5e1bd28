import { expect, test } from "vitest";
import { nearest } from "../../src/core/text/nearest.ts";

test("the nearest known name is the one with the fewest edits", () => {
  expect(nearest("decison", ["decision", "fact"])).toBe("decision");
  expect(nearest("Goals", ["goal", "focus"])).toBe("goal");
  expect(nearest("zebra", ["decision", "fact"])).toBeUndefined();
});

test("a very long text is compared with no name, so that a long heading is cheap", () => {
  let compared = 0;
  const name = Object.assign(Object("goal"), {
    toLowerCase: () => {
      compared += 1;
      return "goal";
    },
  }) as string;
  expect(nearest("x".repeat(1000), [name])).toBeUndefined();
  expect(compared).toBe(0);
});
