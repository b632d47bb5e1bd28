import { contextValidate } from "../../src/app/active-context/validate.ts";
import { find } from "../../src/app/items/find.ts";
import type { ShownDelta } from "../../src/app/resume/resume.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain } from "../../src/testing/contract-drafts.ts";
import { keepUp, VIEWS, viewTexts } from "../support/views.ts";
import { MATTERS, Violation } from "./oracle.ts";
import type { Actor, Run } from "./simulate.ts";

const BRIEF_TOKENS_MAX = 1500;

function demand(isTrue: boolean, message: string): asserts isTrue {
  if (!isTrue) throw new Violation(message);
}

/** Checks invariants I5, I6 and I13 in a brief. */
export function checkBrief(run: Run, { text, tokens }: { text: string; tokens: number }): void {
  demand(tokens <= BRIEF_TOKENS_MAX, `a brief has ${tokens} tokens`);
  // A line about a change may name an ended item: "now resolved".
  const standing = text.split("\n").filter((line) => !/, (?:now \w+|superseded|removed), by /.test(line));
  for (const { text: ended, isEnded } of run.oracle.items.values())
    if (isEnded)
      demand(
        !standing.some((line) => line.includes(ended)),
        `a brief tells an ended item: ${ended}\n${text}`,
      );
  checkWords(run, text, "a brief");
  checkNewestFirst(run, text.split("\n"), "a brief");
}

export function checkRecall(run: Run, hits: readonly { readonly text: string }[]): void {
  const lines = hits.map(({ text }) => text.replaceAll("\n", " "));
  for (const { text, isEnded } of run.oracle.items.values())
    if (isEnded) demand(!lines.some((line) => line.includes(text)), `recall finds an ended item: ${text}`);
  checkWords(run, lines.join("\n"), "recall");
}

function checkWords(run: Run, text: string, where: string): void {
  for (const word of run.oracle.forgotten)
    demand(!text.includes(word), `${where} tells a forgotten word: ${word}`);
}

/** A line that gives an old value of a subject must give the newest value that has been read before it. */
function checkNewestFirst(run: Run, lines: readonly string[], where: string): void {
  for (const matter of MATTERS)
    for (const line of lines) {
      const values = [...line.matchAll(new RegExp(`${matter} is (\\d+) minutes`, "g"))].map(([, n]) =>
        Number(n),
      );
      const placesOf = (amount: number | undefined): number[] =>
        run.oracle.stated.flatMap((each, i) => (each.matter === matter && each.amount === amount ? [i] : []));
      // The same value may be stated twice; its second turn may not be read yet.
      const newest = placesOf(values[0]).at(-1) ?? 0;
      demand(
        values.every((amount, i) => i === 0 || (placesOf(amount)[0] ?? 0) <= newest),
        `${where} tells an earlier statement before a later one: ${line}`,
      );
    }
}

/** Two lines of one brief may not give different current values of one subject. Checked after all sessions are read. */
function checkOneValue(run: Run, text: string, events: readonly StoredEvent[]): void {
  const onTape = new Set(events.map(({ id }) => id));
  for (const matter of MATTERS) {
    const first = text
      .split("\n")
      .flatMap((line) => new RegExp(`${matter} is (\\d+) minutes`).exec(line)?.[1] ?? []);
    const newest = run.oracle.stated.findLast(
      (each) => each.matter === matter && onTape.has(each.id),
    )?.amount;
    if (newest !== undefined && first.length > 0)
      demand(
        first.every((amount) => Number(amount) === newest),
        `the brief tells ${matter} as ${first.join(" and ")}, and ${newest} was said last:\n${text}`,
      );
  }
}

/** A delta begins at the agent's read position and never goes back. */
export function checkDelta(run: Run, { name }: Actor, delta: ShownDelta): void {
  const before = run.oracle.reached.get(name) ?? 0;
  demand(delta.up_to_position >= before, `${name} goes back from ${before} to ${delta.up_to_position}`);
  if (delta.cursor === "set")
    demand(
      delta.since_position >= before,
      `${name} is told again from ${delta.since_position}, and was at ${before}`,
    );
  run.oracle.reached.set(name, delta.up_to_position);
}

