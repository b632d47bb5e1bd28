import { join } from "node:path";
import { expect } from "vitest";
import type { Diagnosis } from "../../src/app/upkeep/doctor.ts";
import { doctorText } from "../../src/surfaces/verbs/text/doctor-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { ROOT } from "../sources.ts";
import { onScreen } from "../support/on-screen.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Stage, stage, stageAt } from "./stage.ts";

const golden = (name: string): string => join(ROOT, "test", "golden", name);

/** The same project on another day. */
const on = (at: Stage, day: string): Stage =>
  stageAt("cli", at.dir, { ...at.env, TIDEMARK_NOW: `${day}T09:00:00Z` });

/** A shop project with work in every state. */
async function shop(): Promise<Stage> {
  const at = stage();
  const [early, late] = [on(at, "2026-02-01"), on(at, "2026-03-01")];
  await early.call(
    "create",
    {
      kind: "plan",
      text: "Receipts: template, mail and a test that shows both",
      key: "r",
      steps: ["done: template", "mail"],
    },
    { agent: "codex" },
  );
  await early.call("transition", { id: "pln#1", status: "in_progress" }, { agent: "codex" });
  await late.call("create", {
    kind: "plan",
    text: "Tell customers",
    key: "t",
    depends_on: ["pln#1"],
    priority: "high",
  });
  await late.call("create", { kind: "plan", text: "Tidy the cart", key: "c", assignee: "ana" });
  await late.call("create", {
    kind: "trap",
    text: "pnpm test hangs without the database",
    severity: "warn",
    instead: "run pnpm db:up first",
  });
  await late.call(
    "handoffCreate",
    { text: "Payment is done; receipts are next", to: "codex" },
    { agent: "ana" },
  );
  at.file(
    "s.jsonl",
    `${JSON.stringify({ type: "turn", session: "s1", agent: "codex", text: "hello", at: "2026-03-02T07:00:00Z" })}\n`,
  );
  const today = on(at, "2026-03-02");
  await today.call("record", { file: join(at.dir, "s.jsonl") });
  return today;
}

scenario("board.page", async () => {
  const at = await shop();
  for (const columns of [80, 40]) {
    const { code, stdout } = await commandLine(["status", "--work"], {
      dir: at.dir,
      env: at.env,
      isOutTty: true,
      columns,
    });
    expect(code).toBe(0);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(columns);
    await expect(stdout).toMatchFileSnapshot(golden(`board-${columns}.txt`));
  }
  const { work: board } = await at.call("status", { work: true });
  expect(board).toMatchObject({
    plans: {
      in_progress: {
        total: 1,
        list: [{ label: "pln#1", owner: "codex", age_days: 29, steps: 2, steps_done: 1 }],
      },
      blocked: { total: 0 },
      todo: {
        total: 2,
        list: [
          { label: "pln#3", owner: "ana", ready: true },
          { ready: false, waits_for: ["pln#1"] },
        ],
      },
    },
    handoffs: { total: 1 },
    traps: { total: 1 },
    sessions: { total: 1, list: [{ id: "s1", agent: "codex" }] },
    worker: { due: 1, waiting: 0, dead: 0 },
    stale: { warnings: [{ label: "pln#1", suggested_action: "tidemark transition pln#1 dropped" }] },
  });
});

const ILL: Diagnosis = {
  ok: false,
  findings: [
    {
      code: "config.unreadable",
      level: "error",
      message: '.tidemark/config.yaml:3:1: "breif" is not a setting. Did you mean "brief"?',
      fix: "tidemark doctor --fix",
    },
    {
      code: "worker.gave_up",
      level: "error",
      message: "Session s1 could not be read 5 times: the turn has no text",
      fix: "tidemark worker retry s1",
    },
    { code: "stale_memory", level: "warn", message: "3 items may be outdated.", fix: "tidemark stale list" },
    {
      code: "usage.set_aside",
      level: "info",
      message: "reference-tracker.unreadable-1.json could not be read and was set aside.",
      fix: "rm .tidemark/reference-tracker.unreadable-1.json",
    },
  ],
  mended: ["Built items, sessions again from the tape."],
  look_again: false,
  memory: { folder: "/home/ana/shop/.tidemark", exists: true, bytes: 181_000 },
  versions: { tidemark: "0.1.0", node: "24.0.0", sqlite: "3.51.3 (node:sqlite)" },
  context_window: { recallMode: "fallback", pressure: "none" },
};

scenario("doctor.page", async () => {
  for (const width of [80, 40]) {
    const text = onScreen(doctorText(ILL, PLAIN), width);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(Math.max(width, 64));
    await expect(`${text}\n`).toMatchFileSnapshot(golden(`doctor-${width}.txt`));
  }
});
