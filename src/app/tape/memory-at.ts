import type { Bundle } from "../../core/bundle/bundle.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import type { Position } from "../../core/tape/event.ts";
import { iso } from "../../core/time.ts";
import { bundle } from "../briefing/bundle.ts";
import { identityFirst } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { Deps, MemoryDeps } from "../runtime/deps.ts";
import type { PageCounts } from "../runtime/scan-rows.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { storeAt } from "./store-at.ts";

export type MemoryAtInput = {
  readonly position: Position;
  /** Also the brief that a session would have got then. */
  readonly brief: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** A statement that held at a position, and whether it still does. */
export type PastStatement = ItemRow & { readonly since: "same" | "changed" | "ended" };

export type MemoryAt = Omit<PageCounts, "returned"> & {
  readonly position: Position;
  readonly at: string;
  /** Statements that held then, newest first. */
  readonly items: readonly PastStatement[];
  readonly kinds: { readonly [kind: string]: number };
  /** What has changed since, and how many statements were added. */
  readonly since: { readonly [what in PastStatement["since"] | "added"]: number };
  readonly brief?: Bundle;
};

/** The memory as it was when the tape ended at a position: the same as a rebuild from the events up to there. */
export async function memoryAt(deps: Deps, input: MemoryAtInput): Promise<MemoryAt> {
  const [event] = await deps.store.events.eventsAt([input.position]);
  if (event === undefined) throw await unknownPosition(deps, input.position);
  const past = depsAt(deps, input.position, event.recordedAt);
  const then = await liveUnits(past);
  const now = new Map((await liveUnits(deps)).map((item) => [item.id, item]));
  const compared = then.map(
    (item): PastStatement => ({ ...identityFirst(item), since: sinceThen(item, now.get(item.id)) }),
  );
  const count = (what: PastStatement["since"]): number =>
    compared.filter(({ since }) => since === what).length;
  const ids = new Set(then.map(({ id }) => id));
  const { limit, offset } = input;
  const items = compared.slice(offset, offset + limit);
  return {
    position: input.position,
    at: iso(event.recordedAt),
    items,
    total: compared.length,
    has_more: offset + items.length < compared.length,
    kinds: countsByKind(then),
    since: {
      same: count("same"),
      changed: count("changed"),
      ended: count("ended"),
      added: [...now.keys()].filter((id) => !ids.has(id)).length,
    },
    ...(input.brief ? { brief: await bundle(past, "brief", {}) } : {}),
  };
}

async function unknownPosition(deps: MemoryDeps, position: Position): Promise<MemoryError> {
  const { position: end } = await deps.store.tape.end();
  return new MemoryError("input.invalid", `There is no event ${position}: the tape ends at ${end}.`, {
    field: "position",
    fix: `Give a position from 1 to ${end}.`,
  });
}

/** The same dependencies with the earlier tape. Files and code are today's, so nothing is said about them. */
export function depsAt(deps: Deps, position: Position, now: number): Deps {
  const { code, model, embedder, ...rest } = deps;
  return {
    ...rest,
    store: storeAt(deps.store, position),
    clock: { ...deps.clock, now: () => now },
    contextFiles: { ...deps.contextFiles, read: async () => ({ outcome: "absent" }) },
    usage: { ...deps.usage, touch: async () => {} },
    config: { ...deps.config, memory: { ...deps.config.memory, enabled: false } },
  };
}

async function liveUnits(deps: MemoryDeps): Promise<readonly ItemRow[]> {
  await catchUp(deps, "items");
  const { rows } = await scanItems(deps, { kinds: UNIT_KIND_NAMES, statuses: ["active"], order: "newest" });
  return rows.filter(isLiveUnit);
}

function sinceThen(then: ItemRow, now: ItemRow | undefined): PastStatement["since"] {
  if (now === undefined) return "ended";
  return now.text === then.text && now.kind === then.kind ? "same" : "changed";
}

function countsByKind(items: readonly ItemRow[]): { readonly [kind: string]: number } {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
