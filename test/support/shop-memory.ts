import { giveBundle } from "../../src/app/briefing/ledger.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { RULES_VERSION } from "../../src/core/extract/rules-version.ts";
import { type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { createItem } from "../../src/core/items/life.ts";
import { WORKER } from "../../src/core/resume/delta.ts";
import type { TestWorld } from "./world.ts";

const DAY = 24 * 60 * 60 * 1000;

type ShopItem = {
  readonly kind: KindName;
  readonly text: string;
  readonly fields?: { readonly [name: string]: unknown };
  readonly evidence?: readonly number[];
};

/** An item as the worker keeps it: nobody was asked. */
export async function kept(
  world: TestWorld,
  { kind, text, fields = {}, evidence = [] }: ShopItem,
): Promise<string> {
  const at = world.clock.now();
  const id = world.ids.next(kindOf(kind).prefix);
  const act = createItem(kind, { text, ...fields }, { id, at, now: at, evidence });
  await world.put({ ...act, writer: { ...world.writer, agent: WORKER } });
  return id;
}

type Said = readonly (readonly ["user" | "assistant" | "tool", string])[];

/** One conversation of one agent; gives the positions of its turns. */
export async function session(
  world: TestWorld,
  agent: string,
  name: string,
  said: Said,
): Promise<readonly number[]> {
  const writer = { ...world.writer, agent, host: agent };
  await world.put({ type: "session.started", session: name, payload: {}, writer });
  const asAgent: Deps = { ...world, writer, voice: "agent" };
  await giveBundle(asAgent, "brief", { session: name });
  const positions = await world.put(
    ...said.map(([role, text]) => ({
      type: "turn.recorded",
      session: name,
      payload: { role, text },
      writer,
    })),
  );
  world.later(40 * 60 * 1000);
  await world.put({ type: "session.ended", session: name, payload: { reason: "done" }, writer });
  const last = positions.at(-1) ?? 0;
  const read = { up_to: last, turns: said.length, mark: last, rules: RULES_VERSION };
  await world.put({
    type: "session.read",
    session: name,
    payload: read,
    writer: { ...writer, agent: WORKER },
  });
  return positions;
}

/** Two months of a small web shop: sessions, what was kept of them, and what wants a decision. */
export async function fillShop(world: TestWorld): Promise<void> {
  await firstMonth(world);
  world.later(24 * DAY);
  await secondMonth(world);
  await today(world);
}

async function firstMonth(world: TestWorld): Promise<void> {
  const [, , choice = 0, rule = 0, mail = 0] = await session(world, "claude-code", "checkout-1", [
    ["user", "Set up the checkout service: cart, payment, receipts."],
    ["assistant", "Prices: A) floats, simple to print. B) integers in cents, exact sums. I would take B."],
    ["user", "B, please. A float cost us a day last year."],
    ["user", "Never edit files in migrations/ by hand."],
    ["user", "Let's send receipts from the checkout service itself."],
  ]);
  await kept(world, {
    kind: "decision",
    text: "Prices are integers in cents, not floats.",
    fields: { topic: "prices", related_paths: ["src/checkout/price.ts"] },
    evidence: [choice],
  });
  await kept(world, {
    kind: "constraint",
    text: "Never edit files in migrations/ by hand.",
    fields: { topic: "database" },
    evidence: [rule],
  });
  await kept(world, {
    kind: "decision",
    text: "Receipts are sent by the checkout service itself.",
    fields: { topic: "receipts" },
    evidence: [mail],
  });
  await world.item("note", "The staging database is copied from production every Sunday.", {
    topic: "database",
  });
  await world.item("plan", "Move payments to the new provider", {
    key: "payments",
    steps: ["done: sandbox account", "done: charge a card", "refunds", "webhooks"],
    priority: "high",
    assignee: "codex",
  });
  world.later(9 * DAY);
  const [port = 0, fix = 0] = await session(world, "codex", "payment-1", [
    ["tool", "Error: connect ECONNREFUSED 127.0.0.1:5433"],
    ["assistant", "The tests need the database: `pnpm db:up` first."],
    ["user", "Right. The sandbox keys expire every 30 days, by the way."],
  ]);
  await kept(world, {
    kind: "trap",
    text: "The tests fail with ECONNREFUSED on port 5433 until the database runs.",
    fields: { topic: "tests", command: "pnpm test", instead: "pnpm db:up", severity: "warn" },
    evidence: [port, fix],
  });
  await kept(world, {
    kind: "fact",
    text: "The keys of the payment sandbox expire every 30 days.",
    fields: { topic: "payment" },
    evidence: [fix + 1],
  });
  await world.item("handoff", "Refunds are next; the provider's test cards are in docs/payment.md.", {
    from: "claude-code",
    to: "codex",
    open_work: ["refunds", "webhooks"],
  });
}

async function secondMonth(world: TestWorld): Promise<void> {
  const [queue = 0, timeout = 0] = await session(world, "claude-code", "receipts-2", [
    ["user", "Receipts block the checkout. Put them on a queue and let a worker of their own send them."],
    ["user", "And let the payment call time out after 8 seconds, not 30."],
    ["assistant", "Done: receipts go through BullMQ, and the call times out after 8 seconds."],
  ]);
  const receipts = (await world.store.views.rows(world.views.items, ["dec#2"])).get("dec#2")?.id ?? "";
  const newer = await kept(world, {
    kind: "decision",
    text: "Receipts are put on a queue and sent by a worker of their own.",
    fields: { topic: "receipts" },
    evidence: [queue],
  });
  await kept(world, {
    kind: "edge",
    text: "Both say who sends receipts.",
    fields: { relation: "replaces", newer, older: receipts, topic: "receipts", confidence: 0.82 },
  });
  const short = await kept(world, {
    kind: "constraint",
    text: "The payment call times out after 8 seconds.",
    fields: { topic: "payment" },
    evidence: [timeout],
  });
  const long = await kept(world, {
    kind: "constraint",
    text: "Every call to another service times out after 30 seconds.",
    fields: { topic: "payment" },
    evidence: [timeout],
  });
  await kept(world, {
    kind: "insight",
    text: "Two time-outs for the same call.",
    fields: { type: "conflict", about: [short, long], topic: "payment" },
  });
  await world.item("plan", "Receipts as PDF", {
    key: "pdf",
    steps: ["layout", "fonts", "attach to the mail"],
  });
  await world.item("plan", "Load test of the checkout", { key: "load", priority: "low" });
}

async function today(world: TestWorld): Promise<void> {
  world.later(2 * DAY);
  const [style = 0, retry = 0, cache = 0, guess = 0, sandbox = 0] = await session(
    world,
    "codex",
    "refunds-3",
    [
      ["user", "Commit messages in English from now on, imperative mood."],
      ["assistant", "A refund that fails is tried again three times; after that it needs a person."],
      ["assistant", "I think the product pages are slow because images are not cached."],
      ["user", "Could be. Maybe the CDN does not see the version in the URL."],
      [
        "assistant",
        "Charge and refund tests failed together: the sandbox allows one call a second. They run one by one now.",
      ],
    ],
  );
  const candidate = (proposes: string, text: string, at: number): Promise<string> =>
    kept(world, {
      kind: "candidate",
      text,
      fields: { proposes, source: "auto", topic: "refunds" },
      evidence: [at],
    });
  await kept(world, {
    kind: "preference",
    text: "Commit messages are in English and in the imperative mood.",
    fields: { topic: "git" },
    evidence: [style],
  });
  await candidate("fact", "A refund that fails is tried again three times, then a person must look.", retry);
  await candidate("hypothesis", "Product pages are slow because their images are not cached.", cache);
  await candidate("hypothesis", "The CDN does not see the version in the URL of an image.", guess);
  await kept(world, {
    kind: "lesson",
    text: "Charge and refund tests must not run in parallel: the sandbox allows one call a second.",
    fields: { topic: "tests" },
    evidence: [sandbox],
  });
  world.later(20 * 60 * 1000);
}
