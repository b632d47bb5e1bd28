import type { ItemRow } from "../../core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { statementSpeaker } from "../../core/items/statement-speaker.ts";
import { isPersonTurn, isTurn } from "../../core/tape/turn-speaker.ts";
import { SURE_LINK } from "../../core/threads/thread.ts";
import { type LaterStatement, restingKey } from "../../core/threads/threads-view.ts";
import { editText } from "../../core/threads/value-edits.ts";
import { iso } from "../../core/time.ts";
import { eventsAt } from "../items/evidence.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** One statement of a thread, and why it belongs to an earlier one. */
export type ThreadStatement = {
  /** Its name for people: `dec#3`, or `turn@12` for a turn without a unit. */
  readonly name: string;
  readonly text: string;
  readonly at: string;
  readonly by: string;
  /** The last event that changed it, or the turn: since then the memory has this text. */
  readonly position: number;
  /** The session in which it was last stated. */
  readonly session?: string;
  /** Earlier statements that it mentions. */
  readonly speaks_of: readonly SpokenOf[];
};

type SpokenOf = {
  readonly name: string;
  /** Whether the words of a turn were linked to it, or an edge joins the two. */
  readonly link: "words" | "edge";
  /** Probability that both concern the same subject, 0 to 1. */
  readonly score: number;
  /** Whether the later statement is shown instead. */
  readonly sure: boolean;
};

/** Units that are searched for members of the thread: the newest. */
const UNITS_MAX = 1000;
/** Maximum number of statements shown of one thread. */
const STATEMENTS_MAX = 20;

type ThreadLink = { readonly older: ItemRow; readonly newer: string; readonly later: LaterStatement };

/** The thread of an item, oldest first; empty if the item is alone. */
export async function threadOf(deps: MemoryDeps, item: ItemRow): Promise<ThreadStatement[]> {
  await catchUp(deps, "items", "threads");
  const selection = { kinds: UNIT_KIND_NAMES, order: "newest", limit: UNITS_MAX, offset: 0 } as const;
  const { rows: units } = await deps.store.views.select(deps.views.items, selection);
  const all = await linksAmong(deps, units);
  const keys = membersOf(item.id, all);
  if (keys.size < 2) return [];
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const placeOf = (key: string): number => byId.get(key)?.evidence?.at(-1) ?? Number(key.split("@")[1] ?? 0);
  const events = await eventsAt(deps, [...keys].map(placeOf));
  const statements = [...keys].flatMap((key): ThreadStatement[] => {
    const speaks_of = all.filter(({ newer }) => newer === key).map(spokenOf);
    const unit = byId.get(key);
    const event = events.get(placeOf(key));
    const session = event?.session === undefined ? {} : { session: event.session };
    if (unit) {
      const { label: name, text, last_seen_at: at, position } = unit;
      return [{ name, text, at, by: statementSpeaker(unit), position, ...session, speaks_of }];
    }
    if (event === undefined || !isTurn(event)) return [];
    const isPerson = isPersonTurn(event.payload);
    const text = isPerson ? (event.payload?.text ?? "") : editText(event);
    const by = isPerson ? "user" : (event.writer.agent ?? "agent");
    const { position } = event;
    return text === "" ? [] : [{ name: key, text, at: iso(event.at), by, position, ...session, speaks_of }];
  });
  return statements.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function linksAmong(deps: MemoryDeps, units: readonly ItemRow[]): Promise<ThreadLink[]> {
  const ids = units.map(({ id }) => id);
  const rows = await deps.store.views.rows(deps.views.threads, ids);
  return units.flatMap((older) =>
    (rows.get(older.id)?.later ?? []).map((later) => ({
      older,
      later,
      newer: later.item ?? restingKey(later.turn ?? 0),
    })),
  );
}

/** All statements that links reach from one statement, in both directions. */
function membersOf(start: string, links: readonly ThreadLink[]): ReadonlySet<string> {
  const found = new Set([start]);
  for (const key of found) {
    if (found.size >= STATEMENTS_MAX) break;
    for (const { older, newer } of links) {
      if (older.id === key) found.add(newer);
      if (newer === key) found.add(older.id);
    }
  }
  return found;
}

const spokenOf = ({ older, later: { score, turn } }: ThreadLink): SpokenOf => ({
  name: older.label,
  link: turn === undefined ? "edge" : "words",
  score,
  sure: score >= SURE_LINK,
});
