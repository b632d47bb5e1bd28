import { MemoryError } from "../../core/failure.ts";
import { isInstruction } from "../../core/items/instruction-kinds.ts";
import type { Item } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { Act } from "../../core/items/life.ts";
import { redactFields } from "../../core/redact/redact-deep.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import { checkDraft } from "../../core/tape/check.ts";
import type { EventDraft, Instant, Payload, Writer } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
import type { Commit, StoredPosition } from "../../ports/store.ts";
import { advance } from "./advance.ts";
import type { Views } from "./all-views.ts";

import type { MemoryDeps, ProjectDeps, WriteDeps } from "./deps.ts";
export type DraftInput = {
  readonly type: string;
  readonly payload: Payload;
  readonly at?: Instant;
  readonly session?: string;
  readonly subject?: string;
  readonly key?: string;
  readonly writer?: Writer;
};

/** Prepares an event for the tape: redacts it, stamps it, and checks it against its schema. */
export function newDraft(deps: WriteDeps, input: DraftInput): EventDraft {
  const now = deps.clock.now();
  const { agent, host, ...place } = input.writer ?? deps.writer;
  return checkDraft({
    at: now,
    ...input,
    writer: { agent: safeId(agent, deps.sha256), host: safeId(host, deps.sha256), ...place },
    ...(input.session === undefined ? {} : { session: safeId(input.session, deps.sha256) }),
    payload: redactFields(input.payload),
    id: deps.ids.next("evt"),
    version: versionOf(input.type),
    recordedAt: now,
  });
}

/** Whether there is a memory and its user wants it to grow. Both are needed to record anything while reading. */
export const mayRecord = ({ project, consent, isLook = false }: ProjectDeps): boolean =>
  !isLook && project.hasMemory && (consent?.recording.is_on ?? true);

/** Brings the named views up to date, so that every write is readable at once. A view that lost rows is rebuilt. */
export async function catchUp(deps: MemoryDeps, ...names: readonly (keyof Views)[]): Promise<void> {
  const { store, views } = deps;
  for (const name of names) {
    if (!(await store.views.isWhole(views[name]))) await store.views.reset([views[name]]);
    await advance({ events: store.events, space: store.views, view: views[name] });
  }
}

/** A new epoch begins when words are erased: data computed from them earlier must no longer be written. */
export const epochOf = async ({ store }: Pick<MemoryDeps, "store">): Promise<number> =>
  (await store.events.read(0, 1)).epoch;

/**
 * Read, decide, commit: `decide` reads what it needs and returns the acts and the subjects on which they depend. If one
 * of those changed meanwhile, or words were forgotten, `decide` is called again.
 */
export async function decideAndCommit(
  deps: WriteDeps,
  decide: () => Promise<{ readonly acts: readonly Act[]; readonly seen: readonly ItemRow[] }>,
): Promise<readonly StoredPosition[]> {
  const committed = await commitWithRetry(deps, async () => {
    const { acts, seen } = await decide();
    await refuseUnauthorised(deps, acts, seen);
    const events = acts.map((act) => newDraft(deps, act));
    const expect = new Map(seen.map((item) => [item.id, item.position]));
    return { result: undefined, commit: { events, expect } };
  });
  if (committed) return committed.placed;
  throw new MemoryError("input.conflict", "Another process keeps changing this item.", {
    retryable: true,
    fix: "Show it again and repeat your command.",
  });
}

/** How often an attempt is repeated: many writers may meet, but one of them commits each time. */
const TRIES_MAX = 20;

/** The result of one attempt, and what it commits; without a commit the attempt ends the loop. */
export type Attempt<Result> = {
  readonly result: Result;
  readonly commit?: Pick<Commit, "events" | "expect">;
};
type Committed<Result> = { readonly result: Result; readonly placed: readonly StoredPosition[] };

/**
 * The one loop over commits that may conflict. If a subject in `expect` changed since `attempt` read it, or words were
 * forgotten meanwhile, `attempt` is called again. Undefined if every attempt met a conflict.
 */
export async function commitWithRetry<Result>(
  { store, triesMax = TRIES_MAX }: Pick<MemoryDeps, "store"> & { readonly triesMax?: number },
  attempt: () => Promise<Attempt<Result>>,
): Promise<Committed<Result> | undefined> {
  for (let tries = 0; tries < triesMax; tries++) {
    const epoch = await epochOf({ store });
    const { result, commit } = await attempt();
    if (commit === undefined) return { result, placed: [] };
    const committed = await store.tape.commit({ ...commit, epoch });
    if (committed.outcome === "committed") return { result, placed: committed.placed };
  }
  return undefined;
}

/** Refuses any act in an item's history that an agent must leave to a person. */
async function refuseUnauthorised(
  { voice }: WriteDeps,
  acts: readonly Act[],
  seen: readonly ItemRow[],
): Promise<void> {
  if (voice === "person") return;
  // Loaded only if an agent acts; reading and acts of people do not need it.
  const { mayAct } = await import("../../core/items/authority.ts");
  const rows = new Map(seen.map((row) => [row.id, row]));
  for (const { type, subject, payload } of acts) {
    const before = rows.get(subject);
    if (mayAct(voice, { type, item: payload.item, before })) continue;
    throw refusal(payload.item, before);
  }
}

function refusal({ kind }: Item, before: ItemRow | undefined): MemoryError {
  const isOrder = before !== undefined && isInstruction(kind);
  const why = isOrder
    ? `Only a person may end or change a person's decision, and ${before.label} is a person's ${kind}.`
    : `${before?.label ?? `This ${kind}`} would give orders to agents or claims a consent, so a person must do this.`;
  const proposed = isOrder ? { proposes: "decision", text: `End ${before.label}, because …` } : { text: "…" };
  return new MemoryError("input.needs_person", why, {
    field: isOrder ? "id" : "text",
    fix: {
      to: "Ask the person to run it in their own terminal, or propose it",
      verb: "create",
      words: ["candidate"],
      options: proposed,
    },
  });
}
