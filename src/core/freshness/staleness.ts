import type { ContextDoubt } from "../active-context/registry/doubt.ts";
import type { Item } from "../items/item.ts";
import type { ItemRow } from "../items/items-view.ts";
import { kindOf } from "../items/kinds.ts";
import type { Instant } from "../tape/event.ts";
import { wordSet } from "../text/word-set.ts";
import { DAY_MS, iso } from "../time.ts";
import { type Clock, clocksOf, lastKnownToHold } from "./clocks.ts";
import { isSnoozed } from "./snooze.ts";
import type { Thresholds } from "./thresholds.ts";
import type { UsageRecords } from "./usage.ts";
import type {
  Doubt,
  Drift,
  StalenessCounts,
  StalenessReport,
  StaleReason,
  StaleWarning,
  Suggestion,
} from "./warning.ts";

export type StalenessInput = {
  /** The items that may be flagged, and the items that may cite them. */
  readonly items: readonly ItemRow[];
  readonly usage: UsageRecords;
  readonly drift: ReadonlyMap<string, readonly Drift[]>;
  readonly thresholds: Thresholds;
  readonly now: Instant;
  /** The active context, if there is one. */
  readonly context?: CheckedContext | undefined;
};

/** The goal of an active context, and the doubts about it. */
export type CheckedContext = {
  readonly task: string;
  readonly goal: string;
  readonly since: Instant;
  readonly doubts: readonly ContextDoubt[];
};

/**
 * The doubtful items and the reasons. It only reports: it changes nothing, and nothing is ever archived because of it. An item is flagged
 * at exactly the given number of 24-hour days, and not a second earlier.
 */
export function detectStaleness(input: StalenessInput): StalenessReport {
  const found = input.items.map((item) => {
    const { running, malformed } = clocksOf(item);
    return { item, doubts: doubtsOf(item, running, input), malformed };
  });
  const flagged = found.filter(({ doubts }) => doubts.length > 0);
  const fresh = found.filter(({ item, doubts }) => doubts.length === 0 && isFresh(item, input));
  const citers = citersOf(fresh.map(({ item }) => item));
  const warnings = [
    ...flagged.map(({ item, doubts }) => ({ ...warningOf(item, doubts, input), ...citing(item, citers) })),
    ...contextWarning(input),
  ].sort((a, b) => (ageKey(a) < ageKey(b) ? -1 : 1));
  const awake = warnings.filter(({ snoozed_until }) => snoozed_until === undefined);
  const snoozed = warnings.filter(({ snoozed_until }) => snoozed_until !== undefined);
  return {
    warnings: foldRepeats(awake),
    snoozed,
    malformed: found.flatMap(({ item: { id, label }, malformed }) =>
      malformed.map((date) => ({ id, label, ...date })),
    ),
    counts: countsOf(awake, snoozed.length),
  };
}

/** Oldest first. Items of the same age are ordered by creation, because ids count up after their prefix. */
const ageKey = ({ since, id }: StaleWarning): string => `${since} ${id.slice(id.indexOf("_"))}`;

/** The reasons to doubt an item, in the order in which to act on them. */
function doubtsOf(item: ItemRow, running: readonly Clock[], input: StalenessInput): Doubt[] {
  const { drift, thresholds, now } = input;
  const byTime = running.filter(
    ({ days, since }) => now - since >= (days === "none" ? 0 : thresholds[days] * DAY_MS),
  );
  const isLive = !item.removed && kindOf(item.kind).live.includes(item.status);
  const byCode = (isLive ? (drift.get(item.id) ?? []) : []).filter(
    (each) => each.what !== "behind" || each.commits > thresholds.commits_behind,
  );
  const doubts: Doubt[] = [
    ...byTime.map(({ reason, since }) => ({ reason, since })),
    ...byCode.map((each) => ({ reason: each.what, since: lastKnownToHold(item), drift: each })),
  ];
  return doubts.sort((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason));
}

/** Reasons that end an item come first, because one act then removes all doubts about it. */
const ENDING: readonly StaleReason[] = [
  ...(["expired", "file_gone", "branch_gone", "no_progress", "never_progressed", "not_accepted"] as const),
  ...(["not_reviewed", "old_note"] as const),
];
const ORDER: readonly StaleReason[] = [
  ...ENDING,
  "symbol_gone",
  "symbol_changed",
  "file_moved",
  "behind",
  "not_confirmed",
];

function warningOf(item: ItemRow, doubts: readonly Doubt[], { usage, now }: StalenessInput): StaleWarning {
  const [first] = doubts;
  const since = first?.since ?? now;
  const drift = doubts.flatMap((doubt) => doubt.drift ?? []);
  const suggests = suggestionFor(doubts);
  const record = usage.get(item.id);
  return {
    id: item.id,
    label: item.label,
    kind: item.kind,
    status: item.status,
    text: item.text,
    age_days: Math.max(0, Math.floor((now - since) / DAY_MS)),
    since: iso(since),
    reason: first?.reason ?? "old_note",
    reasons: [...new Set(doubts.map(({ reason }) => reason))],
    insight: first?.drift ? "drift" : first?.reason === "expired" ? "expired" : "stale",
    level: "warn",
    suggests,
    ...(drift.length === 0 ? {} : { drift }),
    ...(suggests === "update_paths" ? { related_paths: pathsAfter(item, drift) } : {}),
    ...(record && record.used > 0 ? { last_used_at: record.last_referenced_at } : {}),
    ...(isSnoozed(item, now) ? { snoozed_until: String(item.snoozed_until) } : {}),
  };
}

