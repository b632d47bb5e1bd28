import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { find } from "../../src/app/items/find.ts";
import { remember } from "../../src/app/items/remember.ts";
import { undo } from "../../src/app/items/undo.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { review } from "../../src/app/review/review.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { otherShapes } from "../../src/core/edges/value-shapes.ts";
import { sentencesOf } from "../../src/core/extract/statements/sentences.ts";
import { givesUp } from "../../src/core/threads/replaced-unit.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { reviewText } from "../../src/surfaces/verbs/text/review-text.ts";
import { ROOT } from "../root.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function recordAndRead(deps: TestMemory, session: string, ...said: readonly string[]): Promise<void> {
  await deps.put(
    ...said.map((text) => ({ type: "turn.recorded", session, payload: { role: "user", text } })),
    { type: "session.marked", session, payload: { reason: "test" } },
  );
  await tick(deps);
}

const lineWith = (text: string, words: string): string =>
  text.split("\n").find((line) => line.startsWith("- ") && line.includes(words)) ?? "";

const statusOf = async (deps: TestMemory, words: string): Promise<string | undefined> =>
  (await find(deps, { limit: 100, offset: 0 })).items.find(({ text }) => text.includes(words))?.status;

const CACHE = "We decided that the geocode cache keeps results for 24 hours.";
const SHORTER = "The geocode cache must keep results for 6 hours from now on, we decided.";

scenario("threads.newest-leads", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", CACHE);
  await recordAndRead(deps, "s2", SHORTER);
  const pages = [
    (await bundle(deps, "brief", {})).text,
    (await working(deps, { session: "s2" })).text,
    (await recall(deps, { query: "how long does the geocode cache keep results", k: 5 })).hits
      .map(({ text }) => `- ${text}`)
      .join("\n"),
  ];
  for (const page of pages) {
    const line = lineWith(page, "24 hours");
    expect(line).toMatch(/6 hours.*earlier.*24 hours/u);
    expect(page.split("24 hours")).toHaveLength(2);
  }
});

scenario("threads.raw-turn", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", "We decided that invoices have a retention of 7 years.");
  await recordAndRead(
    deps,
    "s2",
    "legal came back: retention of invoices is 10 years, because of the german customers",
  );
  const { text } = await bundle(deps, "brief", {});
  expect(lineWith(text, "7 years")).toContain("10 years");
});

scenario("threads.value-shape", () => {
  for (const [older, newer] of [
    ["7 years retention", "legal says 10 years"],
    ["version v1alpha1 to start", "hub is v1beta1"],
    ["all in eu-west-1", "new things go to eu-central-1"],
    ["shortcut ctrl+shift+k", "alt+shift+k then"],
    ["la base 720x1280", "sube la base a 1080x1920"],
    ["規格はPDF/A-2bで", "ではA-3bにしましょう"],
    ["source files are called *.tn", "new extension .tarn"],
    ["go is 1.23", "go 1.24 is in all images"],
    ["the app costs 19 dollars", "price goes to $29 in may"],
  ] as const)
    expect(otherShapes(newer, older), newer).toHaveLength(1);
  for (const [older, newer] of [
    ["7 years retention", "retry after 10 seconds"],
    ["node 22 on CI, not 20", "EUR only for v1"],
    ["port 4443 in 2026", "released in 2025"],
    ["all in eu-west-1", "eu-west-1 stays"],
  ] as const)
    expect(otherShapes(newer, older), newer).toEqual([]);
});

scenario("threads.talk", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", "We decided that the operator takes backups of volumes on a schedule.");
  await recordAndRead(deps, "s2", "idea for april fools: an operator that eats backups and sends a cookie");
  const line = lineWith((await bundle(deps, "brief", {})).text, "of volumes");
  expect(line).toContain("backups");
  expect(line).not.toContain("cookie");
});

const QUEUE = "We decided to use RabbitMQ for background jobs.";
const GIVEN_UP = "actualy scratch RabbitMQ, ops says we get sqs anyway. use sqs for the jobs";

scenario("threads.given-up", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", QUEUE);
  await recordAndRead(deps, "s2", GIVEN_UP);
  expect(await statusOf(deps, "RabbitMQ for background")).toBe("superseded");
  expect((await bundle(deps, "brief", {})).text).toContain("sqs");
  const { items } = await find(deps, { limit: 100, offset: 0, status: "superseded" });
  const [ended] = items;
  const reviewed = await review(deps, { limit: 20, undo: false });
  expect(reviewed.ended?.map(({ id }) => id)).toEqual([ended?.id]);
  expect(reviewText(reviewed, PLAIN)).toContain(`tidemark undo ${ended?.label}`);
  await undo(deps, { id: ended?.id ?? "", redo: false });
  await recordAndRead(deps, "s2", "ok thanks");
  expect(await statusOf(deps, "RabbitMQ for background")).toBe("active");
  const off = await testMemory();
  const quiet = { ...off, config: { ...off.config, memory: { ...off.config.memory, endGivenUp: false } } };
  await recordAndRead(quiet, "s1", QUEUE);
  await recordAndRead(quiet, "s2", GIVEN_UP);
  expect(await statusOf(quiet, "RabbitMQ for background")).toBe("active");
  const pasted = await testMemory();
  await recordAndRead(pasted, "s1", QUEUE);
  await recordAndRead(
    pasted,
    "s2",
    "the bot writes:\n> scratch RabbitMQ, use sqs\nwhat does it want?",
    "don't scratch RabbitMQ",
  );
  expect(await statusOf(pasted, "RabbitMQ for background")).toBe("active");
});

type Sentence = { readonly unit: string; readonly said: string; readonly ends: boolean };

/** Minimum precision and recall of the sentences that end a unit. */
const RIGHT_MIN = 0.95;
const FOUND_MIN = 0.8;

scenario("threads.given-up-words", () => {
  const file = join(ROOT, "bench/corpus/replaced/sentences.json");
  const cases = JSON.parse(readFileSync(file, "utf8")) as readonly Sentence[];
  const ending = cases.filter(({ unit, said }) =>
    sentencesOf(said).some(({ text, isQuestion }) => !isQuestion && givesUp(text, { text: unit })),
  );
  const right = ending.filter(({ ends }) => ends);
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(right.length / ending.length).toBeGreaterThanOrEqual(RIGHT_MIN);
  expect(right.length / cases.filter(({ ends }) => ends).length).toBeGreaterThanOrEqual(FOUND_MIN);
});

scenario("threads.replaces", async () => {
  const deps = await testMemory();
  const { item } = await remember(deps, { text: "We build with yarn", kind: "decision" });
  const asked = { text: "We build with pnpm", kind: "decision", replaces: item.label };
  const { ended, raised } = await remember(deps, asked);
  expect([ended?.label, ended?.status, raised]).toEqual([item.label, "superseded", []]);
  expect(await statusOf(deps, "yarn")).toBe("superseded");
  expect((await undo(deps, { redo: false })).item.removed).toBe(true);
  expect(await statusOf(deps, "yarn")).toBe("active");
  await undo(deps, { redo: true });
  expect(await statusOf(deps, "yarn")).toBe("superseded");
  await undo(deps, { id: item.id, redo: false });
  expect(await statusOf(deps, "yarn")).toBe("active");
});
