import type { Seal } from "../../core/seal.ts";
import type { Draft } from "../../core/tape/event.ts";

const SEAL_DIGITS = 16;

/** One waiting event as a line: its seal, which an incomplete, changed or foreign line lacks, and the event. */
export function lineOf(draft: Draft, seal: Seal): string {
  const json = JSON.stringify(draft);
  return `${seal.of(json)} ${json}\n`;
}

/** The event of a line, or undefined if the line is damaged. */
export function draftOf(line: string, seal: Seal): Draft | undefined {
  const json = line.slice(SEAL_DIGITS + 1);
  const isSealed = line[SEAL_DIGITS] === " " && line.slice(0, SEAL_DIGITS) === seal.of(json);
  return isSealed ? (JSON.parse(json) as Draft) : undefined;
}
