import type { Act } from "../../acts/act.ts";
import { itemActs } from "../../acts/item-acts.ts";
import { bulkAct, type EntryActs, type ReviewEntry, reviewActs } from "../../acts/review-acts.ts";
import { confirmAct, staleActs, type Warning } from "../../acts/stale-acts.ts";
import type { AnswerOf } from "../../api/ask.ts";

export const GROUPS = ["edges", "conflicts", "kept", "candidates", "stale"] as const;
export type GroupName = (typeof GROUPS)[number];

export const GROUP_TITLES: {
  readonly [group in GroupName]: { readonly title: string; readonly says: string };
} = {
  kept: { title: "Kept", says: "Saved without asking since you last looked" },
  edges: { title: "May replace", says: "A newer one seems to replace an older one" },
  conflicts: { title: "Conflicts", says: "Two statements contradict each other" },
  candidates: { title: "Proposed", says: "Not used until you accept them" },
  stale: { title: "Stale", says: "Old, expired, or about code that changed" },
};

/** Why an item is stale, in a few words. */
export const REASON_NAMES: { readonly [reason: string]: string } = {
  no_progress: "No progress",
  never_progressed: "Never started",
  not_accepted: "Not picked up",
  old_note: "Old note",
  not_reviewed: "Not reviewed",
  expired: "Expired",
  not_confirmed: "Not confirmed recently",
  file_gone: "File deleted",
  file_moved: "File moved",
  symbol_changed: "Code changed",
  symbol_gone: "Code deleted",
  branch_gone: "Branch deleted",
  behind: "Many commits behind",
};

/** One entry that a person may decide on. */
export type InboxEntry = {
  readonly key: string;
  readonly group: GroupName;
  readonly label: string;
  /** What the row is called: a pair by the names of its two statements. */
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  /** When it was said, or since when it is stale. */
  readonly at: string;
  readonly acts: EntryActs;
  /** True if a decision on it was undone. */
  readonly isAgain?: true;
} & (
  | { readonly review: ReviewEntry; readonly warning?: undefined }
  | { readonly warning: Warning; readonly review?: undefined }
);

function reviewEntry(review: ReviewEntry, unchecked: ReadonlySet<string>): InboxEntry {
  const { item, sort, units } = review;
  const [first = item, second] = PAIRS.includes(sort) ? units : [];
  const relation = sort === "edges" ? String(item.relation) : "↔";
  return {
    key: item.id,
    group: sort,
    label: item.label,
    name: second === undefined ? item.label : `${first.label} ${relation} ${second.label}`,
    kind: sort === "candidates" ? String(item.proposes ?? "fact") : first.kind,
    text: sort === "conflicts" ? units.map(({ text }) => text).join("  ↔  ") : first.text,
    at: first.created_at,
    acts: reviewActs(review, unchecked),
    review,
  };
}

function staleEntry(warning: Warning): InboxEntry[] {
  const acts = staleActs(warning);
  if (acts === undefined) return [];
  const { id, label, kind, text, since } = warning;
  return [{ key: `stale ${id}`, group: "stale", label, name: label, kind, text, at: since, acts, warning }];
}

/** Groups whose entries are about two units. */
const PAIRS: readonly string[] = ["edges", "conflicts"];

/** All waiting entries, group by group. */
export function entriesOf(
  review: AnswerOf<"review"> | undefined,
  stale: AnswerOf<"staleList"> | undefined,
): InboxEntry[] {
  const { kept = [], waiting = [] } = review ?? {};
  const unchecked = new Set(kept.map(({ item }) => item.label));
  // A unit of a pair is decided on with that pair, once.
  const inQuestion = new Set(
    waiting.flatMap(({ sort, units }) => (PAIRS.includes(sort) ? units.map(({ id }) => id) : [])),
  );
  const asked = [...kept.filter(({ item }) => !inQuestion.has(item.id)), ...waiting];
  const reviewed = asked.map((entry) => reviewEntry(entry, unchecked));
  const shown = new Set([...inQuestion, ...reviewed.map(({ key }) => key)]);
  const doubts = (stale?.warnings ?? []).filter(({ id }) => !shown.has(id)).flatMap(staleEntry);
  const all = [...reviewed, ...doubts];
  return GROUPS.flatMap((group) => all.filter((entry) => entry.group === group));
}

/**
 * An entry whose decision was undone. Its items count as looked at, so a kept one is confirmed, archived or reworded as on
 * its own page.
 */
export function decidedAgain(entry: InboxEntry): InboxEntry {
  const { review } = entry;
  if (review === undefined) return entry;
  if (review.sort !== "kept") return reviewEntry(review, new Set());
  const { item } = review;
  const { confirm, remove, edit } = itemActs(item);
  const accept = { ...(confirm ?? confirmAct([item.label])), name: "Keep" };
  return { ...entry, acts: { accept, drop: { ...remove, name: "Drop" }, edit }, isAgain: true };
}

/** One act over several entries of one group. */
export function actOverAll(entries: readonly InboxEntry[], way: "accept" | "drop"): Act | undefined {
  const reviews = entries.flatMap(({ review }) => review ?? []);
  if (reviews.length > 0 && entries.every(({ isAgain }) => !isAgain)) return bulkAct(reviews, way);
  return entries.length === 0 ? undefined : oneAfterAnother(entries.map(({ acts }) => acts[way]));
}

/** Several acts as one, with one undo. */
function oneAfterAnother(acts: readonly Act[]): Act {
  const name = [...new Set(acts.map((act) => act.name))].join(" / ");
  return {
    name: `${name} (${acts.length})`,
    done: `${acts.length} items: ${name.toLowerCase()}`,
    command: acts.map(({ command }) => command).join(" && "),
    run: async () => {
      const ids: string[] = [];
      for (const act of acts) ids.push(...(await act.run()));
      return ids;
    },
  };
}
