import { MemoryError } from "../../core/failure.ts";
import { insightSubjects } from "../../core/items/item-of.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isKind, kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { WORKER } from "../../core/resume/delta.ts";
import { nearest } from "../../core/text/nearest.ts";
import { republish } from "../briefing/working-memory.ts";
import { create } from "../items/create.ts";
import { findItem } from "../items/find-item.ts";
import { rate } from "../items/rate.ts";
import { remove } from "../items/remove.ts";
import { refuseUnlessPerson, transition } from "../items/transition.ts";
import { isTouchedBy, undo } from "../items/undo.ts";
import { update } from "../items/update.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, RankingDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { endedItems, isUnchecked, keptItems, noteLook } from "./kept-items.ts";
import {
  type ReviewEntry,
  sortOf,
  type WaitingCounts,
  type WaitingSort,
  waitingCounts,
  waitingEntry,
  waitingItems,
} from "./waiting-for-review.ts";

export type ReviewInput = {
  readonly type?: WaitingSort | undefined;
  readonly accept?: readonly string[] | undefined;
  readonly reject?: readonly string[] | undefined;
  /** Conflicts that are not real: both units stay active. */
  readonly dismiss?: readonly string[] | undefined;
  /** Units of conflicts that stay, which ends the other unit of each conflict; or kept items that are right. */
  readonly keep?: readonly string[] | undefined;
  /** Everything that was kept so far has been checked. */
  readonly keep_all?: boolean | undefined;
  /** Kept items that are wrong. */
  readonly drop?: readonly string[] | undefined;
  /** With one `keep`: the older unit that it replaces. */
  readonly replaces?: string | undefined;
  /** New text with which a candidate is accepted. */
  readonly edit?: string | undefined;
  readonly text?: string | undefined;
  readonly kind?: string | undefined;
  readonly undo: boolean;
  readonly limit: number;
};

/** A decision and its consequences. */
export type ReviewDecision = {
  readonly did:
    | "accepted"
    | "rejected"
    | "dismissed"
    | "kept"
    | "confirmed"
    | "dropped"
    | "reworded"
    | "replaced"
    | "undone";
  /** The decided item; for a unit kept in a conflict, the other unit. */
  readonly item: ItemRow;
  /** The unit an accepted candidate became. */
  readonly promoted_to?: ItemRow;
  readonly together: readonly ItemRow[];
  /** Consequences that an undo left, because they were changed again since. */
  readonly left: readonly ItemRow[];
};

export type ReviewResult = {
  readonly waiting: readonly ReviewEntry[];
  /** Items kept without asking since this person last looked, newest first, and their total number. */
  readonly kept: readonly ReviewEntry[];
  readonly kept_total: number;
  /** Items that ended since then, because somebody gave them up in their own words; absent if there are none. */
  readonly ended?: readonly ItemRow[];
  readonly total: WaitingCounts;
  readonly done: readonly ReviewDecision[];
};

/** A decision that a caller asks for. */
export type Decision =
  | {
      readonly do: "accept";
      readonly id: string;
      readonly edit?: { readonly text?: string; readonly proposes?: string };
    }
  | { readonly do: "reject" | "dismiss" | "confirm" | "drop"; readonly id: string }
  | { readonly do: "reword"; readonly id: string; readonly text: string }
  | { readonly do: "replace"; readonly id: string; readonly older: string }
  | { readonly do: "keep"; readonly conflict: string; readonly id: string };

/** Applies the named decisions, if any, and returns everything that waits for one. If one decision is invalid, none is applied. */
export async function review(
  deps: ItemDeps & OwnFileDeps & RankingDeps,
  input: ReviewInput,
): Promise<ReviewResult> {
  const decisions = await decisionsIn(deps, input);
  const done: ReviewDecision[] = input.undo ? [await undoLast(deps)] : [];
  for (const decision of decisions) done.push(await decide(deps, decision));
  if (input.keep_all) await noteLook(deps);
  const items = input.type === "kept" ? [] : await waitingItems(deps, input.type);
  const isOfKept = input.type === undefined || input.type === "kept";
  const kept = isOfKept ? await keptItems(deps) : [];
  const ended = isOfKept ? await endedItems(deps) : [];
  return {
    waiting: await entriesOf(deps, items.slice(0, input.limit)),
    kept: await entriesOf(deps, kept.slice(0, input.limit)),
    kept_total: kept.length,
    ...(ended.length === 0 ? {} : { ended: ended.slice(0, input.limit) }),
    total: await waitingCounts(deps),
    done,
  };
}

