import { isObject } from "../fields.ts";
import { tryParseJson } from "../parse-json.ts";
import type { Instant } from "../tape/event.ts";
import { DAY_MS, iso } from "../time.ts";

/** An item is shown if it is in a bundle. It is used if it is fetched, confirmed, rated helpful or cited by an agent. */
export type Touch = "shown" | "used";

/** The recorded usage of one item, or of a document, whose key is `path:` and its path. */
export type UsageRecord = {
  /** The time of the first showing or of the last use; ISO. */
  readonly last_referenced_at: string;
  /** Number of all touches. */
  readonly count: number;
  readonly shown: number;
  readonly used: number;
};

export type UsageRecords = ReadonlyMap<string, UsageRecord>;

/** The touches that update `last_referenced_at` of an item that has a record. */
export type RefreshOn = Touch;

/**
 * Adds one touch to a record. The first touch of either kind creates the record, so that an item that is never used ages from its first
 * showing. Later showings do not refresh it unless `refreshOn` says so: otherwise an item in every bundle would never age. Touches may be
 * recorded in any order; an earlier one never moves the time back.
 */
export function recordTouch(
  record: UsageRecord | undefined,
  touch: { readonly how: Touch; readonly at: Instant },
  refreshOn: RefreshOn,
): UsageRecord {
  const { shown = 0, used = 0, count = 0, ...rest } = record ?? {};
  const before = record?.last_referenced_at;
  const isMoved = before === undefined || touch.how === "used" || refreshOn === "shown";
  const isLater = before === undefined || touch.at > Date.parse(before);
  return {
    ...rest,
    last_referenced_at: isMoved && isLater ? iso(touch.at) : (before ?? iso(touch.at)),
    count: count + 1,
    shown: shown + (touch.how === "shown" ? 1 : 0),
    used: used + (touch.how === "used" ? 1 : 0),
  };
}

/** Whole days since the last reference; a time in the future counts as today. */
export function ageDays({ last_referenced_at }: UsageRecord, now: Instant): number {
  return Math.max(0, Math.floor((now - Date.parse(last_referenced_at)) / DAY_MS));
}

const SCHEMA = "reference-tracker.v1";

/** Parses a tracker's text; undefined if any part is invalid, because half of the records would rank items by accident. */
export function parseUsage(text: string): UsageRecords | undefined {
  const tree = tryParseJson(text);
  if (!isObject(tree) || tree.schema_version !== SCHEMA || !isObject(tree.records)) return undefined;
  const records = new Map<string, UsageRecord>();
  for (const [id, value] of Object.entries(tree.records)) {
    const record = recordOf(value);
    if (record === undefined) return undefined;
    records.set(id, record);
  }
  return records;
}

/** Prints the tracker's text. Ids are in the order of their first touch. */
export function printUsage(records: UsageRecords): string {
  return `${JSON.stringify({ schema_version: SCHEMA, records: Object.fromEntries(records) })}\n`;
}

/** Trackers of older programs have only the count. Unknown fields are preserved. */
function recordOf(value: unknown): UsageRecord | undefined {
  if (!isObject(value)) return undefined;
  const { last_referenced_at: at, count, shown = 0, used = 0 } = value;
  if (typeof at !== "string" || !INSTANT.test(at) || Number.isNaN(Date.parse(at))) return undefined;
  if (!isCount(count) || !isCount(shown) || !isCount(used)) return undefined;
  // Most records are complete already, and copying thousands of them takes longer than reading them.
  const isWhole = value.shown !== undefined && value.used !== undefined;
  return isWhole ? (value as UsageRecord) : { ...value, last_referenced_at: at, count, shown, used };
}

/** An instant with its zone: without a zone it would be another time on another machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
