import { ITEM_ACT_TYPES, ITEM_ACTS, type Item } from "../items/item.ts";
import { FORGOTTEN, type ForgettingEvent } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { itemOf } from "../items/life.ts";
import type { EventOf, Position } from "../tape/event.ts";
import type { Projection, Rows } from "../tape/projection.ts";

/** The kind of change that an act made to an item. */
export type Action = "created" | "updated" | "transitioned" | "superseded" | "removed";

/** One change of an item, and whose it is. */
export type RecordedChange = {
  readonly at: Position;
  readonly did: Action;
  readonly agent: string;
  readonly worktree: string;
  /** The last turn it rests on: whoever said that brought it about. */
  readonly said_at?: Position;
};

/** The last changes of one item, without its words: those stand in the view of items. */
export type ChangesRow = {
  readonly id: string;
  readonly kind: KindName;
  readonly status: string;
  readonly removed?: true;
  /** What decides who gets the change: its addressee, whether it is reported at all, and the kind of finding. */
  readonly to?: string;
  readonly quiet?: true;
  readonly type?: string;
  readonly changes: readonly RecordedChange[];
};

/** Changes kept of one item. Whoever has missed more is told its newest state anyway. */
const CHANGES_MAX = 40;

/** The facet that every row has, so that a query by kind alone finds rows. */
const CHANGED = "changed";

/** Acts that change an item. A rating changes nothing. */
export const CHANGING_TYPES = ITEM_ACT_TYPES.filter((type) => type !== ITEM_ACTS.rated);
type ChangingType = (typeof CHANGING_TYPES)[number];

/** What changed, by item. A rating changes nothing, and neither does hearing the same again. */
export const changesView: Projection<ChangesRow, never, ChangingType | typeof FORGOTTEN> = {
  shape: "rows",
  name: "changes",
  version: 1,
  types: [...CHANGING_TYPES, FORGOTTEN],
  keysOf: (event) =>
    event.type === FORGOTTEN ? forgottenItems(event) : event.subject === undefined ? [] : [event.subject],
  evolve: (rows, event) => {
    if (event.type === FORGOTTEN)
      return new Map(forgottenItems(event).map((id): [string, undefined] => [id, undefined]));
    return addChange(rows.get(event.subject ?? ""), event);
  },
  // Counted back from the end of the tape: then what changed after a position is what ranks below it.
  facetsOf: (row) => ({
    kind: row.kind,
    status: CHANGED,
    rank: -(row.changes.at(-1)?.at ?? 0),
  }),
};

/** The rank that rows changed after a position do not exceed. */
export const rankAfter = (position: Position): number => -(position + 1);

const forgottenItems = ({ payload }: ForgettingEvent): readonly string[] => payload?.items ?? [];

function addChange(before: ChangesRow | undefined, event: EventOf<ChangingType>): Rows<ChangesRow> {
  if (event.payload === null || event.subject === undefined) return new Map();
  const item = itemOf(event);
  const did = actionOf(before, event, item);
  if (did === undefined) return new Map();
  const { agent, worktree } = event.writer;
  const said = item.evidence?.at(-1);
  const change: RecordedChange = {
    at: event.position,
    did,
    agent,
    worktree,
    ...(said === undefined ? {} : { said_at: said }),
  };
  const row: ChangesRow = {
    id: event.subject,
    kind: item.kind,
    status: item.status,
    ...(item.removed ? { removed: true } : {}),
    ...(typeof item.to === "string" ? { to: item.to } : {}),
    ...(item.quiet === true ? { quiet: true } : {}),
    ...(typeof item.type === "string" ? { type: item.type } : {}),
    changes: boundChanges([...(before?.changes ?? []), change]),
  };
  return new Map([[row.id, row]]);
}

/** The first change is kept, so that an item created since an agent's last visit is known as new to it. */
function boundChanges(changes: readonly RecordedChange[]): RecordedChange[] {
  return changes.length <= CHANGES_MAX
    ? [...changes]
    : [...changes.slice(0, 1), ...changes.slice(1 - CHANGES_MAX)];
}

/** What hearing a statement again sets. */
const HEARD: ReadonlySet<string> = new Set(["last_seen_at", "confidence"]);

function actionOf(
  before: ChangesRow | undefined,
  event: EventOf<ChangingType>,
  item: Item,
): Action | undefined {
  if (before === undefined) return "created";
  if (item.removed && !before.removed) return "removed";
  if (item.status !== before.status) return item.status === "superseded" ? "superseded" : "transitioned";
  const fields = event.type === ITEM_ACTS.updated ? event.payload?.fields : undefined;
  const isHeardAgain = fields?.every((field) => HEARD.has(field)) ?? false;
  return isHeardAgain ? undefined : "updated";
}
