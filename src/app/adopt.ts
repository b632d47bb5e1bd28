import { refuseAgent } from "../core/items/authority.ts";
import type { ForeignMemory } from "../ports/ownership.ts";
import type { Store } from "../ports/store.ts";
import { type LostTail, lostTail } from "./lost-tail.ts";
import { liveCounts } from "./status.ts";
import { catchUp, type World } from "./world.ts";

/** What lies in a foreign memory, read from its tape alone. */
export type Examined = {
  readonly events: number;
  readonly items: { readonly [kind: string]: number };
  /** Who recorded how many events, most first. */
  readonly authors: readonly { readonly agent: string; readonly events: number }[];
};

export type Adoption = {
  readonly adopted: boolean;
  readonly folder: string;
  readonly foreign?: ForeignMemory;
  /** Absent where the foreign folder has no database. */
  readonly contents?: Examined;
  readonly lost?: LostTail;
};

const PAGE_EVENTS = 2000;
const AUTHORS_MAX = 10;

/**
 * A person's word that the memory as it lies there is to be used: one that came from elsewhere, or one that lost events.
 * Without `yes` it only shows what would be adopted.
 */
export async function adopt(world: World, { yes }: { readonly yes: boolean }): Promise<Adoption> {
  const { ownership, project, vault } = world;
  const folder = project.memoryDir;
  const foreign = ownership?.foreign;
  const lost = foreign ? undefined : await lostTail(world);
  if (foreign === undefined && lost === undefined) return { adopted: false, folder };
  if (yes) refuseAgent(world.voice, "adopt", "tidemark adopt --yes");
  const contents = foreign && (await vault.examine((copy) => contentsOf(world, copy)));
  if (yes) await vault.adopt();
  return {
    adopted: yes,
    folder,
    ...(foreign ? { foreign } : {}),
    ...(contents ? { contents } : {}),
    ...(lost ? { lost } : {}),
  };
}

async function contentsOf(world: World, store: Store): Promise<Examined> {
  const copy = { ...world, store };
  await catchUp(copy, "items");
  const counts = new Map<string, number>();
  const { position: end } = await store.end();
  for (let after = 0; after < end; ) {
    const { events, upTo } = await store.read(after, PAGE_EVENTS);
    for (const { writer } of events) counts.set(writer.agent, (counts.get(writer.agent) ?? 0) + 1);
    after = upTo;
  }
  const authors = [...counts].map(([agent, events]) => ({ agent, events }));
  authors.sort((a, b) => b.events - a.events);
  return { events: end, items: await liveCounts(copy), authors: authors.slice(0, AUTHORS_MAX) };
}
