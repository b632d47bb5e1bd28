type Turn = {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
  readonly tool?: string;
  readonly tool_input?: string;
  readonly exit_code?: number;
};

/** One agent's conversation, as its host recorded it. */
export type DemoSession = {
  readonly agent: string;
  readonly session: string;
  readonly daysAgo: number;
  readonly turns: readonly Turn[];
};

const commandTurn = (tool_input: string, exit_code: number, text: string): Turn => ({
  role: "tool",
  tool: "Bash",
  tool_input,
  exit_code,
  text,
});

const todos = (...steps: readonly (readonly [string, string])[]): Turn => ({
  role: "tool",
  tool: "TodoWrite",
  tool_input: JSON.stringify({ todos: steps.map(([content, status]) => ({ content, status })) }),
  text: "Todos have been modified successfully",
});

/** Two sessions about a small web shop: enough for a third agent to continue. */
export const DEMO_SESSIONS: readonly DemoSession[] = [
  {
    agent: "claude-code",
    session: "monday",
    daysAgo: 2,
    turns: [
      { role: "user", text: "Set up the checkout service: cart, payment, receipts." },
      {
        role: "assistant",
        text: "Prices:\nA) floats, simple to print\nB) integers in cents, exact sums\nI would take B.",
      },
      { role: "user", text: "B, please. A float cost us a day last year." },
      todos(["cart", "in_progress"], ["payment", "pending"], ["receipts", "pending"]),
      { role: "user", text: "Never edit files in migrations/ by hand." },
      commandTurn("pnpm test", 1, "Error: connect ECONNREFUSED 127.0.0.1:5433"),
      commandTurn("pnpm db:up", 0, "database started"),
      commandTurn("pnpm test", 0, "42 passed"),
      { role: "user", text: "Let's send receipts from the checkout service itself." },
      { role: "assistant", text: "Done: the cart works and is tested." },
      todos(["cart", "completed"], ["payment", "pending"], ["receipts", "pending"]),
    ],
  },
  {
    agent: "codex",
    session: "tuesday",
    daysAgo: 1,
    turns: [
      { role: "user", text: "Go on with payment. From now on write commit messages in English." },
      { role: "assistant", text: "Payment works against the provider's test mode." },
      {
        role: "user",
        text: "Good. Change of plan for receipts: send them from the mail worker instead of the checkout service.",
      },
      { role: "assistant", text: "Understood. The mail worker has no template for receipts yet." },
      { role: "user", text: "Not sure yet whether receipts need a PDF. Let's come back to that." },
    ],
  },
];

export const DEMO_QUESTION = "how do we keep prices";
