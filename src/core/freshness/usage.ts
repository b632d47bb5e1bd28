import { isObject } from "../fields.ts";
import { tryParseJson } from "../parse-json.ts";
import type { Instant } from "../tape/event.ts";
import { DAY_MS, iso } from "../time.ts";

/** Being shown is being in a bundle; being used is being fetched, confirmed, found helpful or cited by an agent. */
export type Touch = "shown" | "used";

/** What is known of the usage of one item, or of a document under `path:` and its path. */
export type UsageRecord = {
  /** When it was first shown or last used; ISO. */
  readonly last_referenced_at: string;
  /** How often it was touched at all. */
  readonly count: number;
  readonly shown: number;
  readonly used: number;
};

export type UsageRecords = ReadonlyMap<string, UsageRecord>;

/** Which touches move `last_referenced_at` of an item that has a record. */
export type RefreshOn = Touch;

/**
 * The record after one more touch. The first touch of any sort begins it, so that what is never looked at ages from
 * when it was first shown. After that showing something does not make it fresh, unless `refreshOn` says so: what is
 * shown in every bundle would never age. Time does not go back, in whatever order touches are noted.
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

/** Whole days since something was last referenced; a time that is still to come is today. */
export function ageDays({ last_referenced_at }: UsageRecord, now: Instant): number {
  return Math.max(0, Math.floor((now - Date.parse(last_referenced_at)) / DAY_MS));
}

const SCHEMA = "reference-tracker.v1";

/**
 * The records of a tracker's text; undefined when it is not one. A text that is wrong in one place counts for nothing
 * in all others: half of what was once known would rank things by accident.
 */
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

/** The tracker's text. Ids are in the order in which they were first touched. */
export function printUsage(records: UsageRecords): string {
  return `${JSON.stringify({ schema_version: SCHEMA, records: Object.fromEntries(records) })}\n`;
}

/** Trackers of older programs know only the count; other fields than ours are kept as they are. */
function recordOf(value: unknown): UsageRecord | undefined {
  if (!isObject(value)) return undefined;
  const { last_referenced_at: at, count, shown = 0, used = 0 } = value;
  if (typeof at !== "string" || !INSTANT.test(at) || Number.isNaN(Date.parse(at))) return undefined;
  if (!isCount(count) || !isCount(shown) || !isCount(used)) return undefined;
  // Most records are whole already, and to copy thousands of them takes longer than to read them.
  const isWhole = value.shown !== undefined && value.used !== undefined;
  return isWhole ? (value as UsageRecord) : { ...value, last_referenced_at: at, count, shown, used };
}

/** An instant with its zone: without one it would mean another moment on another machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
