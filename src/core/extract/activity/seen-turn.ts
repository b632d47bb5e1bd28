import type { Instant, Position, TurnEvent } from "../../tape/event.ts";
import { isSubagentName, type TurnSpeaker, turnSpeaker } from "../../tape/turn-speaker.ts";

/** Maximum length of a turn that is read: longer text is pasted or printed. */
const SCANNED_MAX = 64 * 1024;

/** A turn in a form with all fields set, checked types and bounded length. */
export type SeenTurn = {
  readonly position: Position;
  readonly at: Instant;
  readonly session: string;
  readonly by: TurnSpeaker;
  readonly text: string;
  /** Lower case, so that names of tools can be compared across hosts. Empty if the turn is not a tool's. */
  readonly tool: string;
  readonly input: string;
  readonly exitCode: number | undefined;
  readonly files: readonly string[];
  /** True for a turn of a sub-agent, whose commands are not part of the session's own work. */
  readonly isAside: boolean;
};

/** Converts an event to a turn for these rules. Our own output and forgotten turns become turns of nobody. */
export function seenTurn(event: TurnEvent): SeenTurn {
  const { role, text, own, tool, tool_input, exit_code, files, speaker } = event.payload ?? {};
  const isOwn = own === true;
  return {
    position: event.position,
    at: event.at,
    session: event.session ?? "",
    by: turnSpeaker(event.payload),
    text: isOwn ? "" : wordIn(text),
    tool: isOwn || role !== "tool" ? "" : wordIn(tool).toLowerCase(),
    input: isOwn ? "" : wordIn(tool_input),
    exitCode: typeof exit_code === "number" ? exit_code : undefined,
    files: Array.isArray(files) ? files.filter((file): file is string => typeof file === "string") : [],
    isAside: isSubagentName(speaker),
  };
}

const wordIn = (value: unknown): string => (typeof value === "string" ? value.slice(0, SCANNED_MAX) : "");
