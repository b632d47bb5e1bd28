import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isKind, kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { nearest } from "../../core/text/nearest.ts";
import { republish } from "../briefing/working-memory.ts";
import { itemBy } from "../items/find-item.ts";
import { refuseUnlessPerson, transition } from "../items/transition.ts";
import { undo } from "../items/undo.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import type { World } from "../runtime/world.ts";
import {
  sortOf,
  type Waiting,
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
  /** Units of conflicts: each stays, and the other one of its conflict is over. */
  readonly keep?: readonly string[] | undefined;
  /** A candidate that is accepted in other words. */
  readonly edit?: string | undefined;
  readonly text?: string | undefined;
  readonly kind?: string | undefined;
  readonly undo: boolean;
  readonly limit: number;
};

/** A decision, and what followed from it. */
export type Decided = {
  readonly did: "accepted" | "rejected" | "dismissed" | "kept" | "undone";
  /** What was decided on; of a unit that was kept, the other one. */
  readonly item: ItemRow;
  /** The unit an accepted candidate became. */
  readonly promoted_to?: ItemRow;
  readonly together: readonly ItemRow[];
  /** What an undo did not take back, because it was changed again since. */
  readonly left: readonly ItemRow[];
};

export type Reviewed = {
  readonly waiting: readonly Waiting[];
  readonly total: WaitingCounts;
  readonly done: readonly Decided[];
};

/** What somebody means to do. */
export type Decision =
  | {
      readonly do: "accept";
      readonly id: string;
      readonly edit?: { readonly text?: string; readonly proposes?: string };
    }
  | { readonly do: "reject" | "dismiss"; readonly id: string }
  | { readonly do: "keep"; readonly conflict: string; readonly id: string };

/** Takes decisions, if any were named, and gives what waits for one. Nothing is done when one of them cannot be. */
export async function review(world: World, input: ReviewInput): Promise<Reviewed> {
  const decisions = await decisionsIn(world, input);
  const done: Decided[] = input.undo ? [await undoLast(world)] : [];
  for (const decision of decisions) done.push(await decide(world, decision));
  const items = (await waitingItems(world, input.type)).slice(0, input.limit);
  const waiting: Waiting[] = [];
  for (const { id } of items) {
    const entry = await waitingEntry(world, id);
    if (entry) waiting.push(entry);
  }
  return { waiting, total: await waitingCounts(world), done };
}

/** Does what was decided, with all that follows from it. */
export async function decide(world: World, decision: Decision): Promise<Decided> {
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
  }
}

async function moved(world: World, id: string, status: string): Promise<Omit<Decided, "did">> {
  const { item, together } = await transition(world, { id, status });
  return { item, together, left: [] };
}

async function keep(world: World, decision: Decision & { readonly do: "keep" }): Promise<Decided> {
  const kept = await itemBy(world, decision.id);
  const { about } = await itemBy(world, decision.conflict);
  const other = (about as readonly string[]).find((id) => id !== kept.id) ?? "";
  const reason = `${kept.label} holds`;
  const { item, together } = await transition(world, { id: other, status: "superseded", reason });
  await republish(world);
  return { did: "kept", item, together, left: [] };
}

/** Takes a decision back, with all that had followed from it. */
export async function takeBack(world: World, id: string): Promise<Decided> {
  const { item, together, left } = await undo(world, { id, redo: false });
  await republish(world);
  return { did: "undone", item, together, left };
}

/** The caller's own last decision on something that waited. */
async function undoLast(world: World): Promise<Decided> {
  const settled = ["accepted", "rejected", "dismissed"];
  const which = { kinds: ["candidate", "edge", "insight"], statuses: settled, order: "newest" } as const;
  const { rows } = await scanItems(world, which);
  const last = rows.find(({ changed_by }) => changed_by === world.writer.agent);
  if (last) return takeBack(world, last.id);
  throw new MemoryError("input.nothing_to_undo", "Nothing to undo: you decided on nothing here yet.", {
    field: "undo",
    fix: "See what waits: tidemark review",
  });
}

const REVIEWABLE = ["candidates", "edges"] as const;

