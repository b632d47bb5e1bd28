import { fromRoot } from "../../core/bundle/call.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { KIND_NAMES, type KindName, statusesOf } from "../../core/items/kinds.ts";
import { isWithin } from "../../core/recording/may-begin.ts";
import { nearest } from "../../core/text/nearest.ts";
import { givenTime } from "../../core/time.ts";
import { readyPlans } from "../plans/plan-blockers.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, ProjectDeps, WorkerDeps } from "../runtime/deps.ts";
import type { PageCounts } from "../runtime/scan-rows.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { readSemanticEvents } from "../sessions/read-semantic-events.ts";
import { type MarkedItem, markedItems } from "../threads/marked-items.ts";
import { kindNamed } from "./create.ts";
import { identityFirst } from "./find-item.ts";

export type FindInput = {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  /** Only plans that can be started. */
  readonly ready?: boolean | undefined;
  /** Only items changed since this time. */
  readonly since?: string | undefined;
  readonly topic?: string | undefined;
  /** Only items about this file or folder, or anything inside it. */
  readonly path?: string | undefined;
  /** Only items whose text contains these words, ignoring case. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

export type FoundItems = PageCounts & { readonly items: readonly MarkedItem[] };

/** A status for archived items, which lets callers ask for them. */
const REMOVED = "removed";

/** Items by kind and status, most recently changed first. Archived items only on request. */
export async function find(deps: WorkerDeps, input: FindInput): Promise<FoundItems> {
  if (input.ready) return findReady(deps, input);
  const kinds = input.kind === undefined ? KIND_NAMES : [kindNamed(input.kind)];
  const known = [...new Set(kinds.flatMap((kind: KindName) => statusesOf(kind)))];
  if (input.status !== undefined && ![...known, REMOVED].includes(input.status)) {
    const close = nearest(input.status, [...known, REMOVED]);
    throw new MemoryError("input.invalid", `No ${input.kind ?? "item"} can be "${input.status}".`, {
      field: "status",
      fix: close ? `Did you mean "${close}"?` : `Statuses: ${[...known, REMOVED].join(", ")}.`,
    });
  }
  await readSemanticEvents(deps);
  const statuses = input.status === undefined ? known : [input.status];
  const isWanted = filterOf(deps, input);
  if (isWanted) {
    const { rows } = await scanItems(deps, { kinds, statuses, order: "newest" });
    return pageOf(deps, rows.filter(isWanted), input);
  }
  await catchUp(deps, "items");
  const { limit, offset } = input;
  const selection = { kinds, statuses, order: "newest", limit, offset } as const;
  const { rows, total } = await deps.store.views.select(deps.views.items, selection);
  const items = (await markedItems(deps, rows)).map(identityFirst);
  return { items, returned: items.length, total, has_more: offset + items.length < total };
}

/** Undefined if every item of the kind and status is wanted, which an index can answer. */
function filterOf(
  deps: MemoryDeps & ProjectDeps,
  input: FindInput,
): ((item: ItemRow) => boolean) | undefined {
  const { topic, path, text } = input;
  if ([input.since, topic, path, text].every((each) => each === undefined)) return undefined;
  const since = input.since === undefined ? undefined : givenTime(input.since, deps.clock.now());
  const [wantedTopic, words] = [topic, text].map((each) => each?.toLowerCase());
  const wantedPath =
    path === undefined ? undefined : fromRoot(path, [deps.project.worktreeRoot, deps.project.root]);
  return (item) =>
    (since === undefined || Date.parse(item.changed_at) >= since) &&
    (wantedTopic === undefined || String(item.topic ?? "").toLowerCase() === wantedTopic) &&
    (words === undefined || item.text.toLowerCase().includes(words)) &&
    (wantedPath === undefined || pathsOf(item).some((each) => isWithin(each, wantedPath)));
}

const pathsOf = ({ related_paths, files }: ItemRow): string[] =>
  [related_paths, files].flatMap((list) => (Array.isArray(list) ? list.map(String) : []));

async function pageOf(deps: MemoryDeps, all: readonly ItemRow[], { limit, offset }: FindInput) {
  const items = (await markedItems(deps, all.slice(offset, offset + limit))).map(identityFirst);
  return { items, returned: items.length, total: all.length, has_more: offset + items.length < all.length };
}

async function findReady(deps: MemoryDeps & ProjectDeps, input: FindInput): Promise<FoundItems> {
  const { kind, status } = input;
  if (![undefined, "plan"].includes(kind) || ![undefined, "todo"].includes(status)) {
    throw new MemoryError("input.invalid", "Only plans with the status todo can be ready.", {
      field: "ready",
      fix: { verb: "find", options: { ready: true } },
    });
  }
  const ready = await readyPlans(deps);
  return pageOf(deps, ready.filter(filterOf(deps, input) ?? (() => true)), input);
}