export async function checkContext(deps: Deps): Promise<void> {
  const { findings } = await contextValidate(deps, { fix: false });
  const errors = findings.filter(({ level }) => level === "error");
  demand(errors.length === 0, `the active context is invalid: ${JSON.stringify(errors[0])}`);
}

/** Checks all invariants after every session was read. */
export async function checkAll(run: Run): Promise<void> {
  const [actor] = run.actors;
  if (actor === undefined) return;
  const { deps } = actor;
  await assertChain(deps.store);
  const events = await allEvents(deps.store);
  checkTape(run, events);
  await checkViews(deps.store);
  await checkFacts(run, deps, events);
  const brief = await run.parts.bundle(deps, "brief", {});
  checkBrief(run, brief);
  checkOneValue(run, brief.text, events);
  await checkNews(run);
}

/** I11: every acknowledged event is on the tape, and no event is there twice. */
function checkTape({ oracle }: Run, events: readonly StoredEvent[]): void {
  const counts = new Map<string, number>();
  for (const { id } of events) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const [id, { text }] of oracle.acknowledged)
    demand(counts.get(id) === 1, `an acknowledged event is there ${counts.get(id) ?? 0} times: ${text}`);
  for (const id of oracle.sent) demand((counts.get(id) ?? 0) <= 1, `${id} is there twice`);
  const bodies = JSON.stringify(events);
  for (const word of oracle.forgotten)
    demand(!bodies.includes(word), `the tape has a forgotten word: ${word}`);
}

/** I1: the maintained views equal views that are rebuilt from the tape. */
async function checkViews(store: Store): Promise<void> {
  await keepUp(store);
  const kept = await viewTexts(store.views);
  await store.views.reset(VIEWS);
  await keepUp(store, { passEvents: 7 });
  const built = await viewTexts(store.views);
  for (const [view, text] of Object.entries(kept))
    demand(text === built[view], `${view} differs when rebuilt`);
}

/** I3: each stated fact is kept exactly once, however often workers died. */
async function checkFacts({ oracle }: Run, deps: Deps, events: readonly StoredEvent[]): Promise<void> {
  const { items } = await find(deps, { kind: "fact", limit: 500, offset: 0 });
  const onTape = new Set(events.map(({ id }) => id));
  for (const [id, text] of oracle.facts) {
    const kept = items.filter((item) => item.text.includes(text)).length;
    const isHalf = [...oracle.half].some((word) => text.includes(word));
    if (onTape.has(id) && !isHalf) demand(kept === 1, `a stated fact is kept ${kept} times: ${text}`);
  }
}

/** After every session was read, an agent that resumes gets each live item that others made since its read position. */
async function checkNews(run: Run): Promise<void> {
  for (const actor of run.actors) {
    const delta = await run.parts.resume(actor.deps, { ack: true, budget: 100_000 });
    checkDelta(run, actor, delta);
    if (delta.cursor !== "set") continue;
    // Ending a session moves the read position too, so it may be later than the one of the agent's last resume.
    const before = delta.since_position;
    const told = new Set(delta.items.map(({ id }) => id));
    const { items } = await find(actor.deps, { kind: "decision", limit: 500, offset: 0 });
    for (const item of items) {
      const known = run.oracle.items.get(item.id);
      if (known?.isLive && known.by !== actor.name && item.position > before)
        demand(told.has(item.id), `${actor.name} is not told of ${item.label}, made after ${before}`);
    }
  }
}

async function allEvents({ events }: Store): Promise<StoredEvent[]> {
  const all: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const slice = await events.read(after, 1000);
    all.push(...slice.events);
    if (slice.events.length === 0) return all;
    after = slice.upTo;
  }
}
