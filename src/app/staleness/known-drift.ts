import { fieldsIn, isObject } from "../../core/fields.ts";
import type { Drift } from "../../core/freshness/warning.ts";
import { tryParseJson } from "../../core/parse-json.ts";
import { itemsByIds } from "../items/find-item.ts";
import { mayRecord } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, OwnFileDeps, ProjectDeps } from "../runtime/deps.ts";
import { type DriftLook, lookForDrift } from "./drift.ts";

/** Deletes the findings: paths and names in them may be words that must be forgotten. The next check finds them again. */
export async function loseDrift(deps: OwnFileDeps): Promise<void> {
  if (deps.notes.read(DRIFT) !== undefined) deps.notes.write(DRIFT, "{}\n");
}

/** The findings at one commit, by unit, each with the version of the unit. They can be lost. */
type StoredDrift = {
  readonly schema: string;
  readonly head: string;
  readonly units: { readonly [id: string]: { readonly position: number; readonly drift: readonly Drift[] } };
};

/** A unit as it was after its last event. */
export type UnitAtEvent = { readonly id: string; readonly position: number };

const SCHEMA = "drift.v1";

const DRIFT = "drift.json";

/**
 * What happened to the code that units cite, checked once for each commit and each unit: status and briefs ask often, and committed code
 * does not change. `isFresh` checks all of them again.
 */
export async function knownDrift(
  deps: MemoryDeps & ProjectDeps & OwnFileDeps,
  units: readonly UnitAtEvent[],
  { isFresh }: { readonly isFresh: boolean },
): Promise<DriftLook> {
  const head = deps.code && units.length > 0 ? (await deps.git.head())?.commit : undefined;
  if (head === undefined) return { drift: new Map(), state: "no_history" };
  const known = isFresh ? {} : unitsAt(deps, head);
  const isKnown = ({ id, position }: UnitAtEvent): boolean => known[id]?.position === position;
  const asked = units.filter((unit) => !isKnown(unit)).map(({ id }) => id);
  if (asked.length === 0)
    return { drift: new Map(units.map(({ id }) => [id, known[id]?.drift ?? []])), state: "looked" };
  const { drift, state } = await lookForDrift(deps, await itemsByIds(deps, asked));
  const whole = new Map(units.map(({ id }) => [id, drift.get(id) ?? known[id]?.drift ?? []]));
  if (state === "looked") keep(deps, { head, units, drift: whole });
  return { drift: whole, state };
}

/** Drift that cannot be repaired: nothing that the unit could be about exists. */
const GONE: readonly Drift["what"][] = ["file_gone", "symbol_gone", "branch_gone"];

/** Units whose code was gone at the last check. Git is not called, because recall must not wait for it. */
export async function knownGone(
  deps: ProjectDeps & OwnFileDeps,
  units: readonly UnitAtEvent[],
): Promise<ReadonlySet<string>> {
  if (deps.code === undefined || units.length === 0) return new Set();
  const known = lastLook(deps)?.units ?? {};
  const isGone = ({ id, position }: UnitAtEvent): boolean =>
    known[id]?.position === position && known[id]?.drift.some(({ what }) => GONE.includes(what)) === true;
  return new Set(units.filter(isGone).map(({ id }) => id));
}

function unitsAt(deps: OwnFileDeps, head: string): StoredDrift["units"] {
  const known = lastLook(deps);
  return known?.head === head ? known.units : {};
}

function lastLook({ notes }: OwnFileDeps): StoredDrift | undefined {
  const known = tryParseJson(notes.read(DRIFT));
  return isStoredDrift(known) ? known : undefined;
}

/** Everything with the right schema was written by us. */
function isStoredDrift(value: unknown): value is StoredDrift {
  const { schema, units } = fieldsIn(value);
  return schema === SCHEMA && isObject(units);
}

type DriftReading = {
  readonly head: string;
  readonly units: readonly UnitAtEvent[];
  readonly drift: ReadonlyMap<string, readonly Drift[]>;
};

function keep(deps: ProjectDeps & OwnFileDeps, { head, units, drift }: DriftReading): void {
  if (!mayRecord(deps)) return;
  const known: StoredDrift = {
    schema: SCHEMA,
    head,
    units: Object.fromEntries(
      units.map(({ id, position }) => [id, { position, drift: drift.get(id) ?? [] }]),
    ),
  };
  try {
    deps.notes.write(DRIFT, `${JSON.stringify(known)}\n`);
  } catch {
    // If nothing can be written, the next check takes as long as this one.
  }
}
