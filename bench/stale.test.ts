import { expect } from "vitest";
import { scenario } from "../test/scenarios/scenario.ts";
import { freshFolder } from "../test/scenarios/stage.ts";
import { isRight, outcomeOf } from "./stale.ts";
import { casesOf } from "./stale-cases.ts";

/** A few kinds of change in one language suffice to check that cases are played and judged. */
const SORTS = ["another limit", "laid out anew", "a file is moved", "a branch is rebased"];

scenario("bench.stale", async () => {
  const [dev, test] = [casesOf("dev"), casesOf("test")];
  expect(dev.length + test.length).toBeGreaterThanOrEqual(200);
  const names = new Set(dev.map(({ name }) => name));
  expect(test.filter(({ name }) => names.has(name))).toEqual([]);
  const folder = freshFolder();
  const chosen = dev.filter(
    ({ family, program }) => program.language === "Go" && SORTS.includes(family.family),
  );
  for (const [i, of] of chosen.entries()) {
    const outcome = await outcomeOf(of, `${folder}/${i}`);
    expect([of.id, outcome.reasons, isRight(outcome)]).toEqual([of.id, outcome.reasons, true]);
  }
  const wrong = { ...chosen[0], family: { ...chosen[0]?.family, isStale: false } };
  expect(isRight({ of: wrong, reasons: ["symbol_changed"], ms: 1 } as never)).toBe(false);
});
