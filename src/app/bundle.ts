import { BRIEF_KINDS, brief, type LiveItems } from "../core/bundle/brief.ts";
import type { Bundle } from "../core/bundle/bundle.ts";
import type { ItemRow } from "../core/items/items-view.ts";
import { kindOf } from "../core/items/kinds.ts";
import { refreshWorking } from "./working.ts";
import { catchUp, type World } from "./world.ts";

/** What a bundle is for. A brief opens a session. */
export type Intent = "brief";

export type BundleInput = {
  readonly budget?: number | undefined;
  /** Whose working memory is written anew on the way, when it is out of date. */
  readonly session?: string | undefined;
};

/** Hosts cut or hide longer replies, each in its own way; below this all of them pass it whole. */
const CHARACTERS_MAX = 9500;

/** Newest items read for each kind: more could not fit any budget. */
const PER_KIND_MAX = 60;

/** All an agent is given at one moment. The same tape and config give the same bytes. */
export async function bundle(world: World, intent: Intent, input: BundleInput): Promise<Bundle> {
  switch (intent) {
    case "brief": {
      if (input.session !== undefined && world.project.hasMemory) await refreshWorking(world, input.session);
      const tokens = input.budget ?? world.config.brief.tokens;
      return brief(await liveItems(world), { tokens, characters: CHARACTERS_MAX }, world.clock.now());
    }
  }
}

async function liveItems(world: World): Promise<LiveItems[]> {
  await catchUp(world, "items");
  const live: LiveItems[] = [];
  for (const kind of BRIEF_KINDS) {
    const selection = {
      kinds: [kind],
      statuses: kindOf(kind).live,
      order: "newest",
      limit: PER_KIND_MAX,
      offset: 0,
    } as const;
    const { rows, total } = await world.store.select(world.views.items, selection);
    live.push({ kind, items: rows as unknown as ItemRow[], total });
  }
  return live;
}
