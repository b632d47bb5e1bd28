import { ITEM_ACT_TYPES, ITEM_ACTS, type Item } from "../items/item.ts";
import { FORGOTTEN, type ForgettingEvent } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import { itemOf } from "../items/life.ts";
import type { EventOf, Position } from "../tape/event.ts";
import type { Projection, Rows } from "../tape/projection.ts";

/** The kind of change that an act made to an item. */
export type Action = "created" | "updated" | "transitioned" | "superseded" | "removed";

/** One change of an item, and its author. */
export type RecordedChange = {
  readonly at: Position;
  readonly did: Action;
  readonly agent: string;
  readonly worktree: string;
  /** The last turn of its evidence. The speaker of that turn caused the change. */
  readonly said_at?: Position;
};

/** The last changes of one item, without its text, which is only in the items view. */
export type ChangesRow = {
  readonly id: string;
  readonly kind: KindName;
  readonly status: string;
  readonly removed?: true;
  /** The properties that decide who is told of the change: the addressee, whether it is reported at all, and the type of insight. */
  readonly to?: string;
  readonly quiet?: true;
  readonly type?: string;
  readonly changes: readonly RecordedChange[];
};

/** Maximum number of stored changes per item. An agent that missed more changes still gets the item's newest state. */
const CHANGES_MAX = 40;

/** The facet that every row has, so that a query by kind alone finds rows. */
const CHANGED = "changed";

/** Acts that change an item. A rating changes nothing. */
export const CHANGING_TYPES = ITEM_ACT_TYPES.filter((type) => type !== ITEM_ACTS.rated);
type ChangingType = (typeof CHANGING_TYPES)[number];

/** Changes by item. A rating is not a change, and neither is a repetition of the statement. */
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
  // The rank is negative, so that the rows changed after a position are those with a rank below it.
  facetsOf: (row) => ({
    kind: row.kind,
    status: CHANGED,
    rank: -(row.changes.at(-1)?.at ?? 0),
  }),
};

/** The highest rank of a row that changed after a position. */
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

/** Limits the changes. The first change is kept, so that an item created since an agent's last visit counts as new for the agent. */
function boundChanges(changes: readonly RecordedChange[]): RecordedChange[] {
  return changes.length <= CHANGES_MAX
    ? [...changes]
    : [...changes.slice(0, 1), ...changes.slice(1 - CHANGES_MAX)];
}

/** The fields that change when a statement is repeated. */
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
