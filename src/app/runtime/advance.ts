import type { Position } from "../../core/tape/event.ts";
import { type Doc, foldRows, type Indexing, type Projection } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import type { EventStore, Pass, Slice, ViewSpace } from "../../ports/store.ts";

/** Limits one pass, so that a long tape cannot hold the write lock for more than a moment. */
const PASS_EVENTS_MAX = 2000;
/** Larger for the search index, because each pass writes a segment. It still takes less than half a second. */
const WORDS_PASS_EVENTS_MAX = 8000;
/** Limits the letters of a pass too, since one document can be as long as a hundred turns. */
const WORDS_PASS_LETTERS_MAX = 2_000_000;

export type Advance = {
  readonly events: Pick<EventStore, "read">;
  /** Where the view is stored: with the store's own views, or in a scratch space during a rebuild. */
  readonly space: ViewSpace;
  readonly view: Projection | Indexing;
  readonly onPass?: (upTo: Position) => void;
};

/** Passes running in this process, so that concurrent callers share one instead of folding the same events each. */
const underWay = new WeakMap<ViewSpace, Map<string, Promise<Position>>>();

/** Brings one view up to date with the tape. */
export function advance(step: Advance): Promise<Position> {
  const { space, view } = step;
  const turns = underWay.get(space) ?? new Map<string, Promise<Position>>();
  underWay.set(space, turns);
  const next = (): Promise<Position> => passUntilDone(step);
  const mine = turns.get(view.name)?.then(next, next) ?? next();
  turns.set(view.name, mine);
  return mine;
}

/** Runs pass after pass. If another process does the same pass first, this one continues from there. */
async function passUntilDone({ events, space, view, onPass }: Advance): Promise<Position> {
  const limit = view.shape === "rows" ? PASS_EVENTS_MAX : WORDS_PASS_EVENTS_MAX;
  for (;;) {
    const after = await space.checkpoint(view);
    const slice = await events.read(after, limit, view.types);
    if (slice.upTo <= after) return after;
    const pass =
      view.shape === "rows"
        ? await rowsPass(space, view, { after, slice })
        : wordsPass(view, { after, slice });
    if ((await space.publish(pass)) === "published") onPass?.(pass.upTo);
  }
}

type AdvanceStep = { readonly after: Position; readonly slice: Slice };

async function rowsPass(space: ViewSpace, view: Projection, { after, slice }: AdvanceStep): Promise<Pass> {
  const events = upcastAll(slice.events);
  const keys = [...new Set(events.flatMap(view.keysOf))];
  const changed = foldRows(view, await space.rows(view, keys), events);
  return { view, after, upTo: slice.upTo, epoch: slice.epoch, rows: { changed, facetsOf: view.facetsOf } };
}

function wordsPass(view: Indexing, { after, slice }: AdvanceStep): Pass {
  const docs = new Map<string, Doc | undefined>();
  const { events, epoch } = slice;
  let letters = 0;
  for (const event of upcastAll(events)) {
    for (const [key, doc] of view.docsOf(event)) {
      // Documents stay in the order of the tape, because an index numbers passages by position.
      docs.delete(key);
      docs.set(key, doc);
      letters += doc ? lettersOf(doc) : 0;
    }
    if (letters > WORDS_PASS_LETTERS_MAX) return { view, after, upTo: event.position, epoch, docs };
  }
  return { view, after, upTo: slice.upTo, epoch, docs };
}

const lettersOf = ({ text }: Doc): number =>
  typeof text === "string" ? text.length : text.reduce((sum, passage) => sum + passage.text.length, 0);