function contextWarning({ context, now }: StalenessInput): StaleWarning[] {
  const [first] = context?.doubts ?? [];
  if (!context || !first) return [];
  const { task, goal, since, doubts } = context;
  return [
    {
      id: "context",
      label: "active context",
      kind: "context",
      status: "active",
      text: [task, goal].filter((text) => text !== "").join(": "),
      age_days: Math.max(0, Math.floor((now - since) / DAY_MS)),
      since: iso(since),
      reason: first.what,
      reasons: doubts.map(({ what }) => what),
      insight: first.what === "context_old" ? "stale" : "drift",
      level: "warn",
      suggests: "refresh",
      doubts,
    },
  ];
}

/** One act that removes all doubts about an item. */
function suggestionFor(doubts: readonly Doubt[]): Suggestion {
  if (doubts.some(({ reason }) => ENDING.includes(reason))) return "resolve";
  const isMove = ({ drift }: Doubt): boolean => drift?.what === "file_moved" && drift.in_field;
  return doubts.every(isMove) ? "update_paths" : "confirm";
}

function pathsAfter(item: ItemRow, drift: readonly Drift[]): string[] {
  const moves = new Map(drift.flatMap((each) => (each.what === "file_moved" ? [[each.path, each.to]] : [])));
  const paths = Array.isArray(item.related_paths) ? item.related_paths.map(String) : [];
  return [...new Set(paths.map((path) => moves.get(path) ?? path))];
}

/** True if an item is live, and was changed or stated within the time limit of its kind. */
function isFresh(item: ItemRow, { thresholds, now }: StalenessInput): boolean {
  const { live, isUnit, ages } = kindOf(item.kind);
  const isMark = item.kind === "note" && String(item.type ?? "").startsWith("session_");
  if (item.removed || !live.includes(item.status) || isMark || (!isUnit && ages === undefined)) return false;
  const days = thresholds[ages?.[0]?.days ?? "note_days"];
  const touched = Math.max(Date.parse(item.changed_at), Date.parse(item.last_seen_at));
  return now - touched < days * DAY_MS;
}

/** Labels of items, by the names of the items that they mention. */
function citersOf(items: readonly ItemRow[]): Map<string, Set<string>> {
  const citers = new Map<string, Set<string>>();
  for (const item of items) {
    for (const name of namesIn(item)) {
      citers.set(name, (citers.get(name) ?? new Set()).add(item.label));
    }
  }
  return citers;
}

/** A doubtful item that fresh work still cites is reported as information only, because it should not be cleaned up. */
function citing(
  item: ItemRow,
  citers: ReadonlyMap<string, ReadonlySet<string>>,
): Pick<StaleWarning, "level" | "cited_by"> {
  const labels = new Set(namesOf(item).flatMap((name) => [...(citers.get(name) ?? [])]));
  return labels.size === 0 ? { level: "warn" } : { level: "info", cited_by: [...labels].sort() };
}

function countsOf(warnings: readonly StaleWarning[], snoozed: number): StalenessCounts {
  const warn = warnings.filter(({ level }) => level === "warn").length;
  return {
    total: warnings.length,
    warn,
    info: warnings.length - warn,
    snoozed,
    kinds: tally(warnings.map(({ kind }) => kind)),
    reasons: tally(warnings.flatMap(({ reasons }) => reasons)),
  };
}

function tally(names: readonly string[]): { [name: string]: number } {
  const counts: { [name: string]: number } = {};
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Maximum number of items in one warning: nobody would read a command with more of them. */
const REPEATS_MAX = 20;

/**
 * Folds items of one kind with the same text and the same reasons into one warning: the oldest item, with the ids of the others. Only items
 * that one command can end together are folded.
 */
function foldRepeats(warnings: readonly StaleWarning[]): StaleWarning[] {
  const groups = new Map<string, StaleWarning[]>();
  for (const warning of warnings) {
    const key = keyOf(warning, groups);
    groups.set(key, [...(groups.get(key) ?? []), warning]);
  }
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first) return [];
    const repeats = rest.map(({ id, label }) => ({ id, label }));
    return [repeats.length === 0 ? first : { ...first, repeats }];
  });
}

function keyOf(warning: StaleWarning, groups: ReadonlyMap<string, readonly StaleWarning[]>): string {
  const { suggests, id, kind, reason, level, text } = warning;
  if (suggests !== "resolve") return id;
  const words = text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
  for (let page = 0; ; page++) {
    const key = JSON.stringify([kind, reason, level, words, page]);
    if ((groups.get(key)?.length ?? 0) <= REPEATS_MAX) return key;
  }
}

/** Ids and labels as people and programs write them. */
const NAMED = /\b[a-z]{3}(?:#[1-9]\d*|_[0-9a-z]{4,40})\b/g;

/** Properties that describe the item itself. */
const OWN = wordSet("id label kind status created_at last_seen_at changed_at created_by changed_by ratings");

/** The names of other items in an item's text or fields. */
function namesIn(item: Item): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [field, value] of Object.entries(item)) {
    if (OWN.has(field)) continue;
    for (const text of textsIn(value)) {
      for (const name of text.match(NAMED) ?? []) names.add(name);
      // A plan may depend on another plan by its key, which can be any word.
      if (field === "depends_on") names.add(text);
    }
  }
  return names;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The names by which others can mention an item. */
const namesOf = (item: Item & { readonly label?: string }): string[] => [
  item.id,
  ...(item.label === undefined ? [] : [item.label]),
  ...(typeof item.key === "string" ? [item.key] : []),
];
