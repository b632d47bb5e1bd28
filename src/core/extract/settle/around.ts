import type { Position, TurnEvent } from "../../tape/event.ts";
import { isPersonTurn, turnSpeaker } from "../../tape/turn-speaker.ts";

/** The words around a statement. */
export type StatementContext = {
  /** The full text of its turn. */
  readonly turn: string;
  /** The text of the turns before. */
  readonly before: string;
  /** The start of the conversation, as far back as it matters. */
  readonly since: Position;
  /** Its evidence up to its own turn, without the reply that shows that it was meant. */
  readonly evidence: readonly Position[];
};

/** A longer turn is about many things, so it does not show which one is meant. */
const TURN_MAX = 1500;
/** Number of turns before a statement that may mention the changed thing, tool turns included. */
const BEFORE_TURNS = 6;
/** Number of turns that count as the same conversation. Every reading uses this limit, however the turns were split. */
const TALK_TURNS = 40;

/** Undefined if none of the statement's evidence is among the turns of the session. */
export function statementContext(
  turns: readonly TurnEvent[],
  evidence: readonly Position[],
): StatementContext | undefined {
  const rests = (turn: TurnEvent): boolean => evidence.includes(turn.position);
  const own = turns.findLastIndex((turn) => rests(turn) && isPersonTurn(turn.payload));
  const index = own < 0 ? turns.findLastIndex(rests) : own;
  const at = turns[index]?.position;
  if (at === undefined) return undefined;
  const said = turns.slice(Math.max(0, index - BEFORE_TURNS), index + 1).map(saidIn);
  return {
    turn: said.at(-1) ?? "",
    before: said.slice(0, -1).join("\n"),
    since: turns[Math.max(0, index - TALK_TURNS)]?.position ?? 0,
    evidence: evidence.filter((position) => position <= at),
  };
}

/** The words of people and agents. Output of tools is left out, because it mentions anything. */
function saidIn({ payload }: TurnEvent): string {
  const by = turnSpeaker(payload);
  const isSaid = by === "person" || by === "agent";
  const { text = "" } = payload ?? {};
  return isSaid && text.length <= TURN_MAX ? text : "";
}
