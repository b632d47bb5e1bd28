import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { advance } from "../../src/app/runtime/advance.ts";
import { depsAt, memoryAt } from "../../src/app/tape/memory-at.ts";
import { tapePage } from "../../src/app/tape/tape-page.ts";
import { shownLine, shownText } from "../../src/dashboard/parts/shown-text.ts";
import { wordDiff } from "../../src/dashboard/parts/word-diff.ts";
import { briefLine, reasonForLine } from "../../src/dashboard/views/brief-lines.ts";
import { commandLine } from "../../src/surfaces/verbs/command-line.ts";
import { fateReason } from "../../src/surfaces/verbs/fate-reasons.ts";
import { scenario } from "../scenarios/scenario.ts";
import { fillShop } from "../support/shop-memory.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** A memory with the events of another one up to a position. */
async function endedMemory(deps: TestMemory, position: number): Promise<TestMemory> {
  const past = await testMemory();
  const { events } = await deps.store.events.read(0, position);
  await past.store.tape.merge({ events, positionHere: (at) => at, erase: [] });
  past.later((events.at(-1)?.recordedAt ?? 0) - past.clock.now());
  return past;
}

const ASKED = { brief: true, limit: 500, offset: 0 } as const;

scenario("dashboard.as-of", async () => {
  const deps = await testMemory();
  await fillShop(deps);
  const { position: end } = await deps.store.tape.end();
  for (let position = 1; position <= end; position += 5) {
    const past = await endedMemory(deps, position);
    await advance({ events: past.store.events, space: past.store.views, view: past.views.items });
    const built = await past.store.views.scan(past.views.items, "", 1000);
    const then = depsAt(deps, position, past.clock.now());
    await advance({ events: then.store.events, space: then.store.views, view: then.views.items });
    const rows = await then.store.views.rows(
      then.views.items,
      built.map(({ key }) => key),
    );
    const real = await past.store.views.rows(
      past.views.items,
      built.map(({ key }) => key),
    );
    expect(rows).toEqual(real);
    const shown = await memoryAt(deps, { position, ...ASKED });
    const told = await bundle({ ...past, config: then.config, contextFiles: then.contextFiles }, "brief", {});
    expect([position, shown.brief?.text]).toEqual([position, told.text]);
  }
  const last = await memoryAt(deps, { position: end, ...ASKED });
  expect(last.since).toEqual({ same: last.total, changed: 0, ended: 0, added: 0 });
  await expect(memoryAt(deps, { position: end + 1, ...ASKED })).rejects.toThrow(`the tape ends at ${end}`);
  expect((await deps.store.tape.end()).position).toBe(end);
});

test("the program's own events are listed with a text for people", async () => {
  const deps = await testMemory();
  await fillShop(deps);
  const [first] = (await deps.store.events.read(0, 1)).events;
  const told = { up_to: { position: 1, hash: first?.hash ?? "" }, items: 3 };
  await deps.put({ type: "delta.given", session: "refunds-3", payload: told });
  await deps.put({ type: "thread.linked", payload: { links: [] } });
  const { events } = await tapePage(deps, { limit: 200, timeline: false });
  const said = (type: string): string[] =>
    events.filter((event) => event.type === type).map(({ text }) => text);
  expect(said("delta.given")).toEqual(["changes told: 3"]);
  expect(said("thread.linked")).toEqual(["links to earlier statements: 0"]);
  expect(said("session.read")).toContain("turns read: 5");
});

test("words that only one of two statements has are marked", () => {
  const { older, newer } = wordDiff(
    "Receipts are sent by the checkout service.",
    "Receipts are sent by a worker.",
  );
  expect(older.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual([
    " the checkout service.",
  ]);
  expect(newer.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual([" a worker."]);
  expect(older.map(({ text }) => text).join("")).toBe("Receipts are sent by the checkout service.");
  const apart = wordDiff("Never commit to main directly.", "We use MySQL for the orders.");
  expect([...apart.older, ...apart.newer].filter(({ isChanged }) => isChanged)).toEqual([]);
});

test("a command quotes all characters that a shell interprets", () => {
  expect(commandLine({ verb: "review", options: { accept: ["cnd#1", "cnd#2"] } })).toBe(
    "tidemark review --accept cnd#1 --accept cnd#2",
  );
  expect(commandLine({ verb: "update", words: ["dec#1"], options: { text: "it's $(rm -rf /) `x`" } })).toBe(
    `tidemark update dec#1 --text 'it'\\''s $(rm -rf /) \`x\`'`,
  );
});

test("invisible characters are shown as their code points", () => {
  expect(shownText("a\u202eb\u001b[31mc\u200bd\n")).toBe("a\\u{202e}b\\u{1b}[31mc\\u{200b}d\n");
  expect(shownText("a\u061cb\u00adc\u3164\u{e0041}")).toBe("a\\u{61c}b\\u{ad}c\\u{3164}\\u{e0041}");
  expect(shownText("\u2764\ufe0f \u{1f468}\u200d\u{1f469} \u06a9\u200c\u0647")).toBe(
    "\u2764\ufe0f \u{1f468}\u200d\u{1f469} \u06a9\u200c\u0647",
  );
  expect(shownLine("x".repeat(5000), 10)).toBe(`${"x".repeat(9)}…`);
});

test("a line of a brief is parsed into text, labels and source", () => {
  expect(briefLine("- Prices are in cents. [dec#1, con#2, user, 2026-11-14]")).toEqual({
    text: "Prices are in cents.",
    labels: ["dec#1", "con#2"],
    source: "user, 2026-11-14",
  });
  expect(briefLine("- See [docs] there")).toEqual({ text: "See [docs] there", labels: [], source: "" });
});

test("a line of a brief gives the reason why it is there, and a marked line the reason for its mark", () => {
  expect(reasonForLine("decisions", "Prices are in cents.")).toBe("Decision in force");
  expect(reasonForLine("decisions", "Receipts are mailed (perhaps replaced by dec#3)")).toMatch(/^Marked: /);
  expect(fateReason("joined")).toBe("told on another line");
  expect(fateReason("unread")).toBe("left out: there are too many of its kind");
});
