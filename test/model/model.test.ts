import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openModel } from "../../src/adapters/llm/open-model.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { askModel } from "../../src/app/sessions/ask-model.ts";
import type { UnreadRange } from "../../src/app/sessions/distil.ts";
import { modelReading } from "../../src/app/sessions/earlier-answers.ts";
import { modelStatus } from "../../src/app/sessions/model-spending.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import type { Config } from "../../src/core/config/config.ts";
import type { Finding } from "../../src/core/extract/finding.ts";
import { dayKey, type SpendingDay } from "../../src/core/extract/model/spending-view.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { type Endpoint, endpoint, type Script, says, sendJson } from "../support/endpoint.ts";
import { type TestMemory, type TestMemoryOptions, testMemory } from "../support/test-memory.ts";

const KEY = "sk-test-8d1f2c3b4a5968778695a4b3c2d1e0f9";

const found = (change: object = {}) => ({
  kind: "preference",
  text: "Always run the linter first.",
  quotes: [{ turn: 1, words: "Always run the linter first." }],
  topic: "lint",
  certainty: "explicit",
  ...change,
});

type Stage = { readonly deps: TestMemory; readonly at: Endpoint };

async function stage(
  script: Script,
  change: Partial<Config["model"]> = {},
  options: TestMemoryOptions = {},
): Promise<Stage> {
  const deps = await testMemory(options);
  const at = await endpoint(script);
  return { at, deps: withModel(deps, at, change) };
}

function withModel(deps: TestMemory, at: Endpoint, change: Partial<Config["model"]> = {}): TestMemory {
  const model = {
    ...deps.config.model,
    mode: "active",
    provider: "openai",
    name: "small",
    url: at.url,
    key_env: "TEST_KEY",
    usd_per_million_in: 1,
    usd_per_million_out: 2,
    ...change,
  } as const;
  const config = { ...deps.config, model };
  return {
    ...deps,
    config,
    model: openModel(config, { env: { TEST_KEY: KEY }, refused: [], commands: async () => [] }),
  };
}

async function asking(deps: TestMemory, session = "s1"): Promise<UnreadRange> {
  return { session, after: 0, events: upcastAll(await deps.store.events.sessionEvents(session, 0, 500)) };
}

/** Asks the model; returns the failures on the tape and the findings of the next reading of the session. */
async function ask(
  deps: Deps,
  asked: UnreadRange,
): Promise<{ failed: StoredEvent[]; findings: readonly Finding[] }> {
  const failures = async () => (await eventsOf(deps)).filter(({ type }) => type === "model.failed");
  const before = (await failures()).length;
  await askModel(deps, [asked]);
  return { failed: (await failures()).slice(before), findings: (await modelReading(deps, asked)).findings };
}

const GOOD = JSON.stringify({
  statements: [found(), found({ quotes: [{ turn: 1, words: "never said anywhere" }] })],
});

async function eventsOf(deps: Deps): Promise<StoredEvent[]> {
  const { events } = await deps.store.events.read(0, 1000);
  return events.filter(({ type }) => type.startsWith("model."));
}

async function spent(deps: Deps, day = "2030-01-01"): Promise<SpendingDay | undefined> {
  await catchUp(deps, "spending");
  const row = (await deps.store.views.rows(deps.views.spending, [dayKey(day)])).get(dayKey(day));
  return row as SpendingDay | undefined;
}

