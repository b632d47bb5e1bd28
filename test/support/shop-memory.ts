import { giveBundle } from "../../src/app/briefing/ledger.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { RULES_VERSION } from "../../src/core/extract/rules-version.ts";
import { type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { createItem } from "../../src/core/items/life.ts";
import { WORKER } from "../../src/core/resume/delta.ts";
import type { TestMemory } from "./test-memory.ts";

const DAY = 24 * 60 * 60 * 1000;

type ShopItem = {
  readonly kind: KindName;
  readonly text: string;
  readonly fields?: { readonly [name: string]: unknown };
  readonly evidence?: readonly number[];
};

/** Records an item like the worker, without asking anybody. */
export async function kept(
  deps: TestMemory,
  { kind, text, fields = {}, evidence = [] }: ShopItem,
): Promise<string> {
  const at = deps.clock.now();
  const id = deps.ids.next(kindOf(kind).prefix);
  const act = createItem(kind, { text, ...fields }, { id, at, now: at, evidence });
  await deps.put({ ...act, writer: { ...deps.writer, agent: WORKER } });
  return id;
}

type Said = readonly (readonly ["user" | "assistant" | "tool", string])[];

/** Records one session of one agent; returns the positions of its turns. */
export async function session(
  deps: TestMemory,
  agent: string,
  name: string,
  said: Said,
): Promise<readonly number[]> {
  const writer = { ...deps.writer, agent, host: agent };
  await deps.put({ type: "session.started", session: name, payload: {}, writer });
  const asAgent: Deps = { ...deps, writer, voice: "agent" };
  await giveBundle(asAgent, "brief", { session: name });
  const positions = await deps.put(
    ...said.map(([role, text]) => ({
      type: "turn.recorded",
      session: name,
      payload: { role, text },
      writer,
    })),
  );
  deps.later(40 * 60 * 1000);
  await deps.put({ type: "session.ended", session: name, payload: { reason: "done" }, writer });
  const last = positions.at(-1) ?? 0;
  const read = { up_to: last, turns: said.length, mark: last, rules: RULES_VERSION };
  await deps.put({
    type: "session.read",
    session: name,
    payload: read,
    writer: { ...writer, agent: WORKER },
  });
  return positions;
}

/** Fills a memory with two months of a small web shop: sessions, items made from them, and pending decisions. */
export async function fillShop(deps: TestMemory): Promise<void> {
  await firstMonth(deps);
  deps.later(24 * DAY);
  await secondMonth(deps);
  await today(deps);
}

async function firstMonth(deps: TestMemory): Promise<void> {
  const [, , choice = 0, rule = 0, mail = 0] = await session(deps, "claude-code", "checkout-1", [
    ["user", "Set up the checkout service: cart, payment, receipts."],
    ["assistant", "Prices: A) floats, simple to print. B) integers in cents, exact sums. I would take B."],
    ["user", "B, please. A float cost us a day last year."],
    ["user", "Never edit files in migrations/ by hand."],
    ["user", "Let's send receipts from the checkout service itself."],
  ]);
  await kept(deps, {
    kind: "decision",
    text: "Prices are integers in cents, not floats.",
    fields: { topic: "prices", related_paths: ["src/checkout/price.ts"] },
    evidence: [choice],
  });
  await kept(deps, {
    kind: "constraint",
    text: "Never edit files in migrations/ by hand.",
    fields: { topic: "database" },
    evidence: [rule],
  });
  await kept(deps, {
    kind: "decision",
    text: "Receipts are sent by the checkout service itself.",
    fields: { topic: "receipts" },
    evidence: [mail],
  });
  await deps.item("note", "The staging database is copied from production every Sunday.", {
    topic: "database",
  });
  await deps.item("plan", "Move payments to the new provider", {
    key: "payments",
    steps: ["done: sandbox account", "done: charge a card", "refunds", "webhooks"],
    priority: "high",
    assignee: "codex",
  });
  deps.later(9 * DAY);
  const [port = 0, fix = 0] = await session(deps, "codex", "payment-1", [
    ["tool", "Error: connect ECONNREFUSED 127.0.0.1:5433"],
    ["assistant", "The tests need the database: `pnpm db:up` first."],
    ["user", "Right. The sandbox keys expire every 30 days, by the way."],
  ]);
  await kept(deps, {
    kind: "trap",
    text: "The tests fail with ECONNREFUSED on port 5433 until the database runs.",
    fields: { topic: "tests", command: "pnpm test", instead: "pnpm db:up", severity: "warn" },
    evidence: [port, fix],
  });
  await kept(deps, {
    kind: "fact",
    text: "The keys of the payment sandbox expire every 30 days.",
    fields: { topic: "payment" },
    evidence: [fix + 1],
  });
  await deps.item("handoff", "Refunds are next; the provider's test cards are in docs/payment.md.", {
    from: "claude-code",
    to: "codex",
    open_work: ["refunds", "webhooks"],
  });
}

async function secondMonth(deps: TestMemory): Promise<void> {
  const [queue = 0, timeout = 0] = await session(deps, "claude-code", "receipts-2", [
    ["user", "Receipts block the checkout. Put them on a queue and let a worker of their own send them."],
    ["user", "And let the payment call time out after 8 seconds, not 30."],
    ["assistant", "Done: receipts go through BullMQ, and the call times out after 8 seconds."],
  ]);
  const receipts = (await deps.store.views.rows(deps.views.items, ["dec#2"])).get("dec#2")?.id ?? "";
  const newer = await kept(deps, {
    kind: "decision",
    text: "Receipts are put on a queue and sent by a worker of their own.",
    fields: { topic: "receipts" },
    evidence: [queue],
  });
  await kept(deps, {
    kind: "edge",
    text: "Both say who sends receipts.",
    fields: { relation: "replaces", newer, older: receipts, topic: "receipts", confidence: 0.82 },
  });
  const short = await kept(deps, {
    kind: "constraint",
    text: "The payment call times out after 8 seconds.",
    fields: { topic: "payment" },
    evidence: [timeout],
  });
  const long = await kept(deps, {
    kind: "constraint",
    text: "Every call to another service times out after 30 seconds.",
    fields: { topic: "payment" },
    evidence: [timeout],
  });
  await kept(deps, {
    kind: "insight",
    text: "Two time-outs for the same call.",
    fields: { type: "conflict", about: [short, long], topic: "payment" },
  });
  await deps.item("plan", "Receipts as PDF", {
    key: "pdf",
    steps: ["layout", "fonts", "attach to the mail"],
  });
  await deps.item("plan", "Load test of the checkout", { key: "load", priority: "low" });
}

async function today(deps: TestMemory): Promise<void> {
  deps.later(2 * DAY);
  const [style = 0, retry = 0, cache = 0, guess = 0, sandbox = 0] = await session(
    deps,
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
    kept(deps, {
      kind: "candidate",
      text,
      fields: { proposes, source: "auto", topic: "refunds" },
      evidence: [at],
    });
  await kept(deps, {
    kind: "preference",
    text: "Commit messages are in English and in the imperative mood.",
    fields: { topic: "git" },
    evidence: [style],
  });
  await candidate("fact", "A refund that fails is tried again three times, then a person must look.", retry);
  await candidate("hypothesis", "Product pages are slow because their images are not cached.", cache);
  await candidate("hypothesis", "The CDN does not see the version in the URL of an image.", guess);
  await kept(deps, {
    kind: "lesson",
    text: "Charge and refund tests must not run in parallel: the sandbox allows one call a second.",
    fields: { topic: "tests" },
    evidence: [sandbox],
  });
  deps.later(20 * 60 * 1000);
}
