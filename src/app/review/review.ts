import { MemoryError } from "../../core/failure.ts";
import { ratingsOf } from "../../core/freshness/ratings.ts";
import { namedByInsight } from "../../core/items/item-of.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isKind, kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { WORKER } from "../../core/resume/delta.ts";
import { nearest } from "../../core/text/nearest.ts";
import { republish } from "../briefing/working-memory.ts";
import { create } from "../items/create.ts";
import { itemBy } from "../items/find-item.ts";
import { rate } from "../items/rate.ts";
import { remove } from "../items/remove.ts";
import { refuseUnlessPerson, transition } from "../items/transition.ts";
import { undo } from "../items/undo.ts";
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
  /** Conflicts that are none: both units go on holding. */
  readonly dismiss?: readonly string[] | undefined;
  /** Units of conflicts: each stays, and the other one of its conflict has ended. Or items that were kept, and are right. */
  readonly keep?: readonly string[] | undefined;
  /** Everything that was kept so far has been looked at. */
  readonly keep_all?: boolean | undefined;
  /** Items that were kept and are wrong. */
  readonly drop?: readonly string[] | undefined;
  /** With one `keep`: the older unit that it replaces. */
  readonly replaces?: string | undefined;
  /** A candidate that is accepted in other words. */
  readonly edit?: string | undefined;
  readonly text?: string | undefined;
  readonly kind?: string | undefined;
  readonly undo: boolean;
  readonly limit: number;
};

/** A decision, and what followed from it. */
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
  /** What was decided on; of a unit that was kept, the other one. */
  readonly item: ItemRow;
  /** The unit an accepted candidate became. */
  readonly promoted_to?: ItemRow;
  readonly together: readonly ItemRow[];
  /** What an undo did not take back, because it was changed again since. */
  readonly left: readonly ItemRow[];
};

export type Reviewed = {
  readonly waiting: readonly ReviewEntry[];
  /** What was kept without asking since this person last looked, newest first, and how much that is. */
  readonly kept: readonly ReviewEntry[];
  readonly kept_total: number;
  /** What ended since then, because somebody gave it up in their own words; absent where nothing did. */
  readonly ended?: readonly ItemRow[];
  readonly total: WaitingCounts;
  readonly done: readonly ReviewDecision[];
};

/** What somebody means to do. */
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
  world: ItemDeps & OwnFileDeps & RankingDeps,
  input: ReviewInput,
): Promise<Reviewed> {
  const decisions = await decisionsIn(world, input);
  const done: ReviewDecision[] = input.undo ? [await undoLast(world)] : [];
  for (const decision of decisions) done.push(await decide(world, decision));
  if (input.keep_all) await noteLook(world);
  const items = input.type === "kept" ? [] : await waitingItems(world, input.type);
  const isOfKept = input.type === undefined || input.type === "kept";
  const kept = isOfKept ? await keptItems(world) : [];
  const ended = isOfKept ? await endedItems(world) : [];
  return {
    waiting: await entriesOf(world, items.slice(0, input.limit)),
    kept: await entriesOf(world, kept.slice(0, input.limit)),
    kept_total: kept.length,
    ...(ended.length === 0 ? {} : { ended: ended.slice(0, input.limit) }),
    total: await waitingCounts(world),
    done,
  };
}

