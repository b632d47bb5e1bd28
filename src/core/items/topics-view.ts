import type { Projection, Rows } from "../tape/projection.ts";
import { ITEM_ACT_TYPES, type Item, type ItemActType } from "./item.ts";
import { FORGOTTEN, type ForgettingEvent } from "./items-view.ts";
import { kindOf } from "./kinds.ts";
import { itemOf } from "./life.ts";

/**
 * A live unit under its topic, found by the topic, newest first. With `isTopic` the row is the topic itself, with the unit that was last
 * filed under it. A topic may have no live unit left.
 */
export type TopicRow = {
  readonly id: string;
  readonly topic: string;
  readonly isTopic?: true;
  readonly position: number;
};

/** The topic of units without a topic. */
export const NO_TOPIC = "general";

/** The facet by which rows of topics are found. Rows of units are found by their topic, which never begins with a space. */
export const TOPIC_ROWS = " ";

export const topicName = (topic: unknown): string =>
  typeof topic === "string" && topic.trim() !== "" ? topic.trim().toLowerCase() : NO_TOPIC;

/** Live units by topic, and the topics themselves. This view is an index: the text of a unit is only in the items view. */
export const topicsView: Projection<TopicRow, never, ItemActType | typeof FORGOTTEN> = {
  shape: "rows",
  name: "topics",
  version: 2,
  types: [...ITEM_ACT_TYPES, FORGOTTEN],
  keysOf: (event) => {
    if (event.type === FORGOTTEN) return event.payload?.items ?? [];
    if (event.payload === null || !kindOf(itemOf(event).kind).isUnit) return [];
    return [itemOf(event).id];
  },
  evolve: (rows, event) => {
    if (event.type === FORGOTTEN) return forgetRows(rows, event);
    if (event.payload === null) return new Map();
    const item = itemOf(event);
    return kindOf(item.kind).isUnit ? topicRows(item, event.position) : new Map();
  },
  facetsOf: (row) => ({
    kind: row.isTopic ? TOPIC_ROWS : row.topic,
    status: "live",
    rank: row.position,
  }),
};

function topicRows(item: Item, position: number): Rows<TopicRow> {
  const isLive = !item.removed && kindOf(item.kind).live.includes(item.status) && item.quiet !== true;
  if (!isLive) return new Map([[item.id, undefined]]);
  const topic = topicName(item.topic);
  const unit: TopicRow = { id: item.id, topic, position };
  const row: TopicRow = { ...unit, isTopic: true };
  return new Map([
    [item.id, unit],
    [`#${topic}`, row],
  ]);
}

function forgetRows(rows: Rows<TopicRow>, event: ForgettingEvent): Rows<never> {
  const ids = event.payload?.items ?? [];
  return new Map(ids.filter((id) => rows.has(id)).map((id) => [id, undefined]));
}
