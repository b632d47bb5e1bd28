import { selfTagged } from "../core/extract/self-tags.ts";
import { fingerprint } from "../core/items/fingerprint.ts";
import { kindOf } from "../core/items/kinds.ts";
import { createItem } from "../core/items/life.ts";
import type { StatementRow } from "../core/items/statements-view.ts";
import type { Draft, Recorded } from "../core/tape/event.ts";
import { catchUp, draft, type World } from "./world.ts";

/** What turns bring about: events to commit together with the fact that the turns were read. */
export type Distil = (world: World, turns: readonly Recorded[]) => Promise<readonly Draft[]>;

/**
 * Makes units of what the user asked to be kept. A statement that is known, was rejected or was forgotten
 * is not made again; the key makes reading the same turn twice harmless.
 */
export const distil: Distil = async (world, turns) => {
  const tagged = selfTagged(turns);
  if (tagged.length === 0) return [];
  await catchUp(world, "statements");
  const keyed = tagged.map((one) => ({
    ...one,
    key: fingerprint(world.sha256, { kind: one.kind, text: one.text }),
  }));
  const known = (await world.store.rows(
    world.views.statements,
    keyed.map(({ key }) => key),
  )) as Map<string, StatementRow>;
  const fresh = new Map(keyed.filter(({ key }) => !known.has(key)).map((one) => [one.key, one]));
  const at = new Map(turns.map((turn) => [turn.position, turn.at]));
  return [...fresh.values()].map(({ kind, text, evidence, key }) => {
    const id = world.ids.next(kindOf(kind).prefix);
    const born = { id, at: at.get(evidence) ?? 0, now: world.clock.now(), evidence: [evidence] };
    const act = createItem(kind, { text }, born);
    return draft(world, { ...act, key: `distilled ${evidence} ${key}` });
  });
};
