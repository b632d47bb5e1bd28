import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveBundle, ledgerList, ledgerShow } from "../../src/app/briefing/ledger.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { create } from "../../src/app/items/create.ts";
import { find } from "../../src/app/items/find.ts";
import { rate } from "../../src/app/items/rate.ts";
import { show } from "../../src/app/items/show.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { readCursor } from "../../src/app/resume/cursor.ts";
import { resume } from "../../src/app/resume/resume.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { rebuild } from "../../src/app/upkeep/rebuild.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import type { Payload, Position, StoredEvent } from "../../src/core/tape/event.ts";
import { ledgerShowVerb } from "../../src/surfaces/verbs/bundle-verbs.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";
import { keepUp } from "../support/views.ts";

const STORES: readonly StoreName[] = ["memory", "sqlite"];

type Told = { readonly topic: string; readonly session: string; readonly seed: string };

/** A memory with history: sessions that were read, units with evidence, a ledger, a cursor, ratings and an undo. */
async function memoryWithHistory(store: StoreName, { topic, session, seed }: Told): Promise<TestMemory> {
  const deps = await testMemory({ store, seed });
  for (let n = 0; n < seed.length; n++)
    await deps.turn(`Small talk number ${n} about ${topic}`, `chat-${seed}`);
  await deps.put({ type: "session.started", session, payload: {} });
  await deps.turn(`Let's go with PostgreSQL for the ${topic} store.`, session);
  await deps.turn(`From now on always run the ${topic} tests with pnpm.`, session);
  await deps.put({ type: "session.ended", session, payload: {} });
  await tick(deps);
  await deps.turn(`Let's switch the ${topic} store to SQLite instead.`, `${session}-2`);
  await deps.put({ type: "session.ended", session: `${session}-2`, payload: {} });
  await tick(deps);
  const { items } = await find(deps, { kind: "decision", limit: 10, offset: 0 });
  const [first] = items;
  if (!first) throw new Error("nothing was distilled");
  const turn = first.evidence?.[0] ?? 0;
  await rate(deps, "helpful", { id: first.id, evidence: `turn@${turn}` });
  await create(deps, { kind: "fact", text: `The ${topic} store is small`, evidence: [turn] });
  await transition(deps, { id: first.id, status: "resolved" });
  await undo(deps, { id: first.id, redo: false });
  await giveBundle(deps, "context", {
    query: `Which store does the ${topic} use?`,
    session: `${session}-3`,
  });
  await resume(deps, { ack: true });
  await deps.put(...conclusions(turn, session));
  return deps;
}

/** Events that only a model or an active context records. */
function conclusions(turn: Position, session: string) {
  const about = {
    provider: "p",
    model: "m",
    prompt_version: 1,
    mode: "shadow",
    input_hash: "h",
    day: "2030-01-01",
  };
  const finding = {
    kind: "fact",
    text: "Something",
    certainty: "explicit",
    confidence: 0.5,
    topic: "t",
    at: 0,
    evidence: [turn],
    origin: "user",
  };
  return [
    {
      type: "model.answered",
      session,
      payload: {
        ...about,
        after: turn - 1,
        up_to: turn,
        asked: `evt_${session}`,
        findings: [finding],
        dropped: 0,
        tokens_in: 1,
        tokens_out: 1,
        cost_usd: 0,
        applied: false,
        reason: "shadow",
      },
    },
    { type: "context.session_written", session, payload: { task: "t", up_to: turn } },
  ];
}

const A = { topic: "billing", session: "ses_a", seed: "a" };
const B = { topic: "search", session: "ses_b", seed: "bb and more" };

async function merged(from: TestMemory, into: TestMemory): Promise<void> {
  const dir = join(freshMemoryDir(), "export");
  await exportTo(from, { dir });
  await importFrom(into, { path: dir });
}

async function tapeOf(deps: TestMemory): Promise<readonly StoredEvent[]> {
  return (await deps.store.events.read(0, 10_000)).events;
}

/** Every place that a payload names, in the test's own terms: the path of the field, and the position. */
function placesIn(value: unknown, path = ""): [string, Position][] {
  if (Array.isArray(value)) return value.flatMap((each) => placesIn(each, path));
  if (typeof value === "object" && value !== null)
    return Object.entries(value as Payload).flatMap(([name, inner]) => placesIn(inner, `${path}.${name}`));
  if (/\.(evidence|undoes|after|mark)$|^\.up_to$/.test(path) && typeof value === "number")
    return [[path, value]];
  const position = /(evidence|candidates\.id)$/.test(path)
    ? /^(?:turn|commit)@(\d+)$/.exec(String(value))
    : null;
  return position ? [[path, Number(position[1])]] : [];
}

/** The events to which each event refers, by their ids. This must be the same on every tape. */
async function referencesById(deps: TestMemory): Promise<Map<string, readonly string[]>> {
  const events = await tapeOf(deps);
  const idAt = (position: Position) => (position === 0 ? "start" : (events[position - 1]?.id ?? "nothing"));
  return new Map(
    events.map(({ id, payload }) => [id, placesIn(payload).map(([path, at]) => `${path} ${idAt(at)}`)]),
  );
}

