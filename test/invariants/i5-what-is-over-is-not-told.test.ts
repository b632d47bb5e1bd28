import fc from "fast-check";
import { expect, test } from "vitest";
import { buildBundle, bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { wordsOf } from "../../src/core/bundle/thread-text.ts";
import { type Item, isItemAct } from "../../src/core/items/item.ts";
import { kindOf } from "../../src/core/items/kinds.ts";
import { BRIEF_KINDS } from "../support/bundles.ts";
import { itemIn } from "../support/item-events.ts";
import { holds } from "../support/property.ts";
import { tapes, type Write } from "../support/tapes.ts";
import { type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";
import { put } from "../support/views.ts";

const RECALL_MAX = 200;
const QUESTIONS = ["build", "jwt", "we build with pnpm", "日本語", "käfer", "שלום", "b c"];

/** The statuses of ended items, listed here instead of read from the registry, so that the test checks the registry. */
const OVER = "superseded resolved expired rejected accepted done dropped closed dismissed".split(" ");

/** Kinds that wait for a decision: they are listed for review and never recalled. */
const UNRECALLED: readonly string[] = ["candidate", "edge", "insight"];

/** Computes from the tape alone which items are live and which have ended. An accepted handoff is still live. */
function fates(writes: readonly Write[]): { readonly live: Item[]; readonly over: string[] } {
  const last = new Map<string, Item>();
  const events = writes.flatMap((write) => write.events);
  const erased = new Set(writes.flatMap((write) => write.erase));
  const forgotten = events.flatMap(({ type, payload }) =>
    type === "payload.forgotten" ? (payload.items as string[]) : [],
  );
  for (const event of events) {
    const isAct = isItemAct(event.type);
    if (!isAct || event.subject === undefined || erased.has(event.id)) continue;
    last.set(event.subject, itemIn({ ...event, position: 0, payloadHash: "", hash: "" }));
  }
  const isOver = ({ kind, status, removed }: Item): boolean =>
    removed === true || (OVER.includes(status) && !(kind === "handoff" && status === "accepted"));
  const items = [...last.values()];
  const over = [...items.filter(isOver).map(({ id }) => id), ...forgotten];
  return { live: items.filter(({ id }) => !over.includes(id)), over };
}

type Told = {
  readonly recalled: Set<string>;
  readonly brief: string;
  readonly page: string;
  /** Ids of all candidate lines of the context and action bundles. */
  readonly candidates: Set<string>;
};

/** Recalls by every question, and builds the largest brief, the working memory and the candidates of other bundles. */
async function collectOutputs(deps: TestMemory): Promise<Told> {
  const recalled = new Set<string>();
  for (const query of QUESTIONS) {
    const { hits } = await recall(deps, { query, k: RECALL_MAX });
    for (const { id } of hits) recalled.add(id);
  }
  const candidates = new Set<string>();
  for (const query of QUESTIONS)
    for (const intent of ["context", "action"] as const) {
      const asked = { query, command: query, error: query, paths: [query] };
      const built = await buildBundle(deps, intent, { budget: 8000, ...asked });
      for (const { id } of built.candidates) candidates.add(id);
    }
  await deps.turn("hello", "reader");
  const { text: page } = await working(deps, { session: "reader" });
  return { recalled, candidates, brief: (await bundle(deps, "brief", { budget: 8000 })).text, page };
}

async function holdsIn(store: StoreName, writes: readonly Write[]): Promise<void> {
  const deps = await testMemory({ store });
  for (const write of writes) await put(deps.store, write);
  const { live, over } = fates(writes);
  const { recalled, brief, page, candidates } = await collectOutputs(deps);
  const rows = await deps.store.views.rows(deps.views.items, [...live.map(({ id }) => id), ...over]);
  expect(over.filter((id) => recalled.has(id) || candidates.has(id))).toEqual([]);
  for (const id of over) {
    const label = rows.get(id)?.label;
    if (label === undefined) continue;
    expect(brief).not.toContain(`[${label}, `);
    expect(page).not.toMatch(new RegExp(`\\[${label}[\\],]`));
  }
  // Live items must be told, so that a program that tells nothing would fail.
  const words = new Set(live.filter(({ id }) => recalled.has(id)).map(({ text }) => wordsOf(text)));
  for (const { id, kind, text } of live) {
    // The same words are one hit, whichever item they stand in.
    expect(recalled.has(id) || words.has(wordsOf(text))).toBe(
      !UNRECALLED.includes(kind) || words.has(wordsOf(text)),
    );
    // A doubtful note appears only by its label, among the doubts.
    if (BRIEF_KINDS.includes(kind)) expect(brief).toMatch(new RegExp(`\\[${rows.get(id)?.label}[\\],]`));
    expect(kindOf(kind).live).toContain(rows.get(id)?.status);
  }
  await deps.close();
}

test("in memory, ended items are neither recalled nor told, and all live items are", () =>
  holds(
    fc.asyncProperty(tapes(), (writes) => holdsIn("memory", writes)),
    150,
  ));

test("on disk, ended items are neither recalled nor told, and all live items are", () =>
  holds(
    fc.asyncProperty(tapes(), (writes) => holdsIn("sqlite", writes)),
    25,
  ));
