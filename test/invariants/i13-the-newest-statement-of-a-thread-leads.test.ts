import fc from "fast-check";
import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { find } from "../../src/app/items/find.ts";
import { show } from "../../src/app/items/show.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { resume } from "../../src/app/resume/resume.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { itemLine } from "../../src/surfaces/verbs/text/item-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { holds } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const MATTERS = ["export job timeout", "geocode cache lifetime", "audit log retention"] as const;
const AMOUNTS = [11, 23, 37, 59] as const;

const statement = fc.record({ matter: fc.constantFrom(...MATTERS), amount: fc.constantFrom(...AMOUNTS) });

type Statement = { readonly matter: string; readonly amount: number };

/** The current value of a subject, and the values that it replaced. */
function valuesOf(said: readonly Statement[], matter: string) {
  const amounts = said.filter((each) => each.matter === matter).map(({ amount }) => amount);
  const now = amounts.at(-1);
  return { now, old: [...new Set(amounts)].filter((amount) => amount !== now) };
}

/** Records each statement in its own session, which a worker then reads. */
async function recordAndRead(
  deps: TestMemory,
  said: readonly Statement[],
  textOf: (matter: string, amount: number) => string,
): Promise<void> {
  for (const [i, { matter, amount }] of said.entries()) {
    const session = `s${i}`;
    await deps.put(
      { type: "turn.recorded", session, payload: { role: "user", text: textOf(matter, amount) } },
      { type: "session.marked", session, payload: { reason: "test" } },
    );
    await tick(deps);
  }
}

test("no surface shows an earlier statement of a thread before, or without, a later one", async () => {
  await holds(
    fc.asyncProperty(fc.array(statement, { minLength: 2, maxLength: 5 }), async (said) => {
      const deps = await testMemory();
      await recordAndRead(
        deps,
        said,
        (matter, amount) => `We decided: the ${matter} is ${amount} minutes from now on.`,
      );
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

test("lists and deltas show an earlier statement only with a mark that names the later one", async () => {
  const rule = (matter: string, amount: number): string =>
    `The ${matter} must be ${amount} minutes, no exceptions.`;
  await holds(
    fc.asyncProperty(fc.array(statement, { minLength: 2, maxLength: 5 }), async (said) => {
      const deps = await testMemory();
      const as = (agent: string): TestMemory => ({ ...deps, writer: { ...deps.writer, agent } });
      await resume(as("returning"), { ack: true });
      await recordAndRead(deps, said, rule);
      const { items } = await find(deps, { limit: 100, offset: 0 });
      const shown = await Promise.all(items.map(({ id }) => show(deps, { id })));
      const lists = [...items, ...shown.flatMap((each) => ("item" in each ? [each.item] : []))];
      const pages = [
        (await resume(as("returning"), { ack: false })).text,
        (await resume(as("new"), { ack: false })).text,
        ...lists.map((item) => itemLine(item, PLAIN)),
      ];
      expect(items.length).toBeGreaterThan(0);
      for (const matter of MATTERS) {
        const { now, old } = valuesOf(said, matter);
        const lines = pages.flatMap((page) => page.split("\n")).filter((line) => !line.includes("candidate"));
        for (const line of lines)
          if (old.some((amount) => line.includes(`${matter} must be ${amount} minutes`)))
            expect(line.includes("replaced") || line.includes(`${matter} must be ${now} minutes`), line).toBe(
              true,
            );
      }
    }),
  );
});
