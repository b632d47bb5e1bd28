import { MemoryError } from "../../core/failure.ts";
import { inOwnTerminal, mayApplyAtOnce } from "../../core/items/authority.ts";
import type { Item } from "../../core/items/item.ts";
import { isOfKind, proposedKind } from "../../core/items/item-of.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { type Act, promote, transitionItem, updateItem, withConsequences } from "../../core/items/life.ts";
import { republish } from "../briefing/working-memory.ts";
import { proposeEdgesLazily } from "../review/propose-edges-lazily.ts";
import { catchUp, decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { findItem, itemsByIds } from "./find-item.ts";
import { archivedItem } from "./undo.ts";

export type TransitionInput = {
  readonly id: string;
  readonly status: string;
  readonly reason?: string | undefined;
  /** A new text or kind that a reviewer gives a candidate while accepting it. */
  readonly edit?: ItemEdit | undefined;
};

type ItemEdit = { readonly text?: string; readonly proposes?: string };

export type TransitionResult = {
  readonly item: ItemRow;
  readonly from: string;
  /** The unit that was made from an accepted candidate. */
  readonly promoted_to?: ItemRow;
  /** Other items that changed because of it. */
  readonly together: readonly ItemRow[];
};

/** Moves an item to another status. All consequences go on the tape in the same commit. */
export async function transition(
  deps: ItemDeps & OwnFileDeps,
  input: TransitionInput,
): Promise<TransitionResult> {
  let from = "";
  let following: readonly Act[] = [];
  await decideAndCommit(deps, async () => {
    const item = await unarchivedItem(deps, input);
    from = item.status;
    if (item.kind === "edge" && item.status !== "pending") throw alreadyReviewed(item);
    const decided = await decide(deps, item, input);
    following = decided.following;
    return {
      acts: withConsequences(decided.act, [...following, ...decided.raised]),
      seen: [item, ...decided.seen],
    };
  });
  const item = await findItem(deps, input.id);
  if (item.kind === "edge") await republish(deps);
  const together = await itemsByIds(
    deps,
    following.map(({ subject }) => subject),
  );
  const unit = together.find(({ id }) => id === item.promoted_to);
  return { item, from, together, ...(unit ? { promoted_to: unit } : {}) };
}

type TransitionPlan = {
  readonly act: Act;
  readonly following: readonly Act[];
  /** Edges and insights that the new unit raises; an undo removes them with it. */
  readonly raised: readonly Act[];
  readonly seen: readonly ItemRow[];
};

async function unarchivedItem(deps: MemoryDeps, { id, status }: TransitionInput): Promise<ItemRow> {
  const item = await findItem(deps, id);
  if (item.removed) throw await archivedItem(deps, item, `become "${status}"`);
  return item;
}

/** Ends a unit because another one replaces it, in the same commit that creates the other one. */
export async function planReplacement(deps: WriteDeps, id: string): Promise<TransitionPlan> {
  const input = { id, status: "superseded", reason: "replaced" };
  const item = await unarchivedItem(deps, input);
  const plan = await decide(deps, item, input);
  return { ...plan, seen: [item, ...plan.seen] };
}

async function decide(deps: WriteDeps, item: ItemRow, input: TransitionInput): Promise<TransitionPlan> {
  const now = deps.clock.now();
  const how = { now, ...(input.reason === undefined ? {} : { reason: input.reason }) };
  if (item.kind === "candidate" && input.status === "accepted")
    return planAcceptance(deps, applyEdit(item, input.edit, now), how);
  const act = transitionItem(withoutViewFields(item), input.status, how);
  if (item.kind === "edge") return { act, raised: [], ...(await afterReview(deps, item, act.payload.item)) };
  const isOver = kindOf(item.kind).isUnit && !kindOf(item.kind).live.includes(input.status);
  const moot = isOver ? await openInsightsAbout(deps, item.id) : [];
  return { act, raised: [], following: dismissAll(moot, now), seen: moot };
}

type TransitionDetails = { readonly now: number; readonly reason?: string };

/** The candidate with the reviewer's changes. They are one act with the acceptance, so that one undo reverts both. */
function applyEdit(candidate: ItemRow, edit: ItemEdit = {}, now: number): ItemRow {
  const { text, proposes } = edit;
  const said =
    text === undefined
      ? candidate
      : { ...candidate, ...updateItem(withoutViewFields(candidate), { text }, now).payload.item };
  return proposes === undefined ? said : { ...said, proposes };
}

/** Only a person can accept statements that tell agents what to do; an agent can only propose them. */
async function planAcceptance(
  deps: WriteDeps,
  candidate: ItemRow,
  how: TransitionDetails,
): Promise<TransitionPlan> {
  refuseUnlessPerson(deps, candidate);
  const { prefix } = kindOf(proposedKind(candidate));
  const act = transitionItem(withoutViewFields(candidate), "accepted", how);
  const promotion = promote(withoutViewFields(candidate), { id: deps.ids.next(prefix), now: how.now });
  const item: Item = { ...act.payload.item, promoted_to: promotion.subject };
  const raised = await proposeEdgesLazily(deps, [promotion.payload.item]);
  return {
    act: { ...act, payload: { ...act.payload, item } },
    following: [promotion],
    raised,
    seen: [],
  };
}

/** Accepting a replacing or challenging edge ends the older unit. A review closes the insights that waited for it. */
async function afterReview(
  deps: MemoryDeps,
  edge: ItemRow,
  next: Item,
): Promise<Pick<TransitionPlan, "following" | "seen">> {
  const now = deps.clock.now();
  const [older] = await itemsByIds(deps, [String(edge.older)]);
  const ends = next.status === "accepted" && ["replaces", "challenges"].includes(String(edge.relation));
  const isLive = older && !older.removed && older.status === "active";
  const superseded = ends && isLive ? [transitionItem(withoutViewFields(older), "superseded", { now })] : [];
  const about = older ? await openInsightsAbout(deps, older.id) : [];
  const isPair = (row: ItemRow): boolean =>
    isOfKind(row, "insight") &&
    row.type === "evolves_pending" &&
    row.about?.includes(String(edge.newer)) === true;
  const moot = about.filter((row) => isPair(row) || (ends && isLive && row.type === "conflict"));
  return {
    following: [...superseded, ...dismissAll(moot, now)],
    seen: [...(superseded.length > 0 && older ? [older] : []), ...moot],
  };
}

const dismissAll = (insights: readonly ItemRow[], now: number): Act[] =>
  insights.map((row) => transitionItem(withoutViewFields(row), "dismissed", { now }));

function alreadyReviewed(edge: ItemRow): MemoryError {
  return new MemoryError(
    "input.already_reviewed",
    `${edge.label} was ${edge.status} by ${edge.changed_by} on ${edge.changed_at.slice(0, 10)}.`,
    { field: "id", fix: { to: "To undo this", verb: "undo", words: [edge.label] } },
  );
}

/** Refuses to let an agent accept a statement that tells agents what to do. */
export function refuseUnlessPerson(deps: WriteDeps, candidate: ItemRow): void {
  const { proposes, text, label } = candidate;
  if (candidate.kind !== "candidate") return;
  if (mayApplyAtOnce(deps.voice, { kind: String(proposes), text, fields: candidate }, false)) return;
  throw new MemoryError(
    "input.needs_person",
    `${label} contains orders to agents, so a person must accept it.`,
    { field: "id", fix: inOwnTerminal({ verb: "review", options: { accept: label } }) },
  );
}

/** Insights read at once. */
const PAGE = 500;

/** Open insights that name an item. */
async function openInsightsAbout(deps: MemoryDeps, id: string): Promise<ItemRow[]> {
  await catchUp(deps, "items");
  const found: ItemRow[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const selection = {
      kinds: ["insight"],
      statuses: ["open"],
      order: "newest",
      limit: PAGE,
      offset,
    } as const;
    const { rows } = await deps.store.views.select(deps.views.items, selection);
    found.push(...rows.filter((row) => isOfKind(row, "insight") && row.about?.includes(id)));
    if (rows.length < PAGE) return found;
  }
}
