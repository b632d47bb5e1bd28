import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { SESSION_EVENTS } from "../../src/core/sessions/sessions-view.ts";
import type { Commit, Store } from "../../src/ports/store.ts";
import { type SimulationStore, simulateSeeds } from "./seeds.ts";
import { type Parts, REAL_PARTS } from "./simulate.ts";
import { inMemory, onPostgres, onSqlite } from "./stores.ts";

/** A planted bug, and the words by which the simulation must report it. */
type PlantedBug = {
  readonly where: string;
  readonly finds: RegExp;
  readonly parts?: Partial<Parts>;
  readonly wrapStore?: (store: Store) => Store;
};

/** The reports about a turn that no worker read: no fact, or an earlier value of its subject. */
const UNREAD_TURN = /a stated fact is kept 0 times|tells .* as \d+, and \d+ was said last/s;

const BUGS: readonly PlantedBug[] = [
  {
    where: "the tape acknowledges what it did not write",
    finds: /acknowledged event is there 0 times/,
    wrapStore: (store) => ({ ...store, tape: { ...store.tape, enqueue: async () => {} } }),
  },
  {
    where: "the worker notes a session as read and loses what it found",
    finds: UNREAD_TURN,
    parts: {
      tick: (deps) =>
        REAL_PARTS.tick(deps, { distil: async () => ({ events: [], expect: new Map(), skipped: 0 }) }),
    },
  },
  {
    where: "the worker notes turns as read that were recorded while it read",
    finds: UNREAD_TURN,
    wrapStore: (store) => ({
      ...store,
      tape: { ...store.tape, commit: (commit) => store.tape.commit(readToTheEnd(commit)) },
    }),
  },
  {
    where: "the cursor of an agent does not move",
    finds: /is told again from/,
    parts: { resume: (deps, input) => REAL_PARTS.resume(deps, { ...input, ack: false }) },
  },
  {
    where: "the bundle tells items that have ended",
    finds: /tells an ended item/,
    parts: {
      bundle: async (deps, intent, input) => {
        const told = await REAL_PARTS.bundle(deps, intent, input);
        const { items } = await find(deps, { kind: "decision", status: "resolved", limit: 50, offset: 0 });
        return { ...told, text: [told.text, ...items.map(({ text }) => `- ${text}`)].join("\n") };
      },
    },
  },
  {
    where: "a thread is told by its earlier statement",
    finds: /tells an earlier statement before a later one|tells .* as \d+, and \d+ was said last/s,
    parts: {
      bundle: async (deps, intent, input) => {
        const told = await REAL_PARTS.bundle(deps, intent, input);
        const text = told.text.replace(/^- (.*?); earlier: (.*?), \d{4}.*$/gmu, "- $2; earlier: $1");
        return { ...told, text };
      },
    },
  },
  {
    where: "a sync of the active context leaves a section out",
    finds: /the active context is invalid/,
    parts: {
      contextSync: async (deps, input) => {
        const synced = await REAL_PARTS.contextSync(deps, input);
        const file = join(deps.project.root, "ai_memory/active_context.md");
        writeFileSync(file, readFileSync(file, "utf8").replace(/^## Quick Resume$/m, ""));
        return synced;
      },
    },
  },
];

/** Moves the checkpoint of a reading past unread turns. The view caps the checkpoint at the position of the event. */
const readToTheEnd = (commit: Commit): Commit => ({
  ...commit,
  events: commit.events.map((event) =>
    event.type === SESSION_EVENTS.read
      ? { ...event, payload: { ...event.payload, up_to: Number.MAX_SAFE_INTEGER } }
      : event,
  ),
});

/** Enough seeds for each bug to show; most show within ten. */
const SEEDS = 150;

/** On a server a seed takes ten times as long as in memory, so only the long run looks for the bugs there. */
const STORES: readonly (readonly [name: string, newStore: () => SimulationStore])[] = [
  ["in memory", inMemory],
  ["on SQLite", onSqlite],
  ...(process.env.TIDEMARK_LONG === "1" ? [["on PostgreSQL", onPostgres] as const] : []),
];

const PLANTED = STORES.flatMap(([store, newStore]) => BUGS.map((bug) => ({ ...bug, store, newStore })));

test.each(PLANTED)(
  "the simulation $store finds it when $where",
  async ({ finds, newStore, parts = {}, wrapStore }) => {
    const options = { parts, ...(wrapStore ? { wrapStore } : {}) };
    const [first = "nothing found"] = await simulateSeeds({
      ...{ from: 1, count: SEEDS, isFirstEnough: true },
      newStore,
      options,
    });
    expect(first).toMatch(finds);
    // The seed in the message reproduces the same steps and the same violation.
    const from = Number(/^seed (\d+):/.exec(first)?.[1]);
    expect(await simulateSeeds({ from, count: 1, newStore, options })).toEqual([first]);
  },
);
