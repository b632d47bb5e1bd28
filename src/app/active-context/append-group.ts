import { mergeSteps } from "../../core/active-context/sync/steps.ts";
import { isString } from "../../core/fields.ts";
import type { PlanStep } from "../../core/items/field.ts";
import { ITEM_ACTS, type Item } from "../../core/items/item.ts";
import { type ItemRow, withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { type Act, transitionItem, updateItem } from "../../core/items/life.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import { checkDraft } from "../../core/tape/check.ts";
import type { Draft, Position } from "../../core/tape/event.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp, commitWithRetry } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** A plan as it was when the group's events were decided. */
type SeenPlan = { readonly id: string; readonly position: Position; readonly steps: readonly PlanStep[] };

type Note = { readonly drafts: readonly Draft[]; readonly seen: readonly SeenPlan[] };

/** The events that belong to a group of files, written down so that any process can append them exactly once. */
export function groupNote(group: string, drafts: readonly Draft[], seen: readonly ItemRow[]): string {
  const keyed = drafts.map((draft, i) => ({ ...draft, key: draft.key ?? `context ${group} ${i}` }));
  const rows = seen.map((plan): SeenPlan => ({ id: plan.id, position: plan.position, steps: stepsIn(plan) }));
  return JSON.stringify({ drafts: keyed, seen: rows } satisfies Note);
}

/**
 * Appends a group's events to the tape: all or none, and only once. If somebody changed a plan meanwhile, its event is
 * decided again on the current plan, so that their changes of other steps stay. A forgotten plan does not return.
 */
export async function appendGroup(deps: MemoryDeps, group: string, note: string): Promise<void> {
  const { drafts, seen } = JSON.parse(note) as Note;
  const events = drafts.map((each) => checkDraft(each));
  const own = events.flatMap(({ key }) => (key?.startsWith(`context ${group} `) ? [key] : []));
  const committed = await commitWithRetry(deps, async () => {
    if ((await deps.store.events.known(own)).size > 0) return { result: undefined };
    await catchUp(deps, "items");
    const rows = await itemsByIds(
      deps,
      seen.map(({ id }) => id),
    );
    const now = new Map<string, Item>(rows.map((row) => [row.id, withoutViewFields(row)]));
    const isMoved = (id: string): boolean =>
      rows.some((row) => row.id === id && seen.some((was) => was.id === id && was.position !== row.position));
    const isForgotten = (id: string): boolean => seen.some((was) => was.id === id) && !now.has(id);
    const rebased = events
      .filter(({ subject = "" }) => !isForgotten(subject))
      .flatMap((event) =>
        event.subject !== undefined && isMoved(event.subject) ? rebaseAct(event, { now, seen }) : [event],
      );
    const expect = new Map(rows.map(({ id, position }) => [id, position]));
    return { result: undefined, commit: { events: rebased, expect } };
  });
  if (committed) return;
  // Events decided on an older state are better than a file of which the tape knows nothing.
  await deps.store.tape.append(events);
}

type PlanStates = { readonly now: Map<string, Item>; readonly seen: readonly SeenPlan[] };

/** The same act on the current item; nothing if the act no longer makes sense. */
function rebaseAct(event: Draft, { now, seen }: PlanStates): Draft[] {
  const item = now.get(event.subject ?? "");
  const meant = (event.payload as { readonly item?: Item }).item;
  if (item === undefined || meant === undefined) return [event];
  const act = actAgain(event, item, { meant, was: seen.find(({ id }) => id === item.id)?.steps ?? [] });
  if (act === undefined) return [];
  now.set(item.id, act.payload.item);
  return [{ ...event, payload: act.payload }];
}

type RevisedPlan = { readonly meant: Item; readonly was: readonly PlanStep[] };

function actAgain({ type, payload, at }: Draft, item: Item, { meant, was }: RevisedPlan): Act | undefined {
  if (type === ITEM_ACTS.transitioned) {
    const open = kindOf(item.kind).moves[item.status] ?? [];
    const reason = typeof payload.reason === "string" ? { reason: payload.reason } : {};
    return open.includes(meant.status)
      ? transitionItem(item, meant.status, { ...reason, now: at })
      : undefined;
  }
  const fields = Array.isArray(payload.fields) ? payload.fields.filter(isString) : [];
  const patch = Object.fromEntries(fields.map((name) => [name, meant[name] ?? null]));
  const said = meant.origin === "file" ? { ...item, origin: "file" } : item;
  if (!fields.includes("steps")) return updateItem(said, patch, at);
  const steps = mergeSteps(was, stepsIn(meant), stepsIn(item));
  return updateItem(said, { ...patch, steps: steps.length === 0 ? null : steps }, at);
}