/** What the input asks for, each checked before the first is done. */
async function decisionsIn(world: World, input: ReviewInput): Promise<Decision[]> {
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
  for (const id of new Set(input.keep ?? [])) found.push(await keeping(world, id));
  found.push(...(await edits(world, input)));
  const subjects = found.map((each) => (each.do === "keep" ? each.conflict : each.id));
  const twice = subjects.find((id, i) => subjects.indexOf(id) !== i);
  if (twice !== undefined) throw bad("accept", `${(await itemBy(world, twice)).label} is decided on twice.`);
  if (input.undo && found.length > 0)
    throw bad("undo", "Take back a decision, or make one: not both at once.");
  return found;
}

async function edits(world: World, { edit, text, kind }: ReviewInput): Promise<Decision[]> {
  if (edit === undefined) {
    if (text === undefined && kind === undefined) return [];
    throw bad(text === undefined ? "kind" : "text", "Say which candidate to edit: --edit ID.");
  }
  if (text === undefined && kind === undefined) throw bad("text", 'Say how it should read: --text "…".');
  const item = await waitingBy(world, edit, { field: "edit", sorts: ["candidates"] });
  checkKind(kind);
  const changed = {
    ...(text === undefined ? {} : { text }),
    ...(kind === undefined ? {} : { proposes: kind }),
  };
  refuseUnlessPerson(world, { ...item, ...changed } as ItemRow);
  return [{ do: "accept", id: item.id, edit: changed }];
}

function checkKind(kind: string | undefined): void {
  if (kind === undefined || (isKind(kind) && kindOf(kind).isUnit)) return;
  const close = nearest(kind, UNIT_KIND_NAMES);
  throw new MemoryError("input.unknown_kind", `"${kind}" is no kind of unit.`, {
    field: "kind",
    fix: close ? `Did you mean "${close}"?` : `Kinds of units: ${UNIT_KIND_NAMES.join(", ")}.`,
  });
}

type Asked = { readonly field: string; readonly sorts: readonly WaitingSort[] };

/** Something that waits and can be decided on in this way. */
async function waitingBy(world: World, name: string, { field, sorts }: Asked): Promise<ItemRow> {
  const item = await named(world, name, field);
  const sort = sortOf(item);
  if (sort !== undefined && sorts.includes(sort)) return item;
  if (sort === undefined && REVIEWED.includes(item.kind) && !item.removed) throw settled(item, field);
  const what = item.removed ? "archived" : `a ${item.kind}`;
  throw new MemoryError("input.invalid", `${item.label} is ${what}; name one of the ${sorts.join(" or ")}.`, {
    field,
    fix: "See what waits, and what can be done with it: tidemark review",
  });
}

/** A refusal names the input by the name the caller used. */
async function named(world: World, name: string, field: string): Promise<ItemRow> {
  try {
    return await itemBy(world, name);
  } catch (cause) {
    if (!(cause instanceof MemoryError) || cause.code !== "input.unknown_id") throw cause;
    throw new MemoryError(cause.code, cause.message, {
      cause,
      field,
      fix: "See what waits: tidemark review",
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
      fix: `To take that back: tidemark undo ${item.label}`,
    },
  );
}

/** The conflict that a unit is kept in. In more than one, a person must say what becomes of each other unit. */
async function keeping(world: World, name: string): Promise<Decision> {
  const unit = await named(world, name, "keep");
  const conflicts = await waitingItems(world, "conflicts");
  const own = conflicts.filter(({ about }) => (about as readonly string[]).includes(unit.id));
  const [conflict] = own;
  if (own.length === 1 && conflict) return { do: "keep", conflict: conflict.id, id: unit.id };
  const many = own.map(({ label }) => label).join(", ");
  throw bad(
    "keep",
    own.length === 0
      ? `${unit.label} is in no conflict that waits.`
      : `${unit.label} is in several conflicts: ${many}.`,
  );
}

function bad(field: string, message: string): MemoryError {
  const fix =
    field === "keep"
      ? "End the other unit by name: tidemark transition ID superseded"
      : "See: tidemark review --help";
  return new MemoryError("input.invalid", message, { field, fix });
}
