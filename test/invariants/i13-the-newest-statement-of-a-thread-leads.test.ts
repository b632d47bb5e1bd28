import fc from "fast-check";
import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { holds } from "../support/property.ts";
import { testMemory } from "../support/test-memory.ts";

const MATTERS = ["export job timeout", "geocode cache lifetime", "audit log retention"] as const;
const AMOUNTS = [11, 23, 37, 59] as const;

const statement = fc.record({ matter: fc.constantFrom(...MATTERS), amount: fc.constantFrom(...AMOUNTS) });

type Statement = { readonly matter: string; readonly amount: number };

/** The values that were given to a matter and given up, and the one that holds. */
function valuesOf(said: readonly Statement[], matter: string) {
  const amounts = said.filter((each) => each.matter === matter).map(({ amount }) => amount);
  const now = amounts.at(-1);
  return { now, old: [...new Set(amounts)].filter((amount) => amount !== now) };
}

test("within a thread no surface tells an earlier statement before, or without, a later one", async () => {
  await holds(
    fc.asyncProperty(fc.array(statement, { minLength: 2, maxLength: 5 }), async (said) => {
      const deps = await testMemory();
      for (const [i, { matter, amount }] of said.entries()) {
        const session = `s${i}`;
        const text = `We decided: the ${matter} is ${amount} minutes from now on.`;
        await deps.put(
          { type: "turn.recorded", session, payload: { role: "user", text } },
          { type: "session.marked", session, payload: { reason: "test" } },
        );
        await tick(deps);
      }
      const pages = [(await bundle(deps, "brief", {})).text, (await working(deps, { session: "s0" })).text];
      for (const matter of MATTERS) {
        const { hits } = await recall(deps, { query: matter, k: 8 });
        pages.push(hits.map(({ text }) => `- ${text.replaceAll("\n", " ")}`).join("\n"));
      }
      for (const matter of MATTERS) {
        const { now, old } = valuesOf(said, matter);
        const lines = pages.flatMap((page) => page.split("\n")).filter((line) => line.includes(matter));
        for (const line of lines)
          for (const amount of old) {
            const at = line.indexOf(`${matter} is ${amount} minutes`);
            if (at < 0) continue;
            const newest = line.indexOf(`${matter} is ${now} minutes`);
            expect(newest, line).toBeGreaterThanOrEqual(0);
            expect(newest, line).toBeLessThan(at);
          }
      }
    }),
  );
});
