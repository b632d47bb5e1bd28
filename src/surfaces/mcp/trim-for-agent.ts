import { cutAt } from "../../core/text/shorten.ts";

export type ResultFields = { readonly [name: string]: unknown };

/** Longest text of a hit. Whole turns can be pages; the snippet beside it is the part that answers. */
const HIT_TEXT_MAX = 600;

/**
 * An agent pays tokens for every field, so fields that repeat others or are useless to it are left out: blocks that are
 * in the bundle's text too, a snippet that is the whole text, the parts of a score unless requested, dates of creation
 * that equal an item's, and counters of the worker. All other fields are the same on every surface.
 */
export function trimForAgent(fields: ResultFields, isExplained: boolean): ResultFields {
  if ("blocks" in fields && "text" in fields) return withoutFields(fields, ["blocks"]);
  if ("snippet" in fields && "score" in fields) return hit(fields, isExplained);
  if ("last_seen_at" in fields && "label" in fields) return item(fields);
  if ("retry_at" in fields && "turns" in fields) return withoutFields(fields, BOOKS);
  return "thresholds" in fields ? withoutFields(fields, ["thresholds", "drift", "not_read"]) : fields;
}

const BOOKS = [
  ...["attempts", "checkpoint", "due_at", "last_position", "last_turn", "recorded_at", "retry_at", "span"],
  ...["stated_at", "unread", "worked_at"],
];

function hit(fields: ResultFields, isExplained: boolean): ResultFields {
  const { snippet, parts, evidence, score, ...rest } = fields;
  const text = String(fields.text);
  return {
    ...rest,
    ...(text.length <= HIT_TEXT_MAX ? {} : { snippet, text: `${cutAt(text, HIT_TEXT_MAX)}…` }),
    ...(isExplained ? { score, parts } : { score: Math.round(Number(score) * 100) / 100 }),
    ...(Array.isArray(evidence) && evidence.length > 0 ? { evidence } : {}),
  };
}

/** Most items were never changed since they were made. */
function item(fields: ResultFields): ResultFields {
  const { last_seen_at, changed_at, changed_by, position, ...rest } = fields;
  const { created_at, created_by } = rest;
  return {
    ...rest,
    ...(changed_at === created_at ? {} : { changed_at }),
    ...(changed_by === created_by ? {} : { changed_by }),
    ...(last_seen_at === created_at ? {} : { last_seen_at }),
  };
}

const withoutFields = (fields: ResultFields, names: readonly string[]): ResultFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
