import { agentIn, personIn } from "../agent-name.ts";
import type { ItemRow } from "../items/items-view.ts";
import { KIND_NAMES, type KindName, kindOf } from "../items/kinds.ts";
import type { Position } from "../tape/event.ts";
import type { Action, ChangesRow, RecordedChange } from "./changes-view.ts";

/** The agent that asks. Its own changes are not news to it. */
export type ChangeAuthor = { readonly agent: string; readonly worktree: string };

/** A range of the tape: after one position, up to another. */
export type TapeRange = { readonly after: Position; readonly upTo: Position };

/** A changed item in its newest state. */
export type DeltaItem = {
  readonly id: string;
  readonly label: string;
  readonly kind: KindName;
  readonly status: string;
  readonly text: string;
  /** What its thread knows about it: "perhaps replaced by dec#4". */
  readonly thread_mark?: string;
  readonly action: Action;
  /** The author of the last change. */
  readonly by: string;
};

export type DeltaCommit = {
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  readonly at: string;
};

/** A file that the agent changed earlier and that somebody else changed since. */
export type ChangedFile = { readonly path: string; readonly by: string };

export type DeltaCounts = { readonly [plural: string]: number };

/** An item that others changed, without its text. */
export type ChangedItem = {
  readonly id: string;
  readonly kind: KindName;
  readonly action: Action;
  readonly by: string;
  /** The position of its last change, and the number of changes. */
  readonly at: Position;
  readonly events: number;
};

/** The agent name of the worker. The authors of items that the worker creates are the speakers of the turns. */
export const WORKER = "worker";

/** Kinds in the order in which they are reported; within a kind, the last changed item comes first. */
const ORDER: readonly KindName[] = [
  ...(["handoff", "constraint", "decision", "preference", "trap", "plan", "lesson"] as const),
  ...(["pattern", "fact", "hypothesis", "note", "candidate", "insight", "edge"] as const),
];

/** The writers of the turns that are the evidence for changes, by position. */
export type TurnAuthors = ReadonlyMap<Position, ChangeAuthor>;

/** The changes by others in a range of the tape, the most important first. */
export function changesByOthers(
  rows: readonly ChangesRow[],
  speakers: TurnAuthors,
  { who, window }: { readonly who: ChangeAuthor; readonly window: TapeRange },
): ChangedItem[] {
  const found = rows.flatMap((row): ChangedItem[] => {
    if (!isAddressedTo(row, who) || isPending(row)) return [];
    const within = row.changes.filter(({ at }) => at > window.after && at <= window.upTo);
    const foreign = within.filter((change) => !isSameAuthor(authorOf(change, speakers), who));
    const last = foreign.at(-1);
    // An item that the reader itself ended is not news to the reader, whoever created it.
    const isOwnEnd = isEnded(row) && within.at(-1) !== last;
    if (last === undefined || isOwnEnd) return [];
    const { id, kind } = row;
    const by = authorOf(last, speakers).agent;
    return [{ id, kind, action: actionOf(foreign, row), by, at: last.at, events: foreign.length }];
  });
  return found.sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || b.at - a.at);
}

/** Adds the item's current text to a change. */
export const withItemText = ({ action, by }: Pick<DeltaItem, "action" | "by">, item: ItemRow): DeltaItem => ({
  ...{ id: item.id, label: item.label, kind: item.kind, status: item.status, text: item.text },
  ...(typeof item.thread_mark === "string" ? { thread_mark: item.thread_mark } : {}),
  action,
  by,
});

/** A note to another agent is left out, and quiet items are never shown unasked. */
export const isAddressedTo = (
  { kind, to, quiet }: { readonly kind: KindName; readonly to?: unknown; readonly quiet?: unknown },
  { agent }: { readonly agent?: string | undefined },
): boolean =>
  quiet !== true &&
  (kind !== "handoff" || to === undefined || agent === undefined || isMeant(String(to), agent));

/** A handoff may be addressed to a person, to an agent, or to one agent of one person. */
const isMeant = (to: string, agent: string): boolean => [agent, agentIn(agent), personIn(agent)].includes(to);

/** An accepted edge is shown by the change of its units; a pending edge waits for a person and is not news. */
const isPending = ({ kind, type }: ChangesRow): boolean =>
  kind === "edge" || (kind === "insight" && type === "evolves_pending");

export const rankOf = (kind: KindName): number => ORDER.indexOf(kind);

export const isSameAuthor = (a: ChangeAuthor, b: ChangeAuthor): boolean =>
  a.agent === b.agent && a.worktree === b.worktree;

/** Positions of the turns whose writers are needed to find the authors of changes. */
export const evidenceTurns = (rows: readonly ChangesRow[], window: TapeRange): Position[] => [
  ...new Set(
    rows.flatMap(({ changes }) =>
      changes.flatMap(({ at, agent, said_at }) =>
        at > window.after && at <= window.upTo && agent === WORKER && said_at !== undefined ? [said_at] : [],
      ),
    ),
  ),
];

/** The author of a change. */
export function authorOf(change: RecordedChange, speakers: TurnAuthors): ChangeAuthor {
  const speaker = change.agent === WORKER ? speakers.get(change.said_at ?? 0) : undefined;
  return speaker ?? change;
}

/** The act to report: the end of an item is more important than the acts before it. */
function actionOf(foreign: readonly RecordedChange[], row: ChangesRow): Action {
  if (row.removed) return "removed";
  const did = new Set(foreign.map((change) => change.did));
  if (row.status === "superseded" && (did.has("superseded") || did.has("created"))) return "superseded";
  if (isEnded(row) && did.has("transitioned")) return "transitioned";
  return (["created", "transitioned", "updated"] as const).find((action) => did.has(action)) ?? "updated";
}

const isEnded = ({ kind, status, removed }: ChangesRow): boolean =>
  removed === true || !kindOf(kind).live.includes(status);

/** Number of items of each kind. Every kind is listed. */
export function countsOf(items: readonly Pick<DeltaItem, "kind">[]): DeltaCounts {
  const counts = Object.fromEntries(KIND_NAMES.map((kind) => [pluralOf(kind), 0]));
  for (const { kind } of items) counts[pluralOf(kind)] = (counts[pluralOf(kind)] ?? 0) + 1;
  return counts;
}

export const pluralOf = (kind: KindName): string =>
  kind.endsWith("sis") ? kind.replace(/is$/, "es") : `${kind}s`;

/** The non-zero counts, in words. */
export function summaryOf(items: readonly Pick<DeltaItem, "kind">[], commits: number): string {
  const counts = countsOf(items);
  const parts = KIND_NAMES.flatMap((kind) => {
    const count = counts[pluralOf(kind)] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : pluralOf(kind)}`];
  });
  const made = commits === 0 ? [] : [`${commits} ${commits === 1 ? "commit" : "commits"}`];
  return [...parts, ...made].join(", ") || "nothing new";
}
