import type { Finding } from "../../src/core/extract/finding.ts";
import { readStatements } from "../../src/core/extract/statements/read-statements.ts";
import type { Payload, TurnEvent } from "../../src/core/tape/event.ts";
import { recorded } from "./done-turns.ts";

const ROLES: { readonly [letter: string]: string } = {
  U: "user",
  A: "assistant",
  T: "tool",
  E: "tool",
  S: "system",
};

/** Turns in the notation "U: what the person said"; E is a tool call that changes a file. */
export const turns = (...lines: string[]): TurnEvent[] => tape(lines.map(payloadOf));
export const tape = (payloads: readonly Payload[]): TurnEvent[] =>
  payloads.map((payload, i) => recorded(payload, i));

function payloadOf(line: string): Payload {
  const role = ROLES[line.slice(0, 1)] ?? "user";
  const tool = line.startsWith("E") ? "Edit" : "Bash";
  return { role, text: line.slice(3), ...(role === "tool" ? { tool } : {}) };
}

export const heard = (...lines: string[]): Finding[] => readStatements(turns(...lines), 1);
export const kept = (...lines: string[]): Finding[] =>
  heard(...lines).filter(({ certainty }) => certainty === "explicit");

/** The first turns of a session, in which the person says what it is about. */
export const LATER = [
  "U: The importer is slow, have a look.",
  "A: The importer reads every row twice; that is fixed.",
];

export const EDIT = "E: src/export.ts";
