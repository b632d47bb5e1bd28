import { documentPath } from "../../core/documents/document.ts";
import { MemoryError } from "../../core/failure.ts";
import { type HistoryStep, historySteps } from "../../core/items/history.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { markedItems } from "../threads/marked-items.ts";
import { eventsAt, positionNamed } from "./evidence.ts";
import { type Evidence, type Excerpt, evidenceOf, excerptAt } from "./excerpts.ts";
import { findItem, itemsByIds } from "./find-item.ts";
import { type Neighbour, type Relations, relationsOf } from "./relations.ts";

/** A step in an item's history, with the label of the item that caused it. */
export type ShownStep = HistoryStep & { readonly because_label?: string };

export type ShownItem = Evidence & {
  readonly item: ItemRow;
  readonly history: readonly ShownStep[];
  readonly relations: Relations;
};

/** An event of the tape, and the items made from it. */
export type ShownEvent = {
  readonly event: Excerpt & { readonly type: string; readonly agent: string; readonly host: string };
  readonly made: readonly Neighbour[];
  /** Number of items that were not searched, because there are too many. */
  readonly not_looked_at: number;
};

/** Maximum number of excerpts; `evidence_left_out` counts the others. */
const EXCERPTS_MAX = 20;

/** One item with its evidence, history and relations; or one event with the items made from it. */
export async function show(
  deps: MemoryDeps & RankingDeps,
  input: { readonly id: string },
): Promise<ShownItem | ShownEvent> {
  const shown = await showWithoutUse(deps, input);
  if ("item" in shown) await deps.usage.touch([shown.item.id], "used");
  return shown;
}

/** The same without counting as use, for callers that explain an item. */
export async function showWithoutUse(
  deps: MemoryDeps,
  input: { readonly id: string },
): Promise<ShownItem | ShownEvent> {
  const position = positionNamed(input.id) ?? (await documentNamed(deps, input.id));
  if (position !== undefined) return showEvent(deps, position);
  const found = await findItem(deps, input.id);
  const [item = found] = await markedItems(deps, [found]);
  return {
    item,
    ...(await evidenceOf(deps, item, EXCERPTS_MAX)),
    history: await historyOf(deps, item),
    relations: await relationsOf(deps, item),
  };
}

async function historyOf(deps: MemoryDeps, item: ItemRow): Promise<ShownStep[]> {
  const steps = historySteps(upcastAll(await deps.store.events.history(item.id)));
  const causes = await itemsByIds(deps, [...new Set(steps.flatMap(({ because }) => because ?? []))]);
  const labels = new Map(causes.map(({ id, label }) => [id, label]));
  return steps.map((step) => {
    const label = labels.get(step.because ?? "");
    return label === undefined ? step : { ...step, because_label: label };
  });
}

async function showEvent(deps: MemoryDeps, position: Position): Promise<ShownEvent> {
  const event = (await eventsAt(deps, [position])).get(position);
  if (!event) {
    throw new MemoryError("input.unknown_id", `There is no event ${position} on the tape.`, {
      field: "id",
      fix: { to: "A position is the number after @ in the output of", verb: "recall", words: ["…"] },
    });
  }
  const kinds = [...UNIT_KIND_NAMES, "candidate"];
  const { rows, total } = await scanItems(deps, { kinds, order: "newest" });
  const made = rows.filter(({ id, evidence }) => evidence?.includes(position) || id === event.subject);
  return {
    event: { ...excerptAt(event), type: event.type, agent: event.writer.agent, host: event.writer.host },
    made: made.map(({ id, label, kind, status, text }) => ({ id, label, kind, status, text })),
    not_looked_at: total - rows.length,
  };
}

/** The position of the current version of a document; undefined if the name is not a document's. */
async function documentNamed(deps: MemoryDeps, name: string): Promise<Position | undefined> {
  const path = documentPath(name.trim());
  if (path === undefined) return undefined;
  await catchUp(deps, "documents");
  const row = (await deps.store.views.rows(deps.views.documents, [path])).get(path);
  if (row?.status === "seen") return row.position;
  throw new MemoryError("input.unknown_id", `There is no document "${path}" in this memory.`, {
    field: "id",
    fix: {
      to: "The setting documents.paths selects documents. To read them",
      verb: "worker",
      options: { once: true },
    },
  });
}
