import { byCodePoints } from "../../core/order.ts";
import type { Position } from "../../core/tape/event.ts";
import type { Indexing, Projection, View } from "../../core/tape/projection.ts";
import type { Scratch, ViewSpace } from "../../ports/store.ts";
import { advance } from "../runtime/advance.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** The difference between a rebuilt view and the stored one. */
export type Difference = {
  readonly view: string;
  /** Rows of the new build. */
  readonly rows: number;
  /** Numbers of rows that were missing, superfluous, or different. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** There was no stored view to compare with: all rows count as added. */
  readonly is_new?: true;
};

/** Rows compared at once, so that a view of any size fits in memory. */
const PAGE_ROWS = 1000;
/** Other processes may change a view while it is compared. After this many tries the last result counts. */
const TRIES_MAX = 3;

/** Builds a view from the tape beside the stored one, compares both, and passes both to `use`. */
export async function replay<T>(
  deps: MemoryDeps,
  view: Projection | Indexing,
  use: (scratch: Scratch, difference: Difference) => Promise<T>,
): Promise<T> {
  const scratch = await deps.store.upkeep.scratch();
  try {
    let difference: Difference;
    let tries = 0;
    do {
      await advance({
        events: deps.store.events,
        space: scratch,
        view,
        onPass: await passes(deps, `replay ${view.name}`),
      });
      await catchUpToReplay(deps, view, await scratch.checkpoint(view));
      difference = await differenceOf(view, { before: deps.store.views, after: scratch });
    } while ((await isMoved(deps, view, scratch)) && ++tries < TRIES_MAX);
    return await use(scratch, difference);
  } finally {
    await scratch.close();
  }
}

/** Deletes views and builds them again from the tape. */
export async function buildAgain(deps: MemoryDeps, views: readonly (Projection | Indexing)[]): Promise<void> {
  const { store } = deps;
  await store.views.reset(views);
  for (const view of views) {
    const onPass = await passes(deps, `build ${view.name}`);
    await advance({ events: store.events, space: store.views, view, onPass });
  }
}

/** Reports passes as progress towards the end of the tape at the start of the work. */
export async function passes(deps: MemoryDeps, what: string): Promise<(upTo: Position) => void> {
  const { position: total } = await deps.store.tape.end();
  return (done) => deps.progress({ what, done: Math.min(done, total), total });
}

/**
 * Lets the stored view read as far as the replay, because a view that is only behind is not wrong. A view that was never built has nothing
 * to compare, and one that cannot continue differs in the comparison.
 */
async function catchUpToReplay(deps: MemoryDeps, view: Projection | Indexing, upTo: Position): Promise<void> {
  const { store } = deps;
  const at = await store.views.checkpoint(view);
  if (at === 0 || at >= upTo) return;
  try {
    await advance({ events: store.events, space: store.views, view });
  } catch {
    // A row that cannot be read stops the fold; it is reported as different from its replay.
  }
}

async function isMoved(deps: MemoryDeps, view: View, scratch: Scratch): Promise<boolean> {
  const at = await deps.store.views.checkpoint(view);
  return at !== 0 && at !== (await scratch.checkpoint(view));
}

/** The difference for a view that was not stored before. */
export async function allAdded({ store }: MemoryDeps, view: View): Promise<Difference> {
  let rows = 0;
  for await (const _entry of entriesOf(store.views, view)) rows++;
  return { view: view.name, rows, added: rows, removed: 0, changed: 0, is_new: true };
}

type RowText = { readonly key: string; readonly text: string };
type Sides = { readonly before: ViewSpace; readonly after: ViewSpace };

/** Reads both builds side by side, in key order. */
async function differenceOf(view: View, { before, after }: Sides): Promise<Difference> {
  const counts = { rows: 0, added: 0, removed: 0, changed: 0 };
  const [olds, news] = [entriesOf(before, view), entriesOf(after, view)];
  let old = await next(olds);
  let fresh = await next(news);
  while (old || fresh) {
    const order = !old ? 1 : !fresh ? -1 : byCodePoints(old.key, fresh.key);
    if (order > 0) counts.added++;
    else if (order < 0) counts.removed++;
    else if (old?.text !== fresh?.text) counts.changed++;
    if (order >= 0) counts.rows++;
    if (order <= 0) old = await next(olds);
    if (order >= 0) fresh = await next(news);
  }
  return { view: view.name, ...counts };
}

async function next(entries: AsyncIterator<RowText>): Promise<RowText | undefined> {
  const step = await entries.next();
  return step.done ? undefined : step.value;
}

async function* entriesOf(space: ViewSpace, view: View): AsyncGenerator<RowText> {
  for (let afterKey = ""; ; ) {
    const page = await space.scan(view, afterKey, PAGE_ROWS);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    afterKey = last.key;
  }
}
