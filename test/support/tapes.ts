import fc from "fast-check";
import {
  DOCUMENT_EVENTS,
  documentSubject,
  removalKey,
  versionKey,
} from "../../src/core/documents/document.ts";
import { RATINGS, type RatingWord, rateItem } from "../../src/core/freshness/ratings.ts";
import { fingerprint } from "../../src/core/items/fingerprint.ts";
import { type Item, isItemAct } from "../../src/core/items/item.ts";
import { FORGOTTEN } from "../../src/core/items/items-view.ts";
import { KIND_NAMES, type KindName, kindOf } from "../../src/core/items/kinds.ts";
import {
  type Act,
  createItem,
  promote,
  removeItem,
  restateItem,
  transitionItem,
  undoAct,
  updateItem,
} from "../../src/core/items/life.ts";
import { isLiveUnit } from "../../src/core/items/live-unit.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import type { Draft, StoredEvent } from "../../src/core/tape/event.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import { sha256, TEST_START, testWriter } from "../../src/testing/fakes.ts";
import { itemIn } from "./item-events.ts";

/** One write to a store: events that are recorded together, and the ids of the events that it erases. */
export type Write = { readonly events: readonly Draft[]; readonly erase: readonly string[] };

/** A random step. Its numbers select among the existing items or events, so that every step makes sense. */
type Step =
  | {
      readonly do: "create";
      readonly kind: KindName;
      readonly text: string;
      readonly topic: string;
      readonly sure: number;
    }
  | { readonly do: "update"; readonly which: number; readonly text: string }
  | { readonly do: "move"; readonly which: number; readonly to: number }
  | {
      readonly do:
        | "remove"
        | "undo"
        | "redo"
        | "again"
        | "promote"
        | "forget"
        | "forget turn"
        | "forget document";
      readonly which: number;
    }
  | { readonly do: "rate"; readonly which: number; readonly rating: RatingWord }
  /** Without a text, the step deletes the document. */
  | { readonly do: "document"; readonly path: string; readonly text: string | undefined }
  | { readonly do: "turn"; readonly session: string; readonly text: string }
  | { readonly do: "session"; readonly session: string; readonly isEnd: boolean };

type Timed = { readonly step: Step; readonly at: number; readonly agent: string };

/** A small set of texts, so that statements repeat; many scripts, so that nothing depends on ASCII. */
const TEXTS = [
  "We build with pnpm",
  "we build with PNPM!",
  "Use JWT",
  "名前は日本語",
  "🦀 für den Käfer",
  'a\nb "c"',
  "שלום",
];
const text = fc.constantFrom(...TEXTS);
const which = fc.nat(50);
const session = fc.constantFrom("s1", "s2", "sitzung-ü");

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      kind: fc.constantFrom(...KIND_NAMES),
      text,
      topic: fc.constantFrom("build", "auth", ""),
      sure: fc.constantFrom(0, 0.5, 1),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("update" as const), which, text }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), which, to: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom("undo", "redo", "again", "remove", "promote"), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("rate" as const), which, rating: fc.constantFrom(...RATINGS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("forget", "forget turn", "forget document"), which }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("turn" as const), session, text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("document" as const),
      path: fc.constantFrom("README.md", "docs/größe.md"),
      text: fc.option(text, { nil: undefined, freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("session" as const), session, isEnd: fc.boolean() }) },
);

/** Adds a day and an agent to each step. Days are in any order, because positions do not depend on clocks. */
const timed = fc.record({
  step,
  at: fc.integer({ min: -400, max: 400 }),
  agent: fc.constantFrom("codex", "claude"),
});

/** Random tapes of realistic acts, turns and forgets, as the writes that make them. */
export function tapes(maxLength = 30): fc.Arbitrary<readonly Write[]> {
  return fc.array(timed, { maxLength }).map(writesOf);
}

/** The same without forgets, for tests that do not concern erased events. */
export function plainTapes(maxLength = 30): fc.Arbitrary<readonly Write[]> {
  const stays = timed.filter(({ step }) => !step.do.startsWith("forget"));
  return fc.array(stays, { maxLength }).map(writesOf);
}

type Story = {
  readonly tape: StoredEvent[];
  readonly ids: () => readonly string[];
  readonly history: (id: string) => StoredEvent[];
};

/** Turns steps into events through the core's own decisions. Steps without an item or event to act on are skipped. */
function writesOf(steps: readonly Timed[]): readonly Write[] {
  const tape: StoredEvent[] = [];
  const story: Story = {
    tape,
    ids: () => [...new Set(tape.filter(isStanding).flatMap((event) => event.subject ?? []))],
    history: (id) => tape.filter((event) => event.subject === id),
  };
  const writes: Write[] = [];
  for (const { step, at, agent } of steps) {
    const write = writeOf(step, story, { at: TEST_START + at * 86_400_000, agent });
    if (!write) continue;
    writes.push(write);
    for (const draft of write.events)
      tape.push({ ...draft, position: tape.length + 1, payloadHash: "", hash: "" });
    for (const [index, event] of tape.entries()) {
      if (write.erase.includes(event.id)) tape[index] = { ...event, payload: null };
    }
  }
  return writes;
}

const isStanding = ({ payload, type }: StoredEvent): boolean => payload !== null && isItemAct(type);

