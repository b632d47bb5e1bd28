import type { Item } from "../../core/items/item.ts";
import { withoutViewFields } from "../../core/items/items-view.ts";
import { type Act, restateItem } from "../../core/items/life.ts";
import type { Draft, Position, TurnEvent } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isTurn } from "../../core/tape/turn-speaker.ts";
import { type Exchange, exchangesIn, isDocument } from "../../core/threads/exchange.ts";
import {
  itemStatement,
  type PriorStatement,
  type ThreadLink,
  threadLinks,
  turnStatements,
} from "../../core/threads/link.ts";
import { takeBackIn, takeBacksIn } from "../../core/threads/take-back.ts";
import { SURE_LINK } from "../../core/threads/thread.ts";
import { THREAD_LINKED } from "../../core/threads/threads-view.ts";
import { editLinks, editsIn } from "../../core/threads/value-edits.ts";
import { catchUp, newDraft } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";

/** Events before and after a reading that are searched for turns. */
const EVENTS_BACK = 1500;

/** Maximum number of links in one event. */
const LINKS_MAX = 400;

type LinkInput = {
  readonly session: string;
  readonly turns: readonly TurnEvent[];
  /** Turns before this position were linked when they were read. */
  readonly from: Position;
  readonly exchanges: readonly Exchange[];
  /** Items that the turns may mention. */
  readonly items: readonly Item[];
  /** Turns that a model has read. */
  readonly understood: ReadonlySet<Position>;
};

type LinkedThreads = { readonly drafts: readonly Draft[]; readonly acts: readonly Act[] };

/** Links the turns of a reading to the items that they mention, once each, and states items again to which a person returns. */
export async function linkThreads(deps: WriteDeps, heard: LinkInput): Promise<LinkedThreads> {
  const { exchanges, items, turns, from } = heard;
  const edits = editsIn(turns, from);
  if (exchanges.length + edits.length === 0) return { drafts: [], acts: [] };
  const earlier = await earlierTurns(deps, heard);
  const before = exchangesIn(earlier, 0);
  const statements = [...items.map(itemStatement), ...turnStatements([...before, ...exchanges])];
  const found = [
    ...editLinks({ edits, earlier: editsIn(earlier, 0), statements, items }),
    ...threadLinks(exchanges, statements, items),
  ];
  const stored = exchanges.some(takeBackIn) ? await storedLinks(deps, statements) : [];
  const session = exchangesIn(turns, 0);
  const back = takeBacksIn({ exchanges, session, statements, items, links: [...stored, ...found] });
  const all = surest([
    ...back.flatMap((each) => each.links),
    ...found,
    ...(await linksFromLaterTurns(deps, heard)),
  ]);
  const links = await withoutKnown(
    deps,
    all.filter((link) => isTrusted(link, heard)),
  );
  const payload = { links: links.slice(0, LINKS_MAX) };
  const draft = newDraft(deps, { type: THREAD_LINKED, session: heard.session, payload });
  const now = deps.clock.now();
  const acts = back.flatMap(({ again }) =>
    again === undefined || again.item.evidence?.includes(again.turn)
      ? []
      : [
          restateItem(
            withoutViewFields(again.item),
            {},
            { ...again, now, evidence: [again.turn], isNews: true },
          ),
        ],
  );
  return { drafts: links.length === 0 ? [] : [draft], acts };
}

/** The links of statements that earlier readings recorded. */
async function storedLinks(deps: MemoryDeps, statements: readonly PriorStatement[]): Promise<ThreadLink[]> {
  await catchUp(deps, "threads");
  const rows = await deps.store.views.rows(
    deps.views.threads,
    statements.map(({ key }) => key),
  );
  return [...rows].flatMap(([older, { later = [] }]) =>
    later.flatMap(({ turn, item, words = [], score }) =>
      turn === undefined ? [] : [{ older, turn, words, score, newer: item }],
    ),
  );
}

/** A model that read a turn has named the items that it replaces: then rules link no others. */
const isTrusted = ({ older, turn, score }: ThreadLink, { understood }: LinkInput): boolean =>
  score >= SURE_LINK || older.includes("@") || !understood.has(turn);

/** Of several links from one turn to one statement, the most certain. */
function surest(links: readonly ThreadLink[]): ThreadLink[] {
  const found = new Map<string, ThreadLink>();
  for (const link of links) {
    const key = `${link.older} ${link.turn}`;
    if (link.score > (found.get(key)?.score ?? 0)) found.set(key, link);
  }
  return [...found.values()];
}

/** Earlier turns of any session. A document contains too many statements to be one. */
async function earlierTurns(deps: MemoryDeps, heard: LinkInput): Promise<TurnEvent[]> {
  const first = heard.turns.find(({ position }) => position >= heard.from)?.position ?? heard.from;
  const after = Math.max(0, first - EVENTS_BACK);
  const { events } = await deps.store.events.read(after, EVENTS_BACK, ["turn.recorded"]);
  const turns = upcastAll(events.filter(({ position }) => position < first)).filter(isTurn);
  return turns.filter(({ payload }) => !isDocument(payload?.text ?? ""));
}

/**
 * Sessions of several agents are not read in the order in which people spoke. If a later turn was read before this reading, nobody has
 * linked it to this reading's statements.
 */
async function linksFromLaterTurns(deps: MemoryDeps, heard: LinkInput): Promise<ThreadLink[]> {
  const { exchanges, items } = heard;
  const said = new Set(exchanges.map(({ position }) => position));
  const later = await readLaterTurns(deps, heard);
  if (later.length === 0) return [];
  const made = items.filter(({ evidence = [] }) => evidence.some((at) => said.has(at)));
  return threadLinks(later, [...made.map(itemStatement), ...turnStatements(exchanges)], items);
}

/** Later turns of people, in sessions that were read before this one. */
async function readLaterTurns(deps: MemoryDeps, { session, exchanges }: LinkInput): Promise<Exchange[]> {
  const first = exchanges[0]?.position ?? 0;
  const { events } = await deps.store.events.read(first, EVENTS_BACK, ["turn.recorded"]);
  const turns = upcastAll(events).filter(isTurn);
  const sessions = [...new Set(turns.flatMap((turn) => turn.session ?? []))].filter((id) => id !== session);
  if (sessions.length === 0) return [];
  const rows = await deps.store.views.rows(deps.views.sessions, sessions);
  return sessions.flatMap((id) => {
    const checkpoint = rows.get(id)?.checkpoint ?? 0;
    const read = turns.filter((turn) => turn.session === id && turn.position <= checkpoint);
    return exchangesIn(read, 0);
  });
}

async function withoutKnown(deps: MemoryDeps, links: readonly ThreadLink[]): Promise<ThreadLink[]> {
  if (links.length === 0) return [];
  await catchUp(deps, "threads");
  const rows = await deps.store.views.rows(deps.views.threads, [...new Set(links.map(({ older }) => older))]);
  return links.filter(({ older, turn }) => {
    const row = rows.get(older);
    return !row?.later?.some((each) => each.turn === turn);
  });
}