async function entriesOf(deps: WriteDeps, items: readonly ItemRow[]): Promise<ReviewEntry[]> {
  const entries: ReviewEntry[] = [];
  for (const { id } of items) {
    const entry = await waitingEntry(deps, id);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Applies the decisions with all their consequences. */
export async function decide(
  deps: ItemDeps & OwnFileDeps & RankingDeps,
  decision: Decision,
): Promise<ReviewDecision> {
  switch (decision.do) {
    case "accept": {
      checkKind(decision.edit?.proposes);
      const edit = decision.edit === undefined ? {} : { edit: decision.edit };
      const made = await transition(deps, { id: decision.id, status: "accepted", ...edit });
      const unit = made.promoted_to === undefined ? {} : { promoted_to: made.promoted_to };
      return { did: "accepted", item: made.item, ...unit, together: made.together, left: [] };
    }
    case "reject":
      return { did: "rejected", ...(await moveItem(deps, decision.id, "rejected")) };
    case "dismiss":
      return { did: "dismissed", ...(await moveItem(deps, decision.id, "dismissed")) };
    case "keep":
      return keep(deps, decision);
    case "confirm":
      return { did: "confirmed", item: await rate(deps, "confirmed", { id: decision.id }), ...ALONE };
    case "drop":
      return { did: "dropped", item: await remove(deps, { id: decision.id }), ...ALONE };
    case "reword":
      return {
        did: "reworded",
        item: await update(deps, { id: decision.id, text: decision.text }),
        ...ALONE,
      };
    case "replace":
      return replace(deps, decision);
  }
}

const ALONE = { together: [], left: [] } as const;

/** Creates and accepts the edge that the caller means, which ends the older unit. */
async function replace(
  deps: ItemDeps & OwnFileDeps,
  { id, older }: Decision & { readonly do: "replace" },
): Promise<ReviewDecision> {
  const text = "A person decided this in a review.";
  const edge = await create(deps, { kind: "edge", relation: "replaces", newer: id, older, text });
  return { did: "replaced", ...(await moveItem(deps, edge.item.id, "accepted")) };
}

async function moveItem(
  deps: ItemDeps & OwnFileDeps,
  id: string,
  status: string,
): Promise<Omit<ReviewDecision, "did">> {
  const { item, together } = await transition(deps, { id, status });
  return { item, together, left: [] };
}

async function keep(
  deps: ItemDeps & OwnFileDeps,
  decision: Decision & { readonly do: "keep" },
): Promise<ReviewDecision> {
  const kept = await findItem(deps, decision.id);
  const conflict = await findItem(deps, decision.conflict);
  const other = insightSubjects(conflict).find((id) => id !== kept.id) ?? "";
  const reason = `${kept.label} holds`;
  const { item, together } = await transition(deps, { id: other, status: "superseded", reason });
  await republish(deps);
  return { did: "kept", item, together, left: [] };
}

/** Reverts a decision with all its consequences. */
export async function takeBack(deps: ItemDeps & OwnFileDeps, id: string): Promise<ReviewDecision> {
  const { item, together, left } = await undo(deps, { id, redo: false });
  await republish(deps);
  return { did: "undone", item, together, left };
}

/** The caller's own last decision. */
async function undoLast(deps: ItemDeps & OwnFileDeps): Promise<ReviewDecision> {
  const settled = ["accepted", "rejected", "dismissed"];
  const which = { kinds: ["candidate", "edge", "insight"], statuses: settled, order: "newest" } as const;
  const { rows } = await scanItems(deps, which);
  const { rows: units } = await scanItems(deps, { kinds: UNIT_KIND_NAMES, order: "newest" });
  const me = deps.writer.agent;
  const decided = rows.find(({ changed_by }) => changed_by === me);
  const checked = units.find((item) => item.created_by === WORKER && isTouchedBy(item, me));
  const [last] = [decided, checked]
    .filter((item) => item !== undefined)
    .sort((a, b) => b.position - a.position);
  if (last) return takeBack(deps, last.id);
  throw new MemoryError("input.nothing_to_undo", "Nothing to undo: you have made no decision here yet.", {
    field: "undo",
    fix: { to: "To list pending reviews", verb: "review" },
  });
}

const REVIEWABLE = ["candidates", "edges"] as const;

/** The decisions in the input. All are checked before the first is applied. */
async function decisionsIn(deps: WriteDeps & OwnFileDeps, input: ReviewInput): Promise<Decision[]> {
  const found: Decision[] = [];
  for (const id of new Set(input.accept ?? [])) {
    const item = await waitingBy(deps, id, { field: "accept", sorts: REVIEWABLE });
    refuseUnlessPerson(deps, item);
    found.push({ do: "accept", id: item.id });
  }
  for (const id of new Set(input.reject ?? [])) {
    const item = await waitingBy(deps, id, { field: "reject", sorts: REVIEWABLE });
    found.push({ do: "reject", id: item.id });
  }
  for (const id of new Set(input.dismiss ?? [])) {
    const item = await waitingBy(deps, id, { field: "dismiss", sorts: ["conflicts"] });
    found.push({ do: "dismiss", id: item.id });
  }
  for (const id of new Set(input.keep ?? [])) found.push(await conflictKeeping(deps, id, input.replaces));
  if (input.replaces !== undefined && input.keep?.length !== 1)
    throw reviewError("replaces", "Name the one item that replaces it: --keep ID.");
  for (const id of new Set(input.drop ?? []))
    found.push({ do: "drop", id: (await keptBy(deps, id, "drop")).id });
  found.push(...(await edits(deps, input)));
  const subjects = found.map((each) => (each.do === "keep" ? each.conflict : each.id));
  const twice = subjects.find((id, i) => subjects.indexOf(id) !== i);
  if (twice !== undefined)
    throw reviewError("accept", `${(await findItem(deps, twice)).label} has two decisions in one command.`);
  if (input.undo && found.length > 0)
    throw reviewError("undo", "Pass either --undo or a decision, not both.");
  return found;
}

async function edits(deps: WriteDeps, { edit, text, kind }: ReviewInput): Promise<Decision[]> {
  if (edit === undefined) {
    if (text === undefined && kind === undefined) return [];
    throw reviewError(text === undefined ? "kind" : "text", "Name the candidate to edit: --edit ID.");
  }
  if (text === undefined && kind === undefined) throw reviewError("text", 'Pass the new text: --text "…".');
  const kept = await itemNamed(deps, edit, "edit");
  if (isUnchecked(kept, deps.writer.agent) && text !== undefined && kind === undefined)
    return [{ do: "reword", id: kept.id, text }];
  const item = await waitingBy(deps, edit, { field: "edit", sorts: ["candidates"] });
  checkKind(kind);
  const changed = {
    ...(text === undefined ? {} : { text }),
    ...(kind === undefined ? {} : { proposes: kind }),
  };
  refuseUnlessPerson(deps, { ...item, ...changed });
  return [{ do: "accept", id: item.id, edit: changed }];
}

function checkKind(kind: string | undefined): void {
  if (kind === undefined || (isKind(kind) && kindOf(kind).isUnit)) return;
  const close = nearest(kind, UNIT_KIND_NAMES);
  throw new MemoryError("input.unknown_kind", `"${kind}" is not a kind of statement.`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds: ${UNIT_KIND_NAMES.join(", ")}.`,
  });
}

type ReviewField = { readonly field: string; readonly sorts: readonly WaitingSort[] };

/** A waiting item that can be decided on in this way. */
async function waitingBy(deps: MemoryDeps, name: string, { field, sorts }: ReviewField): Promise<ItemRow> {
  const item = await itemNamed(deps, name, field);
  const sort = sortOf(item);
  if (sort !== undefined && sorts.includes(sort)) return item;
  if (sort === undefined && REVIEWED.includes(item.kind) && !item.removed) throw alreadySettled(item, field);
  const what = item.removed ? "archived" : `a ${item.kind}`;
  throw new MemoryError("input.invalid", `${item.label} is ${what}; name one of the ${sorts.join(" or ")}.`, {
    field,
    fix: { to: "To list pending reviews and the possible decisions", verb: "review" },
  });
}

/** A refusal names the input by the name the caller used. */
async function itemNamed(deps: MemoryDeps, name: string, field: string): Promise<ItemRow> {
  try {
    return await findItem(deps, name);
  } catch (cause) {
    if (!(cause instanceof MemoryError) || cause.code !== "input.unknown_id") throw cause;
    throw new MemoryError(cause.code, cause.message, {
      cause,
      field,
      fix: { to: "To list pending reviews", verb: "review" },
    });
  }
}

const REVIEWED: readonly string[] = ["candidate", "edge", "insight"];

function alreadySettled(item: ItemRow, field: string): MemoryError {
  const when = item.changed_at.slice(0, 10);
  return new MemoryError(
    "input.already_reviewed",
    `${item.label} was ${item.status} by ${item.changed_by} on ${when}.`,
    {
      field,
      fix: { to: "To undo this", verb: "undo", words: [item.label] },
    },
  );
}

/** The conflict in which a unit is kept. If there are several, a person must decide about each other unit. */
async function conflictKeeping(
  deps: WriteDeps & OwnFileDeps,
  name: string,
  replaces: string | undefined,
): Promise<Decision> {
  const unit = await itemNamed(deps, name, "keep");
  if (replaces !== undefined)
    return { do: "replace", id: unit.id, older: (await itemNamed(deps, replaces, "replaces")).id };
  const conflicts = await waitingItems(deps, "conflicts");
  const own = conflicts.filter((conflict) => insightSubjects(conflict).includes(unit.id));
  const [conflict] = own;
  if (own.length === 1 && conflict) return { do: "keep", conflict: conflict.id, id: unit.id };
  if (own.length === 0 && isUnchecked(unit, deps.writer.agent)) return { do: "confirm", id: unit.id };
  const many = own.map(({ label }) => label).join(", ");
  throw reviewError(
    "keep",
    own.length === 0
      ? `${unit.label} is in no open conflict.`
      : `${unit.label} is in several conflicts: ${many}.`,
  );
}

/** An item that was kept without asking and that nobody has checked. */
async function keptBy(deps: WriteDeps, name: string, field: string): Promise<ItemRow> {
  const item = await itemNamed(deps, name, field);
  if (isUnchecked(item, deps.writer.agent)) return item;
  throw reviewError(field, `${item.label} was not extracted automatically, or has been changed since.`);
}

function reviewError(field: string, message: string): MemoryError {
  const fix =
    field === "keep"
      ? { to: "End the other item by name", verb: "transition", words: ["ID", "superseded"] }
      : { to: "See", verb: "review", options: { help: true } };
  return new MemoryError("input.invalid", message, { field, fix });
}
