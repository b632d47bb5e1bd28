import { readDone } from "../../src/core/extract/activity/read-activity.ts";
import type { Finding } from "../../src/core/extract/finding.ts";
import type { Payload, TurnEvent } from "../../src/core/tape/event.ts";

const WRITER = { agent: "a", host: "h", process: "p", worktree: "w" };

export const recorded = (payload: Payload | null, i: number, session = "s1"): TurnEvent =>
  ({
    id: `evt_${i}`,
    type: "turn.recorded",
    version: 1,
    at: 1000 * (i + 1),
    recordedAt: 1000 * (i + 1),
    writer: WRITER,
    session,
    position: i + 1,
    payload,
    payloadHash: "",
    hash: "",
  }) as TurnEvent;

export const person = (text: string): Payload => ({ role: "user", text });
export const agent = (text: string): Payload => ({ role: "assistant", text });
export const ran = (
  tool_input: string,
  exit_code: number | undefined,
  text = "",
  tool = "Bash",
): Payload => ({
  role: "tool",
  tool,
  tool_input,
  text,
  ...(exit_code === undefined ? {} : { exit_code }),
});
export const edited = (path: string, tool = "Edit"): Payload => ({
  role: "tool",
  tool,
  tool_input: path,
  text: "",
  files: [path],
});

export const read = (...payloads: readonly Payload[]): Finding[] =>
  readDone(
    payloads.map((each, i) => recorded(each, i)),
    0,
  );
const kindOf = ({ kind }: Finding): string => (kind === "note" ? "question" : kind);
export const certain = (...payloads: readonly Payload[]): Finding[] =>
  read(...payloads).filter(({ certainty }) => certainty === "explicit");
export const kindsIn = (...payloads: readonly Payload[]): string[] => certain(...payloads).map(kindOf);
