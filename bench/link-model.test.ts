import { describe, expect, test } from "vitest";
import type { LinkExample } from "./link-examples.ts";
import { linked, linkWeights } from "./link-model.ts";

/** Each string lists the signs of one pair; a star marks the intended pair. */
const example = (...pairs: readonly string[]): LinkExample => ({
  dialogue: "one",
  pairs: pairs.map((pair) => ({
    signs: new Map(
      pair
        .replace("*", "")
        .split(" ")
        .map((sign) => [sign, 1]),
    ),
    isMeant: pair.endsWith("*"),
  })),
  isAmendment: pairs.some((pair) => pair.endsWith("*")),
  weight: 1,
});
const times = (count: number, of: LinkExample): LinkExample[] => Array.from({ length: count }, () => of);

describe("amendment weights", () => {
  const taught = [...times(40, example("value*", "near")), ...times(40, example("near", "near"))];
  const weights = linkWeights(taught);

  test("choose the intended statement, and none if none is intended", () => {
    expect(linked(weights, example("value*", "near"))).toMatchObject({ isMeant: true, isAmendment: true });
    expect(linked(weights, example("value", "near")).chance).toBeGreaterThan(0.7);
    expect(linked(weights, example("near", "near")).chance).toBeLessThan(0.3);
  });

  test("give each statement less probability the more statements fit equally well", () => {
    const [one, two] = [example("value"), example("value", "value")].map(
      (each) => linked(weights, each).chance,
    );
    expect(two).toBeLessThan(one ?? 0);
  });

  test("are the same for the same examples", () => {
    expect(linkWeights(taught)).toEqual(weights);
  });
});