type When = { readonly at: number; readonly agent: string };

function writeOf(step: Step, story: Story, when: When): Write | undefined {
  const facts = factsOf(step, story, when.at);
  if (!facts) return undefined;
  const { erase = [], ...said } = facts;
  const number = String(story.tape.length + 1).padStart(4, "0");
  const draft: Draft = {
    ...said,
    id: `evt_${number}`,
    version: 1,
    at: when.at,
    recordedAt: when.at + 1,
    writer: { ...testWriter, agent: when.agent },
  };
  return { events: [checkDraft(draft)], erase };
}

type Facts = Pick<Draft, "type" | "payload"> &
  Partial<Pick<Draft, "session" | "subject" | "key">> & { readonly erase?: readonly string[] };

function factsOf(step: Step, story: Story, at: number): Facts | undefined {
  switch (step.do) {
    case "turn":
      return { type: "turn.recorded", session: step.session, payload: { role: "user", text: step.text } };
    case "session":
      return { type: step.isEnd ? "session.ended" : "session.started", session: step.session, payload: {} };
    case "create":
      return createItem(step.kind, fieldsOf(step), { id: newId(step.kind, story), at, now: at });
    case "document":
      return documentOf(step, story);
    case "forget document":
      return forgetOne(DOCUMENT_EVENTS.seen, story, step.which);
    case "forget turn":
      return forgetOne("turn.recorded", story, step.which);
    case "forget":
      return forgetItem(story, step.which);
    default:
      return actOf(step, story, at);
  }
}

function newId(kind: KindName, { tape }: Story): string {
  return `${kindOf(kind).prefix}_${String(tape.length + 1).padStart(4, "0")}`;
}

function fieldsOf({ kind, text, topic, sure }: Extract<Step, { do: "create" }>): Record<string, unknown> {
  const { fields } = kindOf(kind);
  const joins = { newer: "fct_0002", older: "fct_0001", relation: "replaces" };
  const given = { topic: topic || undefined, confidence: sure, proposes: "fact", ...joins };
  return {
    text,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(fields, name))),
  };
}

type ActStep = Extract<Step, { readonly which: number }>;

function actOf(step: ActStep, story: Story, at: number): Act | undefined {
  const ids = story.ids();
  const id = ids[step.which % ids.length];
  const history = story.history(id ?? "");
  const last = history.findLast((event) => event.payload !== null);
  if (!last) return undefined;
  const item = itemIn(last);
  if (step.do === "undo" || step.do === "redo") return undoAct(upcastAll(history), step.do, at);
  if (item.removed) return undefined;
  if (step.do === "update") return updateItem(item, { text: step.text }, at);
  if (step.do === "again") return restateItem(item, { confidence: 0.9 }, { at, now: at, isNews: true });
  if (step.do === "remove") return removeItem(item, at);
  if (step.do === "rate")
    return isLiveUnit(item) ? rateItem(item, { rating: step.rating, by: "claude", now: at }) : undefined;
  if (step.do === "move") return moveOf(item, step.to, at);
  if (item.kind !== "candidate" || item.status !== "accepted") return undefined;
  return promote(item, { id: newId("fact", story), now: at });
}

function moveOf(item: Item, to: number, at: number): Act | undefined {
  const open = kindOf(item.kind).moves[item.status] ?? [];
  const next = open[to % open.length];
  return next === undefined ? undefined : transitionItem(item, next, { reason: "it was time", now: at });
}

/** The event that the worker would record for a document: only if its text changed, and a deletion only if it existed. */
function documentOf({ path, text }: Extract<Step, { do: "document" }>, story: Story): Facts | undefined {
  const subject = documentSubject(path);
  const last = story.history(subject).at(-1);
  const seen = last?.type === DOCUMENT_EVENTS.seen ? last : undefined;
  if (text === undefined) {
    if (!seen?.payload) return undefined;
    return { type: DOCUMENT_EVENTS.gone, subject, key: removalKey(path, seen.id), payload: { path } };
  }
  const whole = `Before.\n\n# ${text}\n\n${text}\n\n## Below\n\n${text}`;
  const hash = sha256(whole);
  if (seen?.payload?.hash === hash) return undefined;
  const payload = { path, hash, title: text, text: whole };
  return { type: DOCUMENT_EVENTS.seen, subject, key: versionKey(path, hash, last?.id), payload };
}

function forgetOne(type: string, { tape }: Story, which: number): Facts | undefined {
  const events = tape.filter((event) => event.type === type && event.payload !== null);
  const event = events[which % events.length];
  return event && forgetting([event.id], [], []);
}

function forgetItem(story: Story, which: number): Facts | undefined {
  const ids = story.ids();
  const id = ids[which % ids.length];
  if (id === undefined) return undefined;
  const acts = story.history(id).filter((event) => event.payload !== null);
  const prints = acts.map(itemIn).map(({ kind, topic, text }) => fingerprint(sha256, { kind, topic, text }));
  return forgetting(
    acts.map((event) => event.id),
    [id],
    [...new Set(prints)],
  );
}

function forgetting(
  events: readonly string[],
  items: readonly string[],
  tombstones: readonly string[],
): Facts {
  return { type: FORGOTTEN, payload: { events, items, tombstones }, erase: events };
}
