import { describe, expect, test } from "vitest";
import { hint, parsed } from "./command.ts";

const BENCH = {
  name: "writes",
  options: { processes: { value: 32, help: "" }, rounds: { value: 3, help: "" } },
};

describe("options of a bench", () => {
  test("have their defaults until they are set as `--name value` or `--name=value`", () => {
    expect(parsed(BENCH, ["--processes", "4", "--json"])).toEqual({
      settings: { processes: 4, rounds: 3 },
      flags: new Set(["--json"]),
    });
    expect(parsed(BENCH, ["--rounds=1"]).settings.rounds).toBe(1);
  });

  test("are refused by name when they are misspelled, not a number or below one", () => {
    expect(() => parsed(BENCH, ["--proceses", "4"])).toThrow('Did you mean "--processes"?');
    expect(() => parsed(BENCH, ["--rounds"])).toThrow("--rounds must be a whole number above zero");
    expect(() => parsed(BENCH, ["--rounds", "none"])).toThrow('not "none"');
    expect(() => parsed(BENCH, ["--rounds=0"])).toThrow("above zero");
    const bench = {
      name: "recall",
      options: { limit: { value: 5, help: "", isZeroAllowed: true as const } },
    };
    expect(parsed(bench, ["--limit", "0"]).settings).toEqual({ limit: 0 });
    expect(() => parsed(bench, ["--limit", "-1"])).toThrow("a whole number, or 0");
  });
});

test("a text option takes any text and requires one", () => {
  const bench = { name: "import", options: { data: { value: "", help: "" } } };
  expect(parsed(bench, ["--data", "packs"]).settings).toEqual({ data: "packs" });
  expect(parsed(bench, ["--data=packs"]).settings).toEqual({ data: "packs" });
  expect(() => parsed(bench, ["--data"])).toThrow("--data needs a value");
});

test("a misspelled bench name gets the nearest one as a hint, an unknown name the whole list", () => {
  expect(hint("wirtes", ["writes", "rebuild"])).toBe('Did you mean "writes"?');
  expect(hint("recipes", ["writes", "rebuild"])).toBe("There are: writes, rebuild.");
});
