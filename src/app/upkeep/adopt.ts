import { refuseAgent } from "../../core/items/authority.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { KIND_NAMES, type KindName } from "../../core/items/kinds.ts";
import { statementSpeaker } from "../../core/items/statement-speaker.ts";
import type { ForeignMemory } from "../../ports/ownership.ts";
import type { Store } from "../../ports/store.ts";
import { liveItems } from "../items/live-items.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { foreignRefusal } from "./foreign-memory.ts";
import { type LostTail, lostTail } from "./lost-tail.ts";
import { liveCounts } from "./status.ts";

/** The content of a foreign memory, read only from its tape. */
export type ForeignContents = {
  readonly events: number;
  readonly items: { readonly [kind: string]: number };
  /** Who recorded how many events, most first. */
  readonly authors: readonly { readonly agent: string; readonly events: number }[];
  /** Statements that agents would be told: orders first, each sort newest first. Empty for an agent, which must not read them yet. */
  readonly statements: readonly ForeignStatement[];
  /** Number of statements that are not listed. */
  readonly more: number;
};

/** A foreign statement. Its speaker and author are only what the database claims. */
export type ForeignStatement = {
  readonly id: string;
  readonly kind: KindName;
  readonly text: string;
  /** The way out of a trap. */
  readonly instead?: string;
  readonly said_by: string;
  readonly written_by: string;
};

export type AdoptInput = {
  readonly yes: boolean;
  /** List every statement. */
  readonly all: boolean;
};

export type Adoption = {
  readonly adopted: boolean;
  readonly folder: string;
  readonly foreign?: ForeignMemory;
  /** Absent if the foreign folder has no database. */
  readonly contents?: ForeignContents;
  readonly lost?: LostTail;
};

const PAGE_EVENTS = 2000;
const AUTHORS_MAX = 10;
const STATEMENTS_MAX = 20;
/** More than a memory contains. */
const ALL_STATEMENTS_MAX = 1_000_000;

/** What an agent acts on comes first, so that no number of newer facts can hide it. */
const ORDERS: readonly KindName[] = ["constraint", "preference", "decision", "trap"];
/** Kinds that contain no statement of their own. */
const NO_STATEMENTS: readonly KindName[] = ["candidate", "edge", "insight"];
const OTHERS = KIND_NAMES.filter((kind) => !ORDERS.includes(kind) && !NO_STATEMENTS.includes(kind));

/**
 * A person confirms that the current memory is to be used although it came from elsewhere or lost events. Without `yes` it only shows what
 * would be adopted.
 */
export async function adopt(deps: ItemDeps & OwnFileDeps, { yes, all }: AdoptInput): Promise<Adoption> {
  const { ownership, project, vault } = deps;
  const folder = project.memoryDir;
  const foreign = ownership?.foreign;
  const lost = foreign ? undefined : await lostTail(deps);
  if (foreign === undefined && lost === undefined) return { adopted: false, folder };
  if (yes && foreign?.settle !== undefined) throw foreignRefusal(foreign);
  if (yes) refuseAgent(deps.voice, "adopt", { verb: "adopt", options: { yes: true } });
  const contents = foreign && (await vault.examine((copy) => contentsOf(deps, copy, all)));
  if (yes) await vault.adopt();
  return {
    adopted: yes,
    folder,
    ...(foreign ? { foreign } : {}),
    ...(contents ? { contents } : {}),
    ...(lost ? { lost } : {}),
  };
}

async function contentsOf(deps: WriteDeps, store: Store, isAll: boolean): Promise<ForeignContents> {
  const copy = { ...deps, store };
  await catchUp(copy, "items");
  const counts = new Map<string, number>();
  const { position: end } = await store.tape.end();
  for (let after = 0; after < end; ) {
    const { events, upTo } = await store.events.read(after, PAGE_EVENTS);
    for (const { writer } of events) counts.set(writer.agent, (counts.get(writer.agent) ?? 0) + 1);
    after = upTo;
  }
  const authors = [...counts].map(([agent, events]) => ({ agent, events }));
  authors.sort((a, b) => b.events - a.events);
  const limit = isAll ? ALL_STATEMENTS_MAX : STATEMENTS_MAX;
  return {
    events: end,
    items: await liveCounts(copy),
    authors: authors.slice(0, AUTHORS_MAX),
    ...(deps.voice === "person" ? await statementsOf(copy, limit) : { statements: [], more: 0 }),
  };
}

async function statementsOf(
  deps: MemoryDeps,
  limit: number,
): Promise<Pick<ForeignContents, "statements" | "more">> {
  const orders = await newestOf(deps, ORDERS, limit);
  const others = await newestOf(deps, OTHERS, limit - orders.items.length);
  const items = [...orders.items, ...others.items];
  return { statements: items.map(statementOf), more: orders.total + others.total - items.length };
}

type Newest = { readonly items: readonly ItemRow[]; readonly total: number };

/** Live items of these kinds, newest first. */
async function newestOf(deps: MemoryDeps, kinds: readonly KindName[], limit: number): Promise<Newest> {
  const live = await liveItems(deps, kinds, limit);
  const items = live.flatMap((each) => each.items).sort((a, b) => b.position - a.position);
  return { items: items.slice(0, limit), total: live.reduce((sum, each) => sum + each.total, 0) };
}

const statementOf = (item: ItemRow): ForeignStatement => ({
  id: item.label,
  kind: item.kind,
  text: item.text,
  ...(typeof item.instead === "string" ? { instead: item.instead } : {}),
  said_by: statementSpeaker(item),
  written_by: item.created_by,
});
