import type { Position, TurnEvent } from "../../tape/event.ts";
import { isPersonTurn, turnSpeaker } from "../../tape/turn-speaker.ts";

/** The words around a statement. */
export type StatementContext = {
  /** All that was said in its turn. */
  readonly turn: string;
  /** The words of the turns before. */
  readonly before: string;
  /** Where the conversation began, as far back as it matters. */
  readonly since: Position;
  /** What it rests on up to its turn, without the answer that shows that it was meant. */
  readonly evidence: readonly Position[];
};

/** A longer turn is about many things, and tells nothing about which of them is meant. */
const TURN_MAX = 1500;
/** Turns before a statement in which what it changes may have been mentioned, tools' among them. */
const BEFORE_TURNS = 6;
/** What lies further back is not still talked about. Every reading reaches as far, wherever the turns were cut. */
const TALK_TURNS = 40;

/** Undefined when no turn that a statement rests on is among those of a session. */
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

/** What people and agents say; a tool's output mentions anything. */
function saidIn({ payload }: TurnEvent): string {
  const by = turnSpeaker(payload);
  const isSaid = by === "person" || by === "agent";
  const { text = "" } = payload ?? {};
  return isSaid && text.length <= TURN_MAX ? text : "";
}