const sessionOf = async (deps: TestMemory, id: string): Promise<SessionRow> => {
  await catchUp(deps, "sessions");
  return (await deps.store.views.rows(deps.views.sessions, [id])).get(id) as unknown as SessionRow;
};

const textsOf = async (deps: TestMemory): Promise<string[]> =>
  (await find(deps, { limit: 500, offset: 0 })).items.map(({ text }) => text).sort();

async function filesOf(deps: TestMemory): Promise<Record<string, string>> {
  const dir = join(freshMemoryDir(), "export");
  await exportTo(deps, { dir });
  return Object.fromEntries(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), "utf8")]));
}

/** Every field that contains a position, so that the test below covers all of them. */
const WAYS = [
  ".after",
  ".candidates.id",
  ".evidence",
  ".findings.evidence",
  ".item.evidence",
  ".mark",
  ".undoes",
  ".up_to",
];

scenario("import.means-the-same", async () => {
  for (const store of STORES) {
    for (const [one, other] of [
      [A, B],
      [B, A],
    ] as const) {
      const from = await memoryWithHistory(store, one);
      const into = await memoryWithHistory(store, other);
      const before = new Map([...(await referencesById(from)), ...(await referencesById(into))]);
      const ways = [...before.values()].flatMap((said) => said.map((each) => each.split(" ")[0]));
      expect([...new Set(ways)].sort()).toEqual(WAYS);
      await merged(from, into);
      expect(await referencesById(into)).toEqual(before);
      expect((await verify(into)).findings).toEqual([]);
    }
  }
});

test("the evidence of an item shows the words from which the item was made", async () => {
  const into = await memoryWithHistory("sqlite", B);
  await merged(await memoryWithHistory("sqlite", A), into);
  const { items } = await find(into, { limit: 200, offset: 0 });
  expect(items.filter(({ kind }) => kind === "edge" || kind === "insight")).toHaveLength(4);
  const resting = items.filter(({ evidence }) => evidence !== undefined);
  expect(resting.length).toBeGreaterThan(6);
  for (const { id, text } of resting) {
    const topic = [A, B].find((one) => text.includes(one.topic))?.topic ?? "?";
    const shown = await show(into, { id });
    if (!("item" in shown)) throw new Error("it is an item");
    const others = shown.relations.edges.map(({ other }) => other?.text ?? "nothing");
    expect(shown.evidence).not.toEqual([]);
    for (const words of [...shown.evidence.map((each) => each.text), ...others])
      expect([text, words]).toEqual([text, expect.stringContaining(topic)]);
  }
});

test("a session that was read before the merge stays read", async () => {
  const from = await memoryWithHistory("sqlite", A);
  const into = await memoryWithHistory("sqlite", B);
  await merged(from, into);
  const [there, here] = [await sessionOf(from, A.session), await sessionOf(into, A.session)];
  expect(here).toMatchObject({ turns: there.turns, unread: 0, due_at: null });
  expect((await tapeOf(into))[here.checkpoint - 1]?.id).toBe((await tapeOf(from))[there.checkpoint - 1]?.id);
});

test("a cursor of another tape is not used, and does not replace one of this tape", async () => {
  const from = await memoryWithHistory("memory", A);
  const into = await memoryWithHistory("memory", B);
  const before = await readCursor(into);
  expect(before.state).toBe("set");
  await merged(from, into);
  expect(await readCursor(into)).toEqual(before);
  const other = await testMemory({ seed: "other" });
  await other.turn("Small talk");
  await merged(from, other);
  expect((await readCursor(other)).state).toBe("unreadable");
  await resume(other, { ack: true });
  expect((await readCursor(other)).state).toBe("set");
});

test("a second merge changes nothing, and a merge onto a third tape and back keeps all references", async () => {
  const one = await memoryWithHistory("memory", A);
  const two = await memoryWithHistory("memory", B);
  const before = await referencesById(one);
  await merged(one, two);
  const once = await filesOf(two);
  await merged(one, two);
  expect(await filesOf(two)).toEqual(once);
  // The events go onto a third tape, and back to the first one.
  const three = await memoryWithHistory("memory", { topic: "mail", session: "ses_c", seed: "ccc" });
  await keepUp(three.store);
  await merged(two, three);
  await keepUp(three.store);
  await merged(three, one);
  const everything = await referencesById(one);
  expect(everything).toEqual(await referencesById(three));
  for (const [id, said] of before) expect(everything.get(id)).toEqual(said);
  expect((await tapeOf(one)).length).toBe((await tapeOf(three)).length);
  const { views } = await rebuild(three, {});
  expect(views.map(({ added, removed, changed }) => added + removed + changed)).toEqual(views.map(() => 0));
});

