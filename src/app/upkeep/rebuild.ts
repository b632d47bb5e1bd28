import { MemoryError } from "../../core/failure.ts";
import type { Indexing, Projection } from "../../core/tape/projection.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { allAdded, buildAgain, type Difference, replay } from "./replay.ts";

export type RebuildInput = { readonly views?: readonly string[] | undefined };

export type Rebuilt = {
  /** Number of events from which the views were built. */
  readonly events: number;
  readonly views: readonly Difference[];
};

/** Rebuilds views from the tape, reports how they differ from the stored ones, and replaces those. */
export async function rebuild(deps: MemoryDeps, input: RebuildInput = {}): Promise<Rebuilt> {
  const all: readonly (Projection | Indexing)[] = Object.values(deps.views);
  const names = input.views?.length ? input.views : all.map((view) => view.name);
  for (const name of names) checkName(name, all);
  const isAsked = (input.views?.length ?? 0) > 0;
  const views: Difference[] = [];
  for (const view of all.filter(({ name }) => names.includes(name))) {
    views.push(
      view.shape === "rows" ? await rebuildRows(deps, view) : await rebuildWords(deps, view, isAsked),
    );
  }
  return { events: (await deps.store.tape.end()).position, views };
}

function checkName(name: string, all: readonly { readonly name: string }[]): void {
  const known = all.map((view) => view.name);
  if (known.includes(name)) return;
  const close = nearest(name, known);
  throw new MemoryError("input.invalid", `There is no view "${name}".`, {
    field: "view",
    fix: close ? `Did you mean "${close}"?` : `Views: ${known.join(", ")}.`,
  });
}

async function rebuildRows(deps: MemoryDeps, view: Projection): Promise<Difference> {
  for (;;) {
    const { outcome, difference } = await replay(deps, view, async (scratch, found) => {
      const isBuilt = (await deps.store.views.checkpoint(view)) > 0;
      const isWanted = !isBuilt || isDifferent(found);
      const difference: Difference = isBuilt ? found : { ...found, is_new: true };
      return { difference, outcome: isWanted ? await deps.store.upkeep.adopt(view, scratch) : "adopted" };
    });
    // Something was forgotten meanwhile, and must not return with this build.
    if (outcome === "adopted") return difference;
  }
}

/** Filling the index is costly, so a correct index is left alone, unless the caller asks. */
async function rebuildWords(deps: MemoryDeps, view: Indexing, isAsked: boolean): Promise<Difference> {
  const { store } = deps;
  const isBuilt = (await store.views.checkpoint(view)) > 0;
  const found = isBuilt ? await replay(deps, view, async (_scratch, difference) => difference) : undefined;
  if (found && !isAsked && !isDifferent(found)) return found;
  await buildAgain(deps, [view]);
  return found ?? (await allAdded(deps, view));
}

export const isDifferent = ({ added, removed, changed }: Difference): boolean =>
  added + removed + changed > 0;
