import { MemoryError } from "../../core/failure.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { upcast } from "../../core/tape/read.ts";
import { isPersonTurn, isTurn } from "../../core/tape/turn-speaker.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Maximum number of turns cited as evidence for one statement. */
const CITED_MAX = 20;

export type CitedEvents = {
  readonly positions: readonly Position[];
  readonly events: readonly Recorded[];
};

/** The turns that a caller names as evidence. Each must be on the tape and not forgotten. */
export async function citedTurns(deps: MemoryDeps, given: readonly Position[]): Promise<CitedEvents> {
  const positions = [...new Set(given)].sort((a, b) => a - b);
  if (positions.length > CITED_MAX) throw evidenceError(`Pass at most ${CITED_MAX} positions.`);
  const events = await eventsAt(deps, positions);
  for (const position of positions) {
    const event = events.get(position);
    if (!event) throw evidenceError(`There is no event ${position} on the tape.`);
    if (event.payload === null) throw evidenceError(`Event ${position} was forgotten.`);
  }
  return { positions, events: [...events.values()] };
}

/** Whether a person states this in one of the turns, in their own words. Loaded only if an agent cites a turn. */
export async function isSaidByPerson(text: string, { events }: CitedEvents): Promise<boolean> {
  const turns = events.filter(isTurn).filter(({ payload }) => isPersonTurn(payload));
  if (turns.length === 0) return false;
  const { isSupportedBy } = await import("../../core/extract/statements/supports.ts");
  return turns.some(({ payload }) => isSupportedBy(text, payload?.text ?? ""));
}

/** The position in turn@12, commit@12, document@12, event@12, @12 or 12; undefined for any other name. */
export function positionNamed(name: string): Position | undefined {
  const digits = /^(?:(?:turn|commit|document|event)?@)?([1-9]\d{0,14})$/.exec(name.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Positions as a caller wrote them: 12, "12" or "turn@12". */
export function positionsNamed(given: readonly (string | number)[]): Position[] {
  return given.map((each) => {
    const position = positionNamed(String(each));
    if (position === undefined) throw evidenceError(`"${each}" is not a position.`);
    return position;
  });
}

/** Events by their positions. Positions without an event are left out. */
export async function eventsAt(
  deps: MemoryDeps,
  positions: readonly Position[],
): Promise<Map<Position, Recorded>> {
  const events = await deps.store.events.eventsAt(positions);
  return new Map(events.map((event) => [event.position, upcast(event)]));
}

function evidenceError(message: string): MemoryError {
  return new MemoryError("input.invalid", message, {
    field: "evidence",
    fix: { to: "To see positions", verb: "session show" },
  });
}
