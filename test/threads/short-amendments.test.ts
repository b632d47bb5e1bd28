import { expect } from "vitest";
import { why } from "../../src/app/items/why.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { whyText } from "../../src/surfaces/verbs/text/why-text.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function recordAndRead(deps: TestMemory, session: string, said: readonly string[]): Promise<void> {
  await deps.put(
    ...said.map((text) => ({ type: "turn.recorded", session, payload: { role: "user", text } })),
    { type: "session.marked", session, payload: { reason: "test" } },
  );
  await tick(deps);
}

/** A decision, its short amendment in a later conversation, a question, and words that only the amendment has. */
type AmendedCase = {
  readonly first: string;
  readonly later: string;
  readonly ask: string;
  readonly now: string;
};

const CASES: readonly AmendedCase[] = [
  // The amendment shares a path with the question.
  {
    first: "We decided that src/pay/retry.ts tries a failed charge again five times before it gives up.",
    later: "src/pay/retry.ts: three now",
    ask: "what did we settle for src/pay/retry.ts",
    now: "three now",
  },
  {
    first: "We decided to keep the price table in config/prices.json and load it when the server starts.",
    later: "config/prices.json is read per request now",
    ask: "when is config/prices.json loaded",
    now: "per request",
  },
  {
    first:
      "We decided that everything in scripts/release/ is written in bash, so that nothing has to be installed.",
    later: "scripts/release/: python from now on",
    ask: "which language for a new file in scripts/release/",
    now: "python",
  },
  {
    first: "We decided that web/theme.css holds all colours as hex values.",
    later: "web/theme.css: oklch only",
    ask: "how do I add a colour to web/theme.css",
    now: "oklch",
  },
  {
    first: "We decided that db/seeds.sql contains forty customers for the demo.",
    later: "db/seeds.sql: 400 please, the list looked empty",
    ask: "what has to be in db/seeds.sql",
    now: "400",
  },
  // The amendment shares a symbol with the question.
  {
    first: "We decided that parseInvoice throws an exception when a line of the file is broken.",
    later: "parseInvoice returns null for those now",
    ask: "what does parseInvoice do with a broken line",
    now: "returns null",
  },
  {
    first: "We decided that MAX_UPLOAD is 10 MB because the proxy in front of us cuts larger bodies.",
    later: "MAX_UPLOAD goes to 25",
    ask: "value of MAX_UPLOAD",
    now: "25",
  },
  {
    first: "We decided that useSession polls the server every thirty seconds to notice a logout.",
    later: "useSession: websocket instead",
    ask: "how does useSession notice a logout",
    now: "websocket",
  },
  {
    first: "We decided that FEATURE_SPLIT_CART is off for everybody until the tax office has answered.",
    later: "FEATURE_SPLIT_CART: on for staff",
    ask: "who sees FEATURE_SPLIT_CART",
    now: "staff",
  },
  {
    first: "We decided that OrderRepository caches its rows for one minute in the memory of the process.",
    later: "OrderRepository: no cache any more",
    ask: "does OrderRepository cache",
    now: "no cache any more",
  },
  // The amendment shares the number of a ticket, a port or a rule with the question.
  {
    first: "We decided for PAY-311 that a refund goes back to the wallet of the customer.",
    later: "PAY-311: to the card",
    ask: "where does the refund of PAY-311 go",
    now: "to the card",
  },
  {
    first: "We decided that port 8123 is for the preview of the documentation.",
    later: "8123 is the mock of the bank now",
    ask: "what runs on 8123",
    now: "mock of the bank",
  },
  {
    first: "We decided that ADR-17 stands, events are stored as JSON text in one column.",
    later: "ADR-17: avro",
    ask: "in which form are the events of ADR-17 stored",
    now: "avro",
  },
  {
    first: "We decided that error E4021 is shown to the customer with the number of the support line.",
    later: "E4021 stays silent, log it only",
    ask: "what happens on E4021",
    now: "silent",
  },
];

scenario("recall.short-amendments", async () => {
  const deps = await testMemory();
  await recordAndRead(
    deps,
    "s1",
    CASES.map(({ first }) => first),
  );
  await recordAndRead(deps, "s2", ["good morning", "the tests are green, go on with the cart"]);
  await recordAndRead(
    deps,
    "s3",
    CASES.map(({ later }) => later),
  );
  const wrong: string[] = [];
  for (const { ask, now, first } of CASES) {
    const { hits } = await recall(deps, { query: ask, k: 5 });
    const at = hits.findIndex(({ text }) => text.includes(now));
    const old = hits.findIndex(({ text }) => text.includes(first) && !text.includes(now));
    if (at < 0 || (old >= 0 && old < at))
      wrong.push(
        `${ask}: ${at}, earlier ${old}\n${hits.map(({ text, score }) => `  ${score.toFixed(2)} ${text}`).join("\n")}`,
      );
  }
  expect(wrong.join("\n")).toBe("");
});

scenario("threads.explained", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", ["We decided that the geocode cache keeps results for 24 hours."]);
  await recordAndRead(deps, "s2", [
    "The geocode cache must keep results for 6 hours from now on, we decided.",
  ]);
  const [hit] = (await recall(deps, { query: "geocode cache", k: 5 })).hits;
  const explained = await why(deps, { id: hit?.id ?? "", k: 8 });
  const thread = explained.thread ?? [];
  expect(thread.map(({ text }) => /\d+ hours/.exec(text)?.[0])).toEqual(["24 hours", "6 hours"]);
  expect(thread.map(({ at, by }) => [at.slice(0, 4) > "2000", by])).toEqual([
    [true, "user"],
    [true, "user"],
  ]);
  const [link] = thread.at(-1)?.speaks_of ?? [];
  expect(link?.name).toBe(thread[0]?.name);
  expect(link?.score).toBeGreaterThan(0);
  expect(whyText(explained, PLAIN)).toMatch(/The thread, oldest first:\n.*24 hours.*\n.*6 hours.*mentions/u);
});