test("two memories with a common beginning can be merged", async () => {
  const one = await memoryWithHistory("memory", A);
  const two = await testMemory({ seed: "two" });
  await merged(one, two);
  for (const [deps, topic] of [
    [one, "mail"],
    [two, "maps"],
  ] as const) {
    await deps.turn(`Let's go with Redis for the ${topic} cache.`, `ses_${topic}`);
    await deps.put({ type: "session.ended", session: `ses_${topic}`, payload: {} });
    await tick(deps);
  }
  const before = new Map([...(await referencesById(one)), ...(await referencesById(two))]);
  await merged(one, two);
  expect(await referencesById(two)).toEqual(before);
  expect((await textsOf(two)).filter((text) => text.includes("Redis"))).toHaveLength(2);
});

scenario("import.same-session", async () => {
  const say = (deps: TestMemory, text: string, message: string) =>
    deps.put({
      type: "turn.recorded",
      session: "s",
      key: `turn s ${message}`,
      payload: { role: "user", text },
    });
  for (const store of STORES) {
    const [one, two] = [await testMemory({ store, seed: "1" }), await testMemory({ store, seed: "2" })];
    await one.turn("Small talk", "other");
    for (const deps of [one, two]) await say(deps, "Let's go with Redis for the cache.", "m1");
    await one.put({ type: "session.ended", session: "s", payload: {} });
    await tick(one);
    const { items } = await find(one, { kind: "decision", limit: 5, offset: 0 });
    await transition(one, { id: items[0]?.id ?? "", status: "superseded" });
    await say(one, "From now on always run the tests with pnpm.", "m2");
    await one.put({ type: "session.slept", session: "s", payload: {} });
    await tick(one);
    await say(two, "From now on never push on Fridays.", "m3");
    const known = await textsOf(one);
    await merged(one, two);
    expect(await textsOf(two)).toEqual(known);
    await tick(two);
    // Items of the other memory are not made again, not even candidates that it rejected; unread turns do make items.
    const added = (await textsOf(two)).filter((text) => !known.includes(text));
    expect(added).toEqual([expect.stringContaining("Fridays")]);
    expect(await textsOf(two)).toHaveLength(known.length + 1);
    expect(await sessionOf(two, "s")).toMatchObject({ turns: 3, unread: 0, due_at: null });
    expect((await verify(two)).findings).toEqual([]);
  }
});

test("two memories that made the same item of one session keep both items, which change independently", async () => {
  const line = { type: "turn.recorded", session: "s", key: "turn s 1" };
  const memoryPool = [await testMemory({ seed: "1" }), await testMemory({ seed: "2" })] as const;
  for (const deps of memoryPool) {
    await deps.put({ ...line, payload: { role: "user", text: "Let's go with Redis for the cache." } });
    await deps.put({ type: "session.ended", session: "s", payload: {} });
    await tick(deps);
  }
  const [one, two] = memoryPool;
  const [made] = (await find(one, { kind: "decision", limit: 5, offset: 0 })).items;
  await transition(one, { id: made?.id ?? "", status: "resolved" });
  await merged(one, two);
  const { items } = await find(two, { kind: "decision", limit: 5, offset: 0 });
  expect(items.map(({ status, evidence }) => [status, evidence]).sort()).toEqual([
    ["active", [1]],
    ["resolved", [1]],
  ]);
  expect((await tapeOf(two)).filter(({ type }) => type === "turn.recorded")).toHaveLength(1);
});

scenario("import.forgotten-there", async () => {
  const line = { type: "turn.recorded", session: "s", key: "turn s 1" };
  for (const store of STORES) {
    const [one, two] = [await testMemory({ store, seed: "1" }), await testMemory({ store, seed: "2" })];
    for (const deps of [one, two]) {
      await deps.turn("Small talk", deps === one ? "a" : "b");
      await deps.put({ ...line, payload: { role: "user", text: "Let's go with Kestrel for the cache." } });
      await deps.put({ type: "session.ended", session: "s", payload: {} });
      await tick(deps);
    }
    expect((await forget(one, { id: "turn@2" })).items).not.toEqual([]);
    const dir = join(freshMemoryDir(), "export");
    await exportTo(one, { dir });
    expect(await importFrom(two, { path: dir, dry_run: true })).toMatchObject({ forgotten: 1 });
    expect(await importFrom(two, { path: dir })).toMatchObject({ forgotten: 1 });
    expect(JSON.stringify(await tapeOf(two))).not.toContain("Kestrel");
    expect(await textsOf(two)).toEqual([]);
    expect(await importFrom(two, { path: dir })).toMatchObject({ added: 0, forgotten: 0 });
    expect((await verify(two)).findings).toEqual([]);
  }
});

test("a bundle of another tape keeps its bytes, and says that its labels are those of that tape", async () => {
  const from = await memoryWithHistory("sqlite", A);
  const into = await memoryWithHistory("sqlite", B);
  const { bundles } = await ledgerList(from, { limit: 1, offset: 0 });
  const id = bundles[0]?.id ?? "";
  const there = await ledgerShow(from, { id, why: true });
  await merged(from, into);
  const here = await ledgerShow(into, { id, why: true });
  expect([here.text, here.sha256]).toEqual([there.text, there.sha256]);
  expect(ledgerShowVerb.text(there as never, PLAIN)).not.toContain("another tape");
  expect(ledgerShowVerb.text(here as never, PLAIN)).toContain("It was made on another tape");
});
