import { MemoryError } from "../core/failure.ts";
import { refuseAgent } from "../core/items/authority.ts";
import { FORGOTTEN } from "../core/items/items-view.ts";
import type { Draft, Position } from "../core/tape/event.ts";
import { holdsText } from "../core/tape/text-in.ts";
import { advance } from "./advance.ts";
import { type Doomed, doomedBy, doomedById, noneDoomed } from "./doomed.ts";
import { type Elsewhere, elsewhere, stillIn } from "./forget-proof.ts";
import { givenNaming } from "./given-naming.ts";
import { loseDrift } from "./known-drift.ts";
import { pruneVectors } from "./prune-vectors.ts";
import { passes } from "./replay.ts";
import { republish } from "./working.ts";
import { draft, type World } from "./world.ts";

export type ForgetInput = {
  /** An item's id or label, a turn (`turn@12`), or a position. */
  readonly id?: string | undefined;
  /** Everything that holds this text, letter for letter. */
  readonly text?: string | undefined;
  readonly reason?: string | undefined;
  readonly dry_run?: boolean | undefined;
};

export type Forgotten = {
  readonly dry_run: boolean;
  /** Payloads that are erased, or would be. */
  readonly events: number;
  readonly items: readonly { readonly id: string; readonly label: string; readonly kind: string }[];
  readonly turns: readonly Position[];
  /** Files of the memory folder that hold the words all the same, such as a backup. */
  readonly still_in: readonly string[];
  /** Other events that state the same words, and the command that forgets them too. */
  readonly also_in?: Elsewhere;
};

/** Shorter texts stand in too many places to be meant. */
const TEXT_MIN = 3;
/** Others may record the text again while it is erased; after this many rounds the caller is told. */
const ROUNDS_MAX = 5;
/** Ids in one event, so that it stays far below the largest payload. */
const IDS_PER_EVENT = 20_000;

/** Erases what events state, for good: positions and hashes stay, the words go, and what they said cannot come back. */
export async function forget(world: World, input: ForgetInput): Promise<Forgotten> {
  checkInput(input);
  if (!input.dry_run) refuseAgent(world.voice, "forget", `tidemark forget ${input.id ?? '--text "…"'}`);
  const { text } = input;
  const doomed =
    text === undefined ? await doomedById(world, input.id ?? "") : await erasedByText(world, text, input);
  if (text === undefined && !input.dry_run) await eraseAll(world, doomed, input.reason);
  if (!input.dry_run && doomed.events.size > 0) {
    await buildViewsAgain(world);
    await republish(world);
    await loseDrift(world);
    await pruneVectors(world);
  }
  const { items, turns, statements } = doomed;
  const also = text === undefined ? await elsewhere(world, doomed) : undefined;
  const words = text === undefined ? (also ? [] : statements) : [text];
  return {
    dry_run: input.dry_run ?? false,
    events: doomed.events.size,
    items: [...items.values()],
    turns,
    still_in: input.dry_run ? [] : await stillIn(world, words),
    ...(also ? { also_in: also } : {}),
  };
}

function checkInput({ id, text, reason }: ForgetInput): void {
  if ((id === undefined) === (text === undefined)) {
    throw new MemoryError("input.invalid", "Say what to forget: an id, or a text, and not both.", {
      field: id === undefined ? "id" : "text",
      fix: 'tidemark forget dec#3   or   tidemark forget --text "the words"',
    });
  }
  if (text !== undefined && text.trim().length < TEXT_MIN) {
    throw new MemoryError("input.invalid", `"text" must have at least ${TEXT_MIN} characters.`, {
      field: "text",
    });
  }
  if (text !== undefined && reason?.includes(text)) {
    throw new MemoryError("input.invalid", '"reason" repeats the text, and a reason is kept.', {
      field: "reason",
      fix: "Say why in other words.",
    });
  }
}

/** Looks again after each round, until nothing on the tape states the text any more. */
async function erasedByText(world: World, text: string, input: ForgetInput): Promise<Doomed> {
  let all = noneDoomed();
  let after = 0;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const found = await doomedBy(world, after, (event) => event.type !== FORGOTTEN && holdsText(event, text));
    all = joined(all, found);
    if (input.dry_run || found.events.size === 0) return all;
    await erase(world, found, input.reason);
    after = found.upTo;
  }
  throw keepsComing();
}

function joined(a: Doomed, b: Doomed): Doomed {
  return {
    events: new Set([...a.events, ...b.events]),
    items: new Map([...a.items, ...b.items]),
    turns: [...new Set([...a.turns, ...b.turns])],
    tombstones: [...new Set([...a.tombstones, ...b.tombstones])],
    statements: [...new Set([...a.statements, ...b.statements])],
    last: b.last,
    upTo: b.upTo,
  };
}

/** One commit: what is forgotten is named on the tape in the same breath in which it is erased. */
async function erase(world: World, doomed: Doomed, reason: string | undefined): Promise<void> {
  const events = namingEvents(world, doomed, reason);
  const committed = await world.store.commit({ events, expect: doomed.last, erase: [...doomed.events] });
  if (committed.outcome === "conflict") throw keepsComing();
}

/** A bundle that was being made while its items were erased comes a moment later, and goes too. */
async function eraseAll(world: World, doomed: Doomed, reason: string | undefined): Promise<void> {
  await erase(world, doomed, reason);
  const late = await givenNaming(world, { items: [...doomed.items.keys()], positions: doomed.turns });
  if (late.length > 0) await erase(world, { ...noneDoomed(), events: new Set(late) }, reason);
}

function namingEvents(
  world: World,
  { events, items, tombstones }: Doomed,
  reason: string | undefined,
): Draft[] {
  const ids = [...events];
  const drafts: Draft[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_EVENT) {
    const isFirst = start === 0;
    const payload = {
      events: ids.slice(start, start + IDS_PER_EVENT),
      items: isFirst ? [...items.keys()] : [],
      tombstones: isFirst ? tombstones : [],
      ...(reason === undefined ? {} : { reason }),
    };
    drafts.push(draft(world, { type: FORGOTTEN, payload }));
  }
  return drafts;
}

function keepsComing(): MemoryError {
  return new MemoryError("input.conflict", "Somebody is writing what is to be forgotten at this moment.", {
    retryable: true,
    fix: "Forget it again. What was erased so far stays erased.",
  });
}

async function buildViewsAgain(world: World): Promise<void> {
  const { store } = world;
  const views = Object.values(world.views);
  await store.reset(views);
  for (const view of views) {
    await advance({ store, space: store, view, onPass: await passes(world, `build ${view.name}`) });
  }
}
