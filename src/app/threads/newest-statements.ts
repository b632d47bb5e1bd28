import type { NewestStatement } from "../../core/bundle/thread-text.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { isPersonTurn, isTurn } from "../../core/tape/turn-speaker.ts";
import {
  itemMember,
  type ThreadLead,
  type ThreadMember,
  type ThreadSource,
  threadLeads,
} from "../../core/threads/thread.ts";
import { type LaterStatement, restingKey } from "../../core/threads/threads-view.ts";
import { editText } from "../../core/threads/value-edits.ts";
import { iso } from "../../core/time.ts";
import { eventsAt } from "../items/evidence.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Maximum number of steps from a statement to a later one. */
const ROUNDS_MAX = 4;

/** For each key, the newest statement of its thread. Keys that are themselves the newest are left out. */
export async function newestStatements(
  deps: MemoryDeps,
  items: readonly ItemRow[],
  turns: readonly Position[] = [],
): Promise<ReadonlyMap<string, NewestStatement>> {
  if (items.length + turns.length === 0) return new Map();
  await catchUp(deps, "threads");
  const members = [...items.map(itemMember), ...turns.map((at) => ({ key: restingKey(at), at }))];
  const source = await sourceOf(deps, members, items);
  const leadOf = threadLeads(source);
  const leads = new Map(
    members.flatMap((member) => {
      const lead = leadOf(member);
      return lead === undefined ? [] : [[member.key, lead] as const];
    }),
  );
  return withWords(deps, leads);
}

async function sourceOf(
  deps: MemoryDeps,
  members: readonly ThreadMember[],
  items: readonly ItemRow[],
): Promise<ThreadSource<ItemRow>> {
  const known = new Map(items.map((item) => [item.id, item]));
  const later = new Map<string, readonly LaterStatement[]>();
  let fresh = members.map(({ key }) => key);
  for (let round = 0; round < ROUNDS_MAX && fresh.length > 0; round++) {
    const rows = await deps.store.views.rows(deps.views.threads, fresh);
    const named = new Set<string>();
    for (const key of fresh) {
      const { later: statements = [] } = rows.get(key) ?? {};
      later.set(key, statements);
      for (const { item, turn } of statements) named.add(item ?? restingKey(turn ?? 0));
    }
    fresh = [...named].filter((key) => !later.has(key));
    const missing = fresh.filter((key) => !key.includes("@") && !known.has(key));
    if (missing.length > 0) for (const item of await itemsByIds(deps, missing)) known.set(item.id, item);
  }
  return { later, items: known };
}

async function withWords(
  deps: MemoryDeps,
  leads: ReadonlyMap<string, ThreadLead<ItemRow>>,
): Promise<ReadonlyMap<string, NewestStatement>> {
  const positions = [...leads.values()].flatMap(({ turn }) => (turn === undefined ? [] : [turn.turn]));
  const events = positions.length === 0 ? new Map() : await eventsAt(deps, [...new Set(positions)]);
  const found = new Map<string, NewestStatement>();
  for (const [id, lead] of leads) {
    if (lead.item !== undefined) {
      found.set(id, { isSure: lead.isSure, item: lead.item });
      continue;
    }
    const event = events.get(lead.turn.turn);
    const text = event === undefined ? "" : laterWords(event, lead.turn.words);
    const at: Position = lead.turn.turn;
    if (text !== "") found.set(id, { isSure: lead.isSure, words: { position: at, text, at: iso(event.at) } });
  }
  return found;
}

/** A person's words in a turn, or what an edit changed. */
export function laterWords(event: Recorded, words: LaterStatement["words"] = []): string {
  if (!isTurn(event)) return "";
  const text = event.payload?.text ?? "";
  return isPersonTurn(event.payload)
    ? words.map(([from, to]) => text.slice(from, to)).join(" ")
    : editText(event);
}