async function entriesOf(world: WriteDeps, items: readonly ItemRow[]): Promise<ReviewEntry[]> {
  const entries: ReviewEntry[] = [];
  for (const { id } of items) {
    const entry = await waitingEntry(world, id);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** Applies the decisions with all their consequences. */
export async function decide(
  world: ItemDeps & OwnFileDeps & RankingDeps,
  decision: Decision,
): Promise<ReviewDecision> {
  switch (decision.do) {
    case "accept": {
      checkKind(decision.edit?.proposes);
      const edit = decision.edit === undefined ? {} : { edit: decision.edit };
      const made = await transition(world, { id: decision.id, status: "accepted", ...edit });
      const unit = made.promoted_to === undefined ? {} : { promoted_to: made.promoted_to };
      return { did: "accepted", item: made.item, ...unit, together: made.together, left: [] };
    }
    case "reject":
      return { did: "rejected", ...(await moved(world, decision.id, "rejected")) };
    case "dismiss":
      return { did: "dismissed", ...(await moved(world, decision.id, "dismissed")) };
    case "keep":
      return keep(world, decision);
    case "confirm":
      return { did: "confirmed", item: await rate(world, "confirmed", { id: decision.id }), ...ALONE };
    case "drop":
      return { did: "dropped", item: await remove(world, { id: decision.id }), ...ALONE };
    case "reword":
      return {
        did: "reworded",
        item: await update(world, { id: decision.id, text: decision.text }),
        ...ALONE,
      };
    case "replace":
      return replace(world, decision);
  }
}

const ALONE = { together: [], left: [] } as const;

/** Makes the edge that somebody means and accepts it, which ends the older unit. */
async function replace(
  world: ItemDeps & OwnFileDeps,
  { id, older }: Decision & { readonly do: "replace" },
): Promise<ReviewDecision> {
  const text = "A person decided this in a review.";
  const edge = await create(world, { kind: "edge", relation: "replaces", newer: id, older, text });
  return { did: "replaced", ...(await moved(world, edge.item.id, "accepted")) };
}

async function moved(
  world: ItemDeps & OwnFileDeps,
  id: string,
  status: string,
): Promise<Omit<ReviewDecision, "did">> {
  const { item, together } = await transition(world, { id, status });
  return { item, together, left: [] };
}

async function keep(
  world: ItemDeps & OwnFileDeps,
  decision: Decision & { readonly do: "keep" },
): Promise<ReviewDecision> {
  const kept = await itemBy(world, decision.id);
  const conflict = await itemBy(world, decision.conflict);
  const other = namedByInsight(conflict).find((id) => id !== kept.id) ?? "";
  const reason = `${kept.label} holds`;
  const { item, together } = await transition(world, { id: other, status: "superseded", reason });
  await republish(world);
  return { did: "kept", item, together, left: [] };
}

/** Takes a decision back, with all that had followed from it. */
export async function takeBack(world: ItemDeps & OwnFileDeps, id: string): Promise<ReviewDecision> {
  const { item, together, left } = await undo(world, { id, redo: false });
  await republish(world);
  return { did: "undone", item, together, left };
}

/** The caller's own last decision on something that waited. */
async function undoLast(world: ItemDeps & OwnFileDeps): Promise<ReviewDecision> {
  const settled = ["accepted", "rejected", "dismissed"];
  const which = { kinds: ["candidate", "edge", "insight"], statuses: settled, order: "newest" } as const;
  const { rows } = await scanItems(world, which);
  const { rows: units } = await scanItems(world, { kinds: UNIT_KIND_NAMES, order: "newest" });
  const me = world.writer.agent;
  const decided = rows.find(({ changed_by }) => changed_by === me);
  const checked = units.find((item) => item.created_by === WORKER && isTouchedBy(item, me));
  const [last] = [decided, checked]
    .filter((item) => item !== undefined)
    .sort((a, b) => b.position - a.position);
  if (last) return takeBack(world, last.id);
  throw new MemoryError("input.nothing_to_undo", "Nothing to undo: you have made no decision here yet.", {
    field: "undo",
    fix: { to: "To list pending reviews", verb: "review" },
  });
}

const isTouchedBy = (item: ItemRow, person: string): boolean =>
  item.changed_by === person || ratingsOf(item).at(-1)?.by === person;

const REVIEWABLE = ["candidates", "edges"] as const;

/** What the input asks for, each checked before the first is done. */
async function decisionsIn(world: WriteDeps & OwnFileDeps, input: ReviewInput): Promise<Decision[]> {
  const found: Decision[] = [];
  for (const id of new Set(input.accept ?? [])) {
    const item = await waitingBy(world, id, { field: "accept", sorts: REVIEWABLE });
    refuseUnlessPerson(world, item);
    found.push({ do: "accept", id: item.id });
  }
  for (const id of new Set(input.reject ?? [])) {
    const item = await waitingBy(world, id, { field: "reject", sorts: REVIEWABLE });
    found.push({ do: "reject", id: item.id });
  }
  for (const id of new Set(input.dismiss ?? [])) {
    const item = await waitingBy(world, id, { field: "dismiss", sorts: ["conflicts"] });
    found.push({ do: "dismiss", id: item.id });
  }
  for (const id of new Set(input.keep ?? [])) found.push(await keeping(world, id, input.replaces));
  if (input.replaces !== undefined && input.keep?.length !== 1)
    throw bad("replaces", "Name the one item that replaces it: --keep ID.");
  for (const id of new Set(input.drop ?? []))
    found.push({ do: "drop", id: (await keptBy(world, id, "drop")).id });
  found.push(...(await edits(world, input)));
  const subjects = found.map((each) => (each.do === "keep" ? each.conflict : each.id));
  const twice = subjects.find((id, i) => subjects.indexOf(id) !== i);
  if (twice !== undefined)
    throw bad("accept", `${(await itemBy(world, twice)).label} has two decisions in one command.`);
  if (input.undo && found.length > 0) throw bad("undo", "Pass either --undo or a decision, not both.");
  return found;
}

async function edits(world: WriteDeps, { edit, text, kind }: ReviewInput): Promise<Decision[]> {
  if (edit === undefined) {
    if (text === undefined && kind === undefined) return [];
    throw bad(text === undefined ? "kind" : "text", "Name the candidate to edit: --edit ID.");
  }
  if (text === undefined && kind === undefined) throw bad("text", 'Pass the new text: --text "…".');
  const kept = await named(world, edit, "edit");
  if (isUnchecked(kept, world.writer.agent) && text !== undefined && kind === undefined)
    return [{ do: "reword", id: kept.id, text }];
  const item = await waitingBy(world, edit, { field: "edit", sorts: ["candidates"] });
  checkKind(kind);
  const changed = {
    ...(text === undefined ? {} : { text }),
    ...(kind === undefined ? {} : { proposes: kind }),
  };
  refuseUnlessPerson(world, { ...item, ...changed });
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

/** Something that waits and can be decided on in this way. */
async function waitingBy(world: MemoryDeps, name: string, { field, sorts }: ReviewField): Promise<ItemRow> {
  const item = await named(world, name, field);
  const sort = sortOf(item);
  if (sort !== undefined && sorts.includes(sort)) return item;
  if (sort === undefined && REVIEWED.includes(item.kind) && !item.removed) throw settled(item, field);
  const what = item.removed ? "archived" : `a ${item.kind}`;
  throw new MemoryError("input.invalid", `${item.label} is ${what}; name one of the ${sorts.join(" or ")}.`, {
    field,
    fix: { to: "To list pending reviews and the possible decisions", verb: "review" },
  });
}

/** A refusal names the input by the name the caller used. */
async function named(world: MemoryDeps, name: string, field: string): Promise<ItemRow> {
  try {
    return await itemBy(world, name);
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

function settled(item: ItemRow, field: string): MemoryError {
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

/** The conflict that a unit is kept in. In more than one, a person must say what becomes of each other unit. */
async function keeping(
  world: WriteDeps & OwnFileDeps,
  name: string,
  replaces: string | undefined,
): Promise<Decision> {
  const unit = await named(world, name, "keep");
  if (replaces !== undefined)
    return { do: "replace", id: unit.id, older: (await named(world, replaces, "replaces")).id };
  const conflicts = await waitingItems(world, "conflicts");
  const own = conflicts.filter((conflict) => namedByInsight(conflict).includes(unit.id));
  const [conflict] = own;
  if (own.length === 1 && conflict) return { do: "keep", conflict: conflict.id, id: unit.id };
  if (own.length === 0 && isUnchecked(unit, world.writer.agent)) return { do: "confirm", id: unit.id };
  const many = own.map(({ label }) => label).join(", ");
  throw bad(
    "keep",
    own.length === 0
      ? `${unit.label} is in no open conflict.`
      : `${unit.label} is in several conflicts: ${many}.`,
  );
}

/** An item that was kept without asking and that nobody has checked. */
async function keptBy(world: WriteDeps, name: string, field: string): Promise<ItemRow> {
  const item = await named(world, name, field);
  if (isUnchecked(item, world.writer.agent)) return item;
  throw bad(field, `${item.label} was not extracted automatically, or has been changed since.`);
}

function bad(field: string, message: string): MemoryError {
  const fix =
    field === "keep"
      ? { to: "End the other item by name", verb: "transition", words: ["ID", "superseded"] }
      : { to: "See", verb: "review", options: { help: true } };
  return new MemoryError("input.invalid", message, { field, fix });
}
