import { expect, test } from "vitest";
import { readStatements } from "../../src/core/extract/statements/read-statements.ts";
import { scenario } from "../scenarios/scenario.ts";
import { ANSWERED, QUESTIONS } from "../support/said-cases.ts";
import { EDIT, heard, kept, LATER, turns } from "../support/said-turns.ts";

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

scenario("said.answered", () => {
  for (const [said, acts, talks] of ANSWERED) {
    expect(kept(...LATER, `U: ${said}`), said).toEqual([]);
    expect(kept(...LATER, `U: ${said}`, `A: ${talks}`), said).toEqual([]);
    const shown = [...LATER, `U: ${said}`, EDIT, `A: ${acts}`];
    // The evidence is the person's turn and the answer that shows its effect. A repeated answer gives no second finding.
    const found = { kind: "decision", text: said, origin: "user", evidence: [3, 5] };
    expect(kept(...shown), said).toMatchObject([found]);
    expect(kept(...shown, EDIT, `A: ${acts}`), said).toMatchObject([found]);
  }
});

test.each(QUESTIONS)(
  "a yes to %j is uncertain until an edit shows that it was carried out",
  (asked, yes, acts) => {
    const agreed = [...LATER, `A: ${asked}`, `U: ${yes}`];
    expect(heard(...agreed)).toMatchObject([{ certainty: "uncertain", origin: "agreed" }]);
    expect(kept(...agreed, `A: ${acts}`)).toEqual([]);
    expect(kept(...agreed, EDIT, `A: ${acts}`)).toMatchObject([
      { kind: "decision", text: asked, origin: "agreed", evidence: [3, 4, 6] },
    ]);
  },
);

test("a statement that an answer confirms is found once, wherever the session is cut", () => {
  for (const [said, acts] of ANSWERED) {
    const all = turns(...LATER, `U: ${said}`, EDIT, `A: ${acts}`, "T: 42 passed", `A: ${acts}`);
    for (const cut of range(1, all.length)) {
      const parts = [...readStatements(all.slice(0, cut), 1), ...readStatements(all, cut + 1)];
      expect(parts, `${said}, cut behind ${cut}`).toEqual(readStatements(all, 1));
    }
  }
});

test("an answer behind many tool results confirms nothing", () => {
  const [[said, acts] = ["", ""]] = ANSWERED;
  const tools = Array.from({ length: 12 }, () => "T: 42 passed");
  expect(kept(...LATER, `U: ${said}`, EDIT, ...tools, `A: ${acts}`)).toEqual([]);
});