describe("a session that a model also reads", () => {
  test("gives findings in active mode, and question, answer and cost are on the tape", async () => {
    const { deps, at } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    const { failed, findings } = await ask(deps, await asking(deps));
    expect(failed).toEqual([]);
    expect(findings).toMatchObject([{ text: "Always run the linter first.", evidence: [1], origin: "user" }]);
    const [asked, answered] = await eventsOf(deps);
    expect(asked).toMatchObject({
      type: "model.asked",
      session: "s1",
      payload: { provider: "openai", model: "small", prompt_version: 4, after: 0, up_to: 1, turns: 1 },
    });
    expect(answered).toMatchObject({
      type: "model.answered",
      payload: {
        mode: "active",
        asked: asked?.id,
        applied: true,
        findings,
        dropped: 1,
        tokens_in: 1000,
        tokens_out: 100,
        cost_usd: 0.0012,
        input_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(await spent(deps)).toMatchObject({ calls: 1, answered: 1, tokens_in: 1000, micro_usd: 1200 });
    expect(at.heard).toHaveLength(1);
  });

  test("gives no findings in shadow mode, and the tape has what the model would have added", async () => {
    const { deps } = await stage(says(GOOD), { mode: "shadow" });
    await deps.turn("Always run the linter first.", "s1");
    expect(await ask(deps, await asking(deps))).toEqual({ failed: [], findings: [] });
    const [, answered] = await eventsOf(deps);
    expect(answered?.payload).toMatchObject({
      applied: false,
      reason: "shadow",
      findings: [{ evidence: [1] }],
    });
  });

  test("is not sent to the model if the mode is off or the session has no turns", async () => {
    const { deps, at } = await stage(says(GOOD));
    expect(await ask(deps, await asking(deps))).toEqual({ failed: [], findings: [] });
    await deps.turn("Always run the linter first.", "s1");
    const off = withModel(deps, at, { mode: "off" });
    expect(await ask(off, await asking(off))).toEqual({ failed: [], findings: [] });
    expect(at.heard).toEqual([]);
    expect(await eventsOf(deps)).toEqual([]);
  });

  test("is sent once: a second reading uses the answer on the tape and sends only later turns", async () => {
    const { deps, at } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    const first = await ask(deps, await asking(deps));
    expect(await ask(deps, await asking(deps))).toEqual(first);
    expect(at.heard).toHaveLength(1);
    await deps.turn("And one more thing.", "s1");
    expect((await ask(deps, await asking(deps))).findings).toEqual(first.findings);
    expect(at.heard).toHaveLength(2);
    expect(JSON.stringify(at.heard[1]?.body)).not.toContain("linter");
  });

  test("does not ask the model when views are rebuilt, and stays the same", async () => {
    const { deps, at } = await stage(says(GOOD), {}, { store: "sqlite" });
    await deps.turn("Always run the linter first.", "s1");
    await ask(deps, await asking(deps));
    const before = await spent(deps);
    for (const { added, removed, changed } of (await rebuild(deps)).views.filter(
      ({ view }) => view === "spending",
    ))
      expect([added, removed, changed]).toEqual([0, 0, 0]);
    await deps.store.views.reset(Object.values(deps.views));
    expect(await spent(deps)).toEqual(before);
    expect(at.heard).toHaveLength(1);
  });

  test("a turn that is forgotten while the model reads it does not come back", async () => {
    const { deps, at } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    at.play(async (response) => {
      await forget(deps, { id: "turn@1" });
      await says(GOOD)(response, at.heard[0] as never);
    });
    expect((await ask(deps, await asking(deps))).findings).toEqual([]);
    const answered = (await eventsOf(deps)).find(({ type }) => type === "model.answered");
    expect(answered?.payload).toMatchObject({
      applied: false,
      reason: "inputs_changed",
      findings: [],
      dropped: 2,
    });
  });

  test("a turn that is forgotten while the answer is recorded does not come back", async () => {
    const { deps } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    let isOver = false;
    const commit: typeof deps.store.tape.commit = async (value) => {
      const isAnswer = value.events.some(({ type }) => type === "model.answered");
      if (isAnswer && !isOver) {
        isOver = true;
        await forget(deps, { id: "turn@1" });
      }
      return deps.store.tape.commit(value);
    };
    const racing = { ...deps, store: { ...deps.store, tape: { ...deps.store.tape, commit } } };
    expect((await ask(racing, await asking(deps))).findings).toEqual([]);
    const answered = (await eventsOf(deps)).filter(({ type }) => type === "model.answered");
    expect(answered.map(({ payload }) => payload)).toMatchObject([
      { applied: false, reason: "inputs_changed", findings: [] },
    ]);
  });

  test("a statement that is forgotten later is also erased from the answer", async () => {
    const { deps } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    await ask(deps, await asking(deps));
    await forget(deps, { text: "Always run the linter first." });
    const answered = (await eventsOf(deps)).find(({ type }) => type === "model.answered");
    expect(answered?.payload).toBeNull();
    // The cost of the erased answer is unknown now, so the highest possible cost stays counted.
    expect(Number((await spent(deps))?.micro_usd)).toBeGreaterThan(1200);
    expect((await ask(deps, await asking(deps))).findings).toEqual([]);
  });

  test("an unreadable answer counts as a cost and gives no findings", async () => {
    const { deps } = await stage(says("I am sorry"));
    await deps.turn("Always run the linter first.", "s1");
    expect(await ask(deps, await asking(deps))).toEqual({ failed: [], findings: [] });
    const [, answered] = await eventsOf(deps);
    expect(answered?.payload).toMatchObject({ applied: false, reason: "unreadable", cost_usd: 0.0012 });
  });

  test.each<[string, Script, string, boolean]>([
    ["refuses", (response) => sendJson(response, { error: { message: KEY } }, 401), "model.refused", false],
    ["is busy", (response) => sendJson(response, {}, 429), "model.busy", false],
    ["fails", (response) => sendJson(response, {}, 500), "model.busy", false],
    ["sends garbage", (response) => response.writeHead(200).end(KEY), "model.bad_answer", true],
    ["breaks off", (response) => void response.socket?.destroy(), "model.no_answer", true],
  ])(
    "the failure of an endpoint that %s is recorded and delays nothing",
    async (_, script, code, mayCost) => {
      const { deps } = await stage(script, {}, { store: "sqlite" });
      await deps.turn("Always run the linter first.", "s1");
      const { failed, findings } = await ask(deps, await asking(deps));
      expect(findings).toEqual([]);
      expect(failed).toMatchObject([{ type: "model.failed", session: "s1", payload: { code } }]);
      const day = await spent(deps);
      expect(Number(day?.micro_usd) > 0).toBe(mayCost);
      expect(day).toMatchObject({ calls: 1, failed: 1, problem: { code } });
      expect(await modelStatus(deps)).toMatchObject({
        failed_today: 1,
        problem: expect.stringMatching(/\S/),
      });
      expect(JSON.stringify(await eventsOf(deps))).not.toContain(KEY);
      await deps.close();
      expect(readFileSync(deps.databaseFile).includes(KEY)).toBe(false);
    },
  );
});

describe("the spending limit", () => {
  const DEAR = { usd_per_million_in: 0, usd_per_million_out: 100 } as const;
  const MOST = 0.8192;

  test("a question that could exceed it is not asked, and the tape has the reason", async () => {
    const { deps, at } = await stage(says(GOOD), { ...DEAR, usd_per_day: 0.8191 });
    await deps.turn("Always run the linter first.", "s1");
    const { failed } = await ask(deps, await asking(deps));
    expect(at.heard).toEqual([]);
    expect(failed).toMatchObject([
      { type: "model.failed", payload: { code: "model.cap_reached", cost_usd: 0 } },
    ]);
    expect((await modelStatus(deps))?.problem).toMatch(
      /^The model was not called: the limit of \$0.8191 a day is reached/,
    );
    expect(await spent(deps)).toMatchObject({ calls: 0, failed: 1, micro_usd: 0 });
  });

  test("costs count until the end of the day in UTC", async () => {
    const { deps, at } = await stage(says(GOOD), { ...DEAR, usd_per_day: MOST + 0.005 });
    for (const session of ["s1", "s2"]) await deps.turn("Always run the linter first.", session);
    await ask(deps, await asking(deps, "s1"));
    expect(await spent(deps)).toMatchObject({ micro_usd: 10_000 });
    expect((await ask(deps, await asking(deps, "s2"))).failed).toHaveLength(1);
    expect(at.heard).toHaveLength(1);
    deps.later(15 * 60 * 60 * 1000);
    expect((await ask(deps, await asking(deps, "s2"))).failed).toHaveLength(0);
    expect(at.heard).toHaveLength(2);
    expect(await spent(deps, "2030-01-02")).toMatchObject({ calls: 1, micro_usd: 10_000 });
  });

  test("a reply without token counts is counted at the highest possible cost", async () => {
    const { deps } = await stage(says(GOOD, {}), DEAR);
    await deps.turn("Always run the linter first.", "s1");
    await ask(deps, await asking(deps));
    expect(await spent(deps)).toMatchObject({ micro_usd: MOST * 1_000_000 });
  });

  test("many workers at the same time stay below it together", async () => {
    const sessions = Array.from({ length: 8 }, (_, n) => `s${n}`);
    // The model answers only when each worker has asked or was refused, so that all questions are open at the same time.
    let [refused, answer] = [0, (): void => {}];
    const allDecided = new Promise<void>((done) => {
      answer = done;
    });
    const decide = (): void => {
      if (at.heard.length + refused === sessions.length) answer();
    };
    const { deps, at } = await stage(
      async (response, heard) => {
        decide();
        await allDecided;
        await says(GOOD)(response, heard);
      },
      { ...DEAR, usd_per_day: 3 * MOST + 0.01 },
      { store: "sqlite" },
    );
    for (const session of sessions) await deps.turn("Always run the linter first.", session);
    const others = await Promise.all(
      sessions.map((seed) => testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed })),
    );
    const results = await Promise.all(
      others.map(async (other, n) => {
        const read = await ask(withModel(other, at, deps.config.model), await asking(other, `s${n}`));
        if (read.findings.length === 0) refused += 1;
        decide();
        return read;
      }),
    );
    expect(at.heard).toHaveLength(3);
    expect(results.filter(({ findings }) => findings.length === 0)).toHaveLength(5);
    expect(await spent(deps)).toMatchObject({ calls: 3, micro_usd: 30_000 });
  });

  test("a question of a worker that died is counted at the highest possible cost", async () => {
    const { deps } = await stage(says(GOOD), DEAR);
    await deps.turn("Always run the linter first.", "s1");
    const dying = {
      ...deps,
      crashPoint: () => {
        throw new Error("killed");
      },
    };
    await expect(ask(dying, await asking(deps))).rejects.toThrow("killed");
    expect(await spent(deps)).toMatchObject({ calls: 1, answered: 0, micro_usd: MOST * 1_000_000 });
  });

  test("forgetting a question does not block the next one", async () => {
    const { deps, at } = await stage(says(GOOD));
    await deps.turn("Always run the linter first.", "s1");
    await ask(deps, await asking(deps));
    const [asked] = await eventsOf(deps);
    await forget(deps, { id: String(asked?.position) });
    await deps.turn("Something else to read.", "s2");
    await ask(deps, await asking(deps, "s2"));
    expect(at.heard).toHaveLength(2);
    expect(await spent(deps)).toMatchObject({ calls: 2, answered: 2, micro_usd: 2400 });
  });
});

describe("several sessions", () => {
  test("are sent in one question, and each gets its own part of the answer", async () => {
    const answer = JSON.stringify({
      statements: [
        found(),
        found({ text: "Deploys: on Mondays", quotes: [{ turn: 2, words: "We deploy on Mondays." }] }),
      ],
    });
    const { deps, at } = await stage(says(answer));
    await deps.turn("Always run the linter first.", "s1");
    await deps.turn("We deploy on Mondays.", "s2");
    const askings = [await asking(deps, "s1"), await asking(deps, "s2")];
    await askModel(deps, askings);
    expect(at.heard).toHaveLength(1);
    expect(await spent(deps)).toMatchObject({ calls: 1, answered: 1, micro_usd: 1200 });
    const [first, second] = await Promise.all(askings.map((each) => modelReading(deps, each)));
    expect(first?.findings).toMatchObject([{ text: "Always run the linter first.", evidence: [1] }]);
    expect(second?.findings).toMatchObject([{ text: "Deploys: on Mondays", evidence: [2] }]);
  });
});

describe("the cap on calls", () => {
  test("applies also to calls that cost nothing", async () => {
    const { deps, at } = await stage(says(GOOD), {
      usd_per_million_in: 0,
      usd_per_million_out: 0,
      calls_per_day: 1,
    });
    for (const session of ["s1", "s2"]) await deps.turn("Always run the linter first.", session);
    expect((await ask(deps, await asking(deps, "s1"))).findings).toHaveLength(1);
    const { failed, findings } = await ask(deps, await asking(deps, "s2"));
    expect(failed).toMatchObject([{ payload: { code: "model.cap_reached" } }]);
    expect(findings).toEqual([]);
    expect(at.heard).toHaveLength(1);
  });
});
