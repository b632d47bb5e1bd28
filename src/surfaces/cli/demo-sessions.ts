import type { CreateInput } from "../../app/create.ts";

type Turn = { readonly role: "user" | "assistant" | "tool"; readonly text: string };

/** One agent's conversation as it was recorded, and what the agent kept of it. */
export type DemoSession = {
  readonly agent: string;
  readonly session: string;
  readonly daysAgo: number;
  readonly turns: readonly Turn[];
  readonly kept: readonly CreateInput[];
};

/** Two sessions about a small web shop: enough for the third agent to go on. */
export const DEMO_SESSIONS: readonly DemoSession[] = [
  {
    agent: "claude-code",
    session: "demo-monday",
    daysAgo: 2,
    turns: [
      {
        role: "user",
        text: "Set up the checkout service. We use pnpm here, npm breaks the workspace links.",
      },
      { role: "assistant", text: "I will use pnpm. Should prices be floats or integers?" },
      {
        role: "user",
        text: "Integers, in cents. A float cost us a day last year. And never touch migrations/ by hand.",
      },
      { role: "tool", text: "$ pnpm test\nError: connect ECONNREFUSED 127.0.0.1:5433" },
      {
        role: "assistant",
        text: "The tests need the test database. After `pnpm db:up` they pass: 42 passed.",
      },
    ],
    kept: [
      { kind: "decision", text: "We build with pnpm; npm breaks the workspace links", topic: "build" },
      { kind: "decision", text: "Prices are integers in cents, never floats", topic: "checkout" },
      {
        kind: "constraint",
        text: "Never edit files in migrations/ by hand",
        topic: "database",
        related_paths: ["migrations/"],
      },
      {
        kind: "trap",
        text: "pnpm test fails with ECONNREFUSED on port 5433 when the test database is down",
        topic: "tests",
        command: "pnpm test",
        instead: "run `pnpm db:up` first",
      },
      {
        kind: "plan",
        text: "Checkout service: cart, payment, receipts",
        key: "checkout",
        steps: ["done: cart", "payment", "receipts"],
      },
    ],
  },
  {
    agent: "codex",
    session: "demo-tuesday",
    daysAgo: 1,
    turns: [
      { role: "user", text: "Go on with payment. The provider is Stripe, test mode only." },
      {
        role: "assistant",
        text: "Payment works against Stripe's test mode. Receipts are left; the e-mail template is missing.",
      },
      { role: "user", text: "Good. Leave receipts for tomorrow, and tell the next one about the template." },
    ],
    kept: [
      { kind: "fact", text: "Payments go through Stripe in test mode", topic: "checkout" },
      {
        kind: "handoff",
        text: "Payment is done. Receipts are next; their e-mail template does not exist yet",
        from: "codex",
        open_work: ["receipts"],
        files: ["src/receipts.ts"],
      },
    ],
  },
];

/** The plan's progress on the second day. */
export const DEMO_PROGRESS = { key: "checkout", steps: ["done: cart", "done: payment", "receipts"] } as const;

export const DEMO_QUESTION = "which package manager builds this";
